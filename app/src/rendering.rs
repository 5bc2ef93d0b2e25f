//! Views as a reader gets them, for tests.

use leptos::prelude::*;
use leptos_meta::provide_meta_context;

use crate::i18n::{Language, Locale};

/// The page that the server makes of a view in a language.
pub(crate) fn rendered<V: IntoView + 'static>(
    locale: Locale,
    view: impl FnOnce(Language) -> V,
) -> String {
    // It is there already when another test came first.
    let _ = any_spawner::Executor::init_tokio();
    Owner::new().with(|| {
        provide_meta_context();
        view(Language::provide(locale)).into_view().to_html()
    })
}
