//! The texts of the pages in each language, as constants that `build.rs` generates from `locales/`.
//!
//! `tu_string!(i18n, group.key)` is a plain text, and `tu_string!(i18n, group.key, name = value)`
//! one with parameters. Parameters are formatted for the language: numbers use its digits, and
//! names and references keep their own direction.

use leptos::prelude::*;

/// The texts, by their keys in the files.
#[expect(non_upper_case_globals, reason = "the keys are names as they stand in the files")]
#[expect(unused_imports, reason = "not every group has both kinds of texts")]
pub mod keys {
    include!(concat!(env!("OUT_DIR"), "/texts.rs"));
}

/// A text in both languages: English, then Arabic.
pub type Texts = &'static [&'static str; 2];

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Locale {
    #[default]
    English,
    Arabic,
}

impl Locale {
    /// The language tag, as in `<html lang>`.
    pub const fn code(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::Arabic => "ar",
        }
    }

    /// The text direction, as in `<html dir>`.
    pub const fn direction(self) -> &'static str {
        match self {
            Self::English => "ltr",
            Self::Arabic => "rtl",
        }
    }

    /// The locale of a language tag; none for an unsupported language.
    pub fn read(code: &str) -> Option<Self> {
        [Self::English, Self::Arabic].into_iter().find(|locale| locale.code() == code)
    }

    const fn text(self, [english, arabic]: Texts) -> &'static str {
        match self {
            Self::English => english,
            Self::Arabic => arabic,
        }
    }
}

/// The language of the page.
#[derive(Clone, Copy, Debug)]
pub struct Language(Locale);

impl Language {
    /// Provides the language to all components below.
    pub fn provide(locale: Locale) -> Self {
        provide_context(Self(locale));
        Self(locale)
    }

    pub const fn locale(self) -> Locale {
        self.0
    }
}

/// The language of the page, from any component.
pub fn use_i18n() -> Language {
    expect_context()
}

/// A text without parameters.
#[derive(Clone, Copy, Debug)]
pub struct Plain(pub Texts);

impl Plain {
    pub fn text(self, language: Language) -> &'static str {
        self.in_locale(language.locale())
    }

    #[inline(never)]
    pub fn in_locale(self, locale: Locale) -> &'static str {
        locale.text(self.0)
    }
}

/// A text with parameters.
#[derive(Clone, Copy, Debug)]
pub struct Filled {
    /// The text with placeholders, in both languages.
    pub texts: Texts,
    /// The names of the parameters.
    pub names: &'static [&'static str],
}

impl Filled {
    /// The text with the values in place of the placeholders.
    #[inline(never)]
    pub fn fill(self, language: Language, values: &[(&str, String)]) -> String {
        fill(language.locale().text(self.texts), values)
    }
}

/// Replaces the placeholders. Values are not parsed again: a name may contain two braces.
fn fill(text: &str, values: &[(&str, String)]) -> String {
    let mut parts = text.split("{{ ");
    let mut filled = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (name, rest) = part.split_once(" }}").unwrap_or(("", part));
        if let Some((_, value)) = values.iter().find(|(given, _)| *given == name) {
            filled.push_str(value);
        }
        filled.push_str(rest);
    }
    filled
}

/// True if exactly the expected parameters are given. Evaluated at compile time.
pub const fn are_given(wanted: &[&str], given: &[&str]) -> bool {
    are_among(wanted, given) && are_among(given, wanted)
}

const fn are_among(names: &[&str], others: &[&str]) -> bool {
    let mut at = 0;
    while at < names.len() {
        let (mut other, mut is_there) = (0, false);
        while other < others.len() {
            is_there = is_there || is_same(names[at].as_bytes(), others[other].as_bytes());
            other += 1;
        }
        if !is_there {
            return false;
        }
        at += 1;
    }
    true
}

const fn is_same(left: &[u8], right: &[u8]) -> bool {
    let mut at = 0;
    while at < left.len() && at < right.len() && left[at] == right[at] {
        at += 1;
    }
    at == left.len() && at == right.len()
}

/// A text in the language of the page; see the module documentation.
macro_rules! tu_string {
    ($i18n:expr, $($key:ident).+) => {
        $crate::i18n::keys::$($key)::+.text($i18n)
    };
    ($i18n:expr, $($key:ident).+, $($name:ident = $value:expr),+ $(,)?) => {{
        const {
            assert!(
                $crate::i18n::are_given(
                    $crate::i18n::keys::$($key)::+.names,
                    &[$(stringify!($name)),+],
                ),
                "what is filled in is not what the text wants"
            );
        };
        let language = $i18n;
        $crate::i18n::keys::$($key)::+.fill(
            language,
            &[$((stringify!($name), $crate::ui::digits::Localized::localized($value, language))),+],
        )
    }};
}

/// A text in a given locale.
macro_rules! td_string {
    ($locale:expr, $($key:ident).+) => {
        $crate::i18n::keys::$($key)::+.in_locale($locale)
    };
}

pub(crate) use {td_string, tu_string};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_leads_to_its_text_in_each_language() {
        assert_eq!(keys::login::title.in_locale(Locale::English), "Sign in");
        assert_eq!(keys::login::title.in_locale(Locale::Arabic), "تسجيل الدخول");
        assert_eq!(keys::portal::settings::title.in_locale(Locale::Arabic), "الإعدادات");
    }

    #[test]
    fn placeholder_values_are_not_expanded_again() {
        let values = [("name", "{{ count }}".to_owned()), ("count", "3".to_owned())];
        assert_eq!(fill("{{ name }}: {{ count }}.", &values), "{{ count }}: 3.");
        assert_eq!(fill("{{ count }} of {{ count }}", &values), "3 of 3");
    }

    #[test]
    fn the_compiler_sees_what_is_missing_and_what_is_too_much() {
        assert!(are_given(&["a", "count"], &["count", "a"]));
        assert!(!are_given(&["a"], &["a", "b"]));
        assert!(!are_given(&["a", "b"], &["a"]));
        assert!(!are_given(&["aa"], &["a"]));
    }
}
