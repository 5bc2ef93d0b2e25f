//! The name of a device, from the user agent.

use crate::i18n::tu_string;
use crate::ui::label::Language;

/// Browsers by their distinguishing tokens. The order matters: most browsers also name those that
/// they descend from.
const BROWSERS: [(&str, &str); 7] = [
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
];
/// Operating systems by their tokens, likewise ordered.
const SYSTEMS: [(&str, &str); 7] = [
    ("Windows", "Windows"),
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Mac OS X", "macOS"),
    ("CrOS", "ChromeOS"),
    ("Linux", "Linux"),
];

/// The browser and its operating system; for an unknown browser, the user agent itself.
pub(super) fn device_text(i18n: Language, user_agent: Option<&str>) -> String {
    let Some(user_agent) = user_agent.filter(|text| !text.is_empty()) else {
        return tu_string!(i18n, sessions.unknown_device).to_owned();
    };
    match (named(&BROWSERS, user_agent), named(&SYSTEMS, user_agent)) {
        (Some(browser), Some(system)) => {
            tu_string!(i18n, sessions.device_of, browser = browser, system = system)
        }
        (Some(name), None) | (None, Some(name)) => name.to_owned(),
        (None, None) => user_agent.to_owned(),
    }
}

fn named(names: &[(&str, &'static str)], user_agent: &str) -> Option<&'static str> {
    names.iter().find(|(mark, _)| user_agent.contains(mark)).map(|(_, name)| *name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn browsers_are_distinguished_by_their_unique_tokens() {
        for (user_agent, browser, system) in [
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) \
                 Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0",
                "Edge",
                "Windows",
            ),
            (
                "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
                "Firefox",
                "Linux",
            ),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 \
                 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1",
                "Safari",
                "iPhone",
            ),
            (
                "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) \
                 Chrome/142.0.0.0 Mobile Safari/537.36",
                "Chrome",
                "Android",
            ),
        ] {
            assert_eq!(named(&BROWSERS, user_agent), Some(browser), "{user_agent}");
            assert_eq!(named(&SYSTEMS, user_agent), Some(system), "{user_agent}");
        }
        assert_eq!(named(&BROWSERS, "curl/8.14.1"), None);
    }
}
