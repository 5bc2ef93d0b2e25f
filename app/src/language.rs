//! The language of a page: that of the cookie, else the preference of the browser. A cookie lets
//! the server render the page in the right language at once.

use leptos::prelude::*;

use crate::i18n::Locale;
#[cfg(feature = "ssr")]
use crate::server::cookie;
use crate::ui::label::Language;

pub const COOKIE: &str = "mizan_language";

/// Stores the choice in a cookie.
#[cfg(feature = "ssr")]
pub fn store(locale: Locale) {
    cookie::set_preference_cookie(COOKIE, locale.code());
}

/// The language of the cookie, else the preferred supported language of the browser, else English.
///
/// * `stored`: the value of the cookie.
///
/// * `accepted`: the value of the header `Accept-Language`.
pub fn choose(stored: Option<&str>, accepted: Option<&str>) -> Locale {
    let best = || {
        let preferences = accepted.unwrap_or_default().split(',').filter_map(preference);
        // `max_by_key` returns the last maximum; the header gives equal preferences in order, so
        // the list is reversed.
        preferences.collect::<Vec<_>>().into_iter().rev().max_by_key(|(_, quality)| *quality)
    };
    stored.and_then(Locale::read).or_else(|| best().map(|(locale, _)| locale)).unwrap_or_default()
}

/// Parses one entry of `Accept-Language`, such as `ar-SA;q=0.8`, with its quality in thousandths.
/// None for an unsupported language and for a quality of 0.
fn preference(text: &str) -> Option<(Locale, u32)> {
    let (tag, parameters) = text.split_once(';').unwrap_or((text, ""));
    let language = tag.trim().split('-').next()?.to_ascii_lowercase();
    let quality = match parameters.trim().strip_prefix("q=") {
        None => 1000,
        Some(quality) => thousandths(quality)?,
    };
    Some((Locale::read(&language)?, quality)).filter(|_| quality > 0)
}

fn thousandths(text: &str) -> Option<u32> {
    let (whole, fraction) = text.trim().split_once('.').unwrap_or((text.trim(), ""));
    let fraction = format!("{fraction:0<3}");
    (fraction.len() == 3).then_some(())?;
    Some(whole.parse::<u32>().ok()?.min(1) * 1000 + fraction.parse::<u32>().ok()?)
}

#[cfg(feature = "ssr")]
pub fn of_request() -> Locale {
    let stored = cookie::cookie(COOKIE);
    choose(stored.as_deref(), cookie::accepted_languages().as_deref())
}

/// The language of the page: that of the request on the server, and that of the rendered document
/// in the browser.
pub fn of_page() -> Locale {
    #[cfg(feature = "ssr")]
    return of_request();
    #[cfg(not(feature = "ssr"))]
    {
        let root = document().document_element();
        let code = root.and_then(|root| root.get_attribute("lang")).unwrap_or_default();
        Locale::read(&code).unwrap_or_default()
    }
}

/// The language of the page, also outside of rendering, such as while a save is running.
pub fn spoken() -> Locale {
    use_context::<Language>().map_or_else(of_page, Language::locale)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_chosen_language_takes_precedence_over_that_of_the_browser() {
        assert_eq!(choose(Some("ar"), Some("en")), Locale::Arabic);
        assert_eq!(choose(Some("en"), Some("ar-SA,ar;q=0.9")), Locale::English);
    }

    #[test]
    fn without_a_choice_the_browser_decides_by_quality_and_then_by_order() {
        for (accepted, locale) in [
            ("ar", Locale::Arabic),
            ("AR-sa", Locale::Arabic),
            ("fr,ar;q=0.5", Locale::Arabic),
            ("en;q=0.5, ar;q=0.8", Locale::Arabic),
            ("ar,en", Locale::Arabic),
            ("en-GB,en;q=0.9,ar;q=0.8", Locale::English),
            ("ar;q=0, en;q=0.1", Locale::English),
            ("fr-FR,de", Locale::English),
            ("*", Locale::English),
            ("", Locale::English),
            ("ar;q=nonsense", Locale::English),
        ] {
            assert_eq!(choose(None, Some(accepted)), locale, "{accepted}");
        }
        assert_eq!(choose(None, None), Locale::English);
    }

    #[test]
    fn nonsense_in_the_cookie_counts_as_no_choice() {
        assert_eq!(choose(Some("x\"><script>"), Some("ar")), Locale::Arabic);
        assert_eq!(choose(Some("AR"), None), Locale::English);
        assert_eq!(Locale::read("ar"), Some(Locale::Arabic));
    }
}
