//! Islands: the interactive parts of a page. The server renders them with the page; the WebAssembly
//! bundle hydrates each of them with its own function, from the properties stored in its element.

#[cfg(feature = "appraisal")]
use crate::appraisal::form;
use crate::i18n::Language;
use crate::language;
use crate::session::SessionWatch;

/// Initializes the state that all islands of a page share: the reactive system, the language and
/// the session watch.
pub fn start() {
    leptos::mount::hydrate_islands();
    Language::provide(language::of_page());
    SessionWatch::provide();
    #[cfg(feature = "appraisal")]
    form::start();
}

/// Runs after all islands of the page have been hydrated.
pub fn finish() {
    #[cfg(feature = "appraisal")]
    form::finish();
}
