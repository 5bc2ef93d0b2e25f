//! Islands: the parts of a document that answer while one types. The server makes them with the
//! page; the program takes each over by a function of its own, from the properties that its element
//! holds.

#[cfg(feature = "appraisal")]
use crate::appraisal::form;
use crate::i18n::Language;
use crate::language;
use crate::session::SessionWatch;

/// Makes what all islands of a page share: the reactive system, the language of the page, and
/// whether the session lasts.
pub fn start() {
    leptos::mount::hydrate_islands();
    Language::provide(language::of_page());
    SessionWatch::provide();
    #[cfg(feature = "appraisal")]
    form::start();
}

/// Goes on once all islands of the page are taken over.
pub fn finish() {
    #[cfg(feature = "appraisal")]
    form::finish();
}
