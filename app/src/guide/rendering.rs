//! The rendering of guides: Markdown with links between guides, and without markup of its own.

use pulldown_cmark::{CowStr, Event, Options, Parser, Tag, TagEnd, html};

use super::Guide;

/// The HTML of a guide. A link to another guide leads to its page; of a link to a document that is
/// not in the product, only the text remains. Markup in the text is shown as text.
pub(super) fn html_of(markdown: &str) -> String {
    let mut is_link_kept = Vec::new();
    let events =
        Parser::new_ext(markdown, Options::ENABLE_TABLES).filter_map(|event| match event {
            Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
                let address = address(&dest_url);
                is_link_kept.push(address.is_some());
                let dest_url = CowStr::from(address?);
                Some(Event::Start(Tag::Link { link_type, dest_url, title, id }))
            }
            Event::End(TagEnd::Link) => {
                is_link_kept.pop().unwrap_or_default().then_some(Event::End(TagEnd::Link))
            }
            Event::Html(text) | Event::InlineHtml(text) => Some(Event::Text(text)),
            other => Some(other),
        });
    let mut rendered = String::with_capacity(markdown.len() * 2);
    html::push_html(&mut rendered, events);
    rendered
}

/// The address in the product of a link in a guide.
fn address(link: &str) -> Option<String> {
    let (file, part) = link.split_once('#').unwrap_or((link, ""));
    let name = file.strip_suffix(".md")?;
    let guide = if name == "README" { Some(Guide::Index) } else { Guide::named(name) };
    let address = guide?.address();
    Some(if part.is_empty() { address } else { format!("{address}#{part}") })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::i18n::Locale;

    #[test]
    fn links_lead_to_guides_or_are_text() {
        for (text, expected) in [
            ("[Cashier](cashier.md)", "<p><a href=\"/guide/cashier\">Cashier</a></p>\n"),
            ("[Guide](README.md)", "<p><a href=\"/guide\">Guide</a></p>\n"),
            ("[terms](../glossary.md)", "<p>terms</p>\n"),
            ("[a](javascript:alert(1))", "<p>a</p>\n"),
            ("[a](https://example.com)", "<p>a</p>\n"),
            (
                "[a **b**](x.md) [c](cashier.md)",
                "<p>a <strong>b</strong> \
                <a href=\"/guide/cashier\">c</a></p>\n",
            ),
        ] {
            assert_eq!(html_of(text), expected);
        }
    }

    #[test]
    fn markup_is_shown_as_text() {
        let shown = html_of("a <b>b</b>\n\n<script>alert(1)</script>\n");
        assert!(!shown.contains("<b>") && !shown.contains("<script"), "{shown}");
        assert!(shown.contains("&lt;script&gt;"), "{shown}");
    }

    #[test]
    fn every_link_between_guides_leads_to_a_page() {
        for guide in Guide::ALL {
            for locale in [Locale::English, Locale::Arabic] {
                let text = guide.text(locale);
                let links = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
                let between = links.filter(|link| !link.starts_with("../"));
                for link in between {
                    assert!(address(link).is_some(), "{guide:?} {locale:?}: {link}");
                }
            }
        }
    }
}
