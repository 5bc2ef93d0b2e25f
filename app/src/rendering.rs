//! Rendering of views to HTML, for tests.

use leptos::prelude::*;
use leptos_meta::provide_meta_context;
use shared::currency::Currency;

use crate::i18n::{Language, Locale};

/// The HTML of a view in a language, with amounts in AED.
pub(crate) fn rendered<V: IntoView + 'static>(
    locale: Locale,
    view: impl FnOnce(Language) -> V,
) -> String {
    // Fails if another test has already initialized the executor.
    let _ = any_spawner::Executor::init_tokio();
    Owner::new().with(|| {
        provide_meta_context();
        provide_context(Currency::of("AED"));
        view(Language::provide(locale)).into_view().to_html()
    })
}
