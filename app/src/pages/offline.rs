//! What is shown in place of a page whose program could not be loaded.

use leptos::leptos_dom::helpers::window_event_listener_untyped;
use leptos::prelude::*;
use leptos::task::spawn_local;
use leptos::wasm_split::SplitLoaderError;
use leptos_meta::Title;

use crate::i18n::{tu_string, use_i18n};
use crate::ui::icon::{Icon, IconName};
use crate::ui::take_over;

/// How long a page of the server stays before its program is asked for again, in milliseconds.
const RETRY: i32 = 3000;

/// The program of a page could not be loaded.
#[derive(Clone, Copy, Debug)]
pub(super) struct NotLoaded;

impl From<SplitLoaderError> for NotLoaded {
    fn from(_: SplitLoaderError) -> Self {
        Self
    }
}

/// True when the page that the server made has not been taken over yet. It stays until its program
/// comes, and this waits before the next try.
pub(super) async fn keeps_page() -> bool {
    if take_over::is_done() {
        return false;
    }
    take_over::pause_for(RETRY).await;
    true
}

/// Says that there is no connection. The page is loaded once there is one.
///
/// * `load`: asks for the program again, and answers whether it came.
pub(super) fn page(load: impl AsyncFn() -> bool + Copy + Send + Sync + 'static) -> AnyView {
    let i18n = use_i18n();
    let is_trying = RwSignal::new(false);
    let try_again = move || {
        if is_trying.get_untracked() {
            return;
        }
        is_trying.set(true);
        spawn_local(async move {
            if load().await {
                // The browser refuses to load only a page that is going away.
                let _ = window().location().reload();
            } else {
                is_trying.try_set(false);
            }
        });
    };
    Effect::new(move |_| {
        let listener = window_event_listener_untyped("online", move |_| try_again());
        on_cleanup(move || listener.remove());
    });
    let title = tu_string!(i18n, ui.offline.title);
    view! {
        <div class="outlet">
            <Title text=title/>
            <div class="page">
                <div class="not-found">
                    <Icon name=IconName::CloudOff/>
                    <h1>{title}</h1>
                    <p>{tu_string!(i18n, ui.offline.text)}</p>
                    <button
                        class="button"
                        type="button"
                        aria-busy=move || is_trying.get().then_some("true")
                        on:click=move |_| try_again()
                    >
                        {tu_string!(i18n, ui.try_again)}
                    </button>
                </div>
            </div>
        </div>
    }
    .into_any()
}
