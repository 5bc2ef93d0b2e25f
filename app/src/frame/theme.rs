//! The colour theme: light, dark or that of the system. Stored in a cookie, so that the first paint
//! already uses it.

pub const COOKIE: &str = "theme";

/// The selected theme.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Theme {
    Light,
    Dark,
    System,
}

impl Theme {
    /// Parses the value of the cookie or of the form; anything else means the theme of the system.
    pub fn read(text: &str) -> Self {
        match text {
            "light" => Self::Light,
            "dark" => Self::Dark,
            _ => Self::System,
        }
    }

    /// The value of the cookie and of the form.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Light => "light",
            Self::Dark => "dark",
            Self::System => "system",
        }
    }

    /// The value of `data-theme`; none for the theme of the system.
    pub const fn attribute(self) -> Option<&'static str> {
        match self {
            Self::Light => Some("light"),
            Self::Dark => Some("dark"),
            Self::System => None,
        }
    }

    /// Stores the choice in a cookie.
    #[cfg(feature = "ssr")]
    pub fn store(self) {
        crate::server::set_preference_cookie(COOKIE, self.as_str());
    }

    /// The theme in the cookie of the request; in the browser always [`Theme::System`], because
    /// only the server can read the cookie.
    pub fn of_request() -> Self {
        #[cfg(feature = "ssr")]
        return Self::read(&crate::server::cookie(COOKIE).unwrap_or_default());
        #[cfg(not(feature = "ssr"))]
        Self::System
    }
}

#[cfg(test)]
mod tests {
    use super::Theme;

    #[test]
    fn a_theme_reads_back_and_nonsense_means_the_system() {
        for theme in [Theme::Light, Theme::Dark, Theme::System] {
            assert_eq!(Theme::read(theme.as_str()), theme);
        }
        assert_eq!(Theme::read("x\"><script>"), Theme::System);
    }
}
