//! Short confirmations that go away by themselves. Problems never go here: they stay on the page.

use std::time::Duration;

use leptos::prelude::*;

use super::icon::{Icon, IconName};

const SHOWN: Duration = Duration::from_secs(5);

/// The confirmations that are shown now.
#[derive(Clone, Copy, Debug)]
pub struct Toasts {
    shown: RwSignal<Vec<(u32, String)>>,
    last: StoredValue<u32>,
}

impl Toasts {
    /// Makes the one list of all pages.
    pub fn provide() {
        let toasts = Self { shown: RwSignal::new(Vec::new()), last: StoredValue::new(0) };
        provide_context(toasts);
    }

    /// Confirms something that was done.
    pub fn confirm(self, text: impl Into<String>) {
        self.last.update_value(|number| *number = number.wrapping_add(1));
        let (shown, number) = (self.shown, self.last.get_value());
        shown.update(|toasts| toasts.push((number, text.into())));
        let remove = move || shown.update(|toasts| toasts.retain(|(other, _)| *other != number));
        set_timeout(remove, SHOWN);
    }
}

/// The confirmations, from any component.
pub fn use_toasts() -> Toasts {
    expect_context()
}

/// Where confirmations appear; read out politely.
#[component]
pub fn ToastArea() -> impl IntoView {
    let toasts = use_toasts();
    let list = move || {
        let shown = toasts.shown.get().into_iter();
        shown.map(|(_, text)| view! { <Toast text/> }.into_any()).collect_view()
    };

    view! { <div class="toasts" role="status" aria-live="polite">{list}</div> }.into_any()
}

/// One confirmation.
///
/// * `text`: what was done.
#[component]
fn Toast(text: String) -> impl IntoView {
    view! {
        <div class="toast">
            <Icon name=IconName::Check/>
            <p>{text}</p>
        </div>
    }
}
