//! The pages of Mizan, rendered on the server and hydrated in the browser.
#![recursion_limit = "256"]

/// The texts in the reader's language.
pub mod i18n {
    pub use crate::texts::i18n::{I18nContextProvider, Locale, use_i18n};
    pub(crate) use crate::texts::i18n::td_string;

    /// A text as it is now. What stands in it is shown as its language has it: numbers in its
    /// digits, names and references in their own direction.
    macro_rules! tu_string {
        ($i18n:expr, $($key:ident).+) => {
            $crate::texts::i18n::tu_string!($i18n, $($key).+)
        };
        ($i18n:expr, $($key:ident).+, $($name:ident = $value:expr),+ $(,)?) => {{
            let language = $i18n;
            $crate::texts::i18n::tu_string!(
                language,
                $($key).+,
                $($name = $crate::ui::digits::Shown::shown($value, language)),+
            )
        }};
    }
    pub(crate) use tu_string;
}

/// The texts, as `build.rs` wrote them.
#[expect(
    dead_code,
    unused_imports,
    clippy::all,
    clippy::pedantic,
    clippy::expect_used,
    reason = "written by leptos_i18n_build"
)]
mod texts {
    include!(concat!(env!("OUT_DIR"), "/i18n/mod.rs"));
}

pub mod appraisal;
pub mod credit;
pub mod customer;
pub mod error;
#[cfg(all(test, feature = "ssr"))]
mod escaping_tests;
pub mod frame;
pub mod home;
pub mod language;
pub mod leave;
pub mod notification;
pub mod pages;
pub mod people;
pub mod portal;
pub mod recovery;
pub mod return_path;
#[cfg(feature = "ssr")]
pub mod server;
pub mod session;
pub mod settings;
#[cfg(feature = "ssr")]
mod shell;
pub mod staff;
pub mod ui;
pub mod wire;

#[cfg(feature = "ssr")]
pub use shell::shell;

use leptos::prelude::*;
use leptos_meta::{Title, provide_meta_context};

use crate::i18n::I18nContextProvider;
use crate::pages::Pages;
use crate::session::{SessionWatch, provide_workplace};
use crate::ui::toast::Toasts;

/// Every page.
#[component]
pub fn App() -> impl IntoView {
    provide_meta_context();
    provide_workplace();
    Toasts::provide();
    SessionWatch::provide();
    language::provide();

    view! {
        <I18nContextProvider enable_cookie=false ssr_lang_header_getter=language::server_side()>
            <Title formatter=document_title/>
            <Pages/>
        </I18nContextProvider>
    }
}

/// What the title of the document says. On the server it is escaped here: `leptos_meta` puts it
/// into the page as it is, and names of people stand in titles.
fn document_title(title: String) -> String {
    let title = title + " · Mizan";
    if cfg!(feature = "ssr") {
        return title.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    }
    title
}
