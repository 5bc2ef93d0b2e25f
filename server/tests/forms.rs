//! The forms of the pages: all of them are found by following every link, and a repeated submission
//! is executed once.

mod approval;
mod crawl;
mod person;
mod repeated;
mod twice;

/// A form that a browser posts.
#[derive(Clone, Debug)]
pub(crate) struct Form {
    pub(crate) action: String,
    html: String,
}

impl Form {
    /// The POST forms of a page.
    pub(crate) fn all(page: &str) -> Vec<Self> {
        let forms = page.split("<form").skip(1).filter_map(|rest| rest.split_once("</form>"));
        let forms = forms.filter_map(|(html, _)| {
            let tag = html.split_once('>')?.0;
            let is_posted = attribute(tag, "method").is_some_and(|it| it == "post");
            let action = attribute(tag, "action")?;
            is_posted.then(|| Self { action, html: html.to_owned() })
        });
        forms.collect()
    }

    /// The hidden fields with their values.
    pub(crate) fn hidden(&self) -> Vec<(String, String)> {
        let inputs = self.html.split("<input").skip(1).filter_map(|rest| rest.split_once('>'));
        let hidden = inputs.filter_map(|(tag, _)| {
            let is_hidden = attribute(tag, "type").is_some_and(|it| it == "hidden");
            is_hidden.then(|| (attribute(tag, "name"), attribute(tag, "value")))
        });
        hidden.map(|(name, value)| (name.unwrap_or_default(), value.unwrap_or_default())).collect()
    }

    /// The one-time key.
    fn key(&self) -> Option<String> {
        let hidden = self.hidden().into_iter();
        let key = hidden.filter(|(name, _)| name == service::idempotency::FORM_FIELD);
        key.map(|(_, value)| value).find(|value| !value.is_empty())
    }
}

fn attribute(tag: &str, name: &str) -> Option<String> {
    let (_, rest) = tag.split_once(&format!(" {name}=\""))?;
    let (value, _) = rest.split_once('"')?;
    Some(value.replace("&amp;", "&").replace("&quot;", "\"").replace("&#x27;", "'"))
}
