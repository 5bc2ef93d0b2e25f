//! The pages of Mizan, rendered on the server and hydrated in the browser.
#![recursion_limit = "256"]

pub mod appraisal;
pub mod credit;
pub mod customer;
pub mod error;
#[cfg(all(test, feature = "ssr"))]
mod escaping_tests;
pub mod frame;
pub mod home;
pub mod i18n;
#[cfg(feature = "hydrate")]
pub mod islands;
pub mod language;
pub mod leave;
pub mod notification;
pub mod pages;
pub mod people;
pub mod portal;
pub mod recovery;
#[cfg(all(test, feature = "ssr"))]
mod rendering;
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
use leptos_meta::{Html, Title, provide_meta_context};

use crate::i18n::{Language, td_string};
use crate::pages::Pages;
use crate::session::SessionWatch;

/// Every page.
#[component]
pub fn App() -> impl IntoView {
    provide_meta_context();
    SessionWatch::provide();

    let i18n = Language::provide(language::of_page());

    view! {
        <Html attr:lang=i18n.locale().code() attr:dir=i18n.locale().direction()/>
        <Title formatter=document_title/>
        <Pages/>
    }
}

/// What the title of the document says. On the server it is escaped here: `leptos_meta` puts it
/// into the page as it is, and names of people stand in titles.
fn document_title(title: String) -> String {
    let title = title + " · " + td_string!(language::spoken(), app.name);
    if cfg!(feature = "ssr") {
        return title.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    }
    title
}
