//! The numbers of the badges, kept up to date by the server without a reload.

use leptos::prelude::*;
use shared::notification::{Counts, Notification};
use shared::page::Page;

use crate::error::UiResult;
use crate::notification::{counts, list_notifications};
use crate::session::use_session_watch;
use crate::ui::take_over::afterwards;

/// The newest notifications, for the panel and the home page.
pub type LatestResource = Resource<UiResult<Page<Notification>>>;

/// The numbers of the badges.
#[derive(Clone, Copy, Debug)]
pub struct Live {
    /// Appraisals where it is the reader's move.
    pub pending: RwSignal<u64>,
    /// Requests for leave that wait for the reader's decision.
    pub leave: RwSignal<u64>,
    /// Unread notifications.
    pub unread: RwSignal<u64>,
    /// Grows whenever there is a new notification; a list that reads it loads again.
    pub news: RwSignal<u32>,
    latest: LatestResource,
}

impl Live {
    /// Starts with the numbers of the page load; in the browser it then listens to the stream for
    /// as long as there is a session and the page can be seen. A browser has six connections for
    /// all pages of a server without encryption: pages in the background would take them all.
    pub fn provide(counts: Counts) {
        let news = RwSignal::new(0);
        let latest =
            Resource::new(move || news.get(), |_| list_notifications(false, 1, LATEST_SHOWN));
        let live = Self {
            pending: RwSignal::new(counts.pending),
            leave: RwSignal::new(counts.leave),
            unread: RwSignal::new(counts.unread),
            news,
            latest,
        };
        provide_context(live);
        let watch = use_session_watch();
        let is_seen = visibility::is_seen();
        Effect::new(move |was_away: Option<bool>| {
            if watch.has_ended() || !is_seen.get() {
                return true;
            }
            if was_away == Some(true) {
                live.tell_news();
            }
            let owner = Owner::current().unwrap_or_default();
            afterwards(move || owner.with(|| stream::listen(live)));
            false
        });
    }

    /// The newest notifications.
    pub fn latest(self) -> LatestResource {
        self.latest
    }

    /// Takes over new numbers.
    pub fn set(self, counts: Counts) {
        let Counts { pending, leave, unread } = counts;
        for (shown, count) in [(self.pending, pending), (self.leave, leave), (self.unread, unread)]
        {
            if shown.get_untracked() != count {
                shown.set(count);
            }
        }
    }

    /// Tells the lists that there is something new.
    pub fn tell_news(self) {
        self.news.update(|news| *news = news.wrapping_add(1));
    }

    /// Asks for the numbers now: after an act of the reader, without waiting for the stream.
    pub fn refresh(self) {
        leptos::task::spawn_local(async move {
            // The stream or the next page brings the numbers when this does not.
            if let Ok(counts) = counts().await {
                self.set(counts);
            }
        });
    }
}

const LATEST_SHOWN: u32 = 8;

/// The numbers of the badges, from any component inside the frame.
pub fn use_live() -> Live {
    expect_context()
}

mod visibility {
    use leptos::leptos_dom::helpers::window_event_listener_untyped;
    use leptos::prelude::*;

    /// Whether the reader can see the page: not in a tab behind another.
    pub(super) fn is_seen() -> ReadSignal<bool> {
        let (is_seen, set_seen) = signal(true);
        Effect::new(move |_| {
            let look = move || {
                let hidden = document().hidden();
                if is_seen.get_untracked() == hidden {
                    set_seen.set(!hidden);
                }
            };
            look();
            let listener = window_event_listener_untyped("visibilitychange", move |_| look());
            on_cleanup(move || listener.remove());
        });
        is_seen
    }
}

mod stream {
    use super::Live;
    use crate::session::use_session_watch;
    use leptos::prelude::*;
    use wasm_bindgen::JsCast;
    use wasm_bindgen::prelude::Closure;
    use web_sys::{EventSource, MessageEvent};

    const ADDRESS: &str = "/api/notifications/stream";

    /// Opens the stream for as long as the frame is there. The browser reconnects by itself; it
    /// gives up only when the server refuses, which is what the end of the session looks like.
    pub(super) fn listen(live: Live) {
        let Ok(source) = EventSource::new(ADDRESS) else { return };
        let watch = use_session_watch();

        on(&source, "counts", move |event: MessageEvent| {
            let text = event.data().as_string().unwrap_or_default();
            if let Ok(counts) = serde_json::from_str(&text) {
                live.set(counts);
            }
        });
        on(&source, "notification", move |_: MessageEvent| live.tell_news());

        let closing = source.clone();
        let refused = Closure::<dyn Fn()>::new(move || {
            if closing.ready_state() == EventSource::CLOSED {
                leptos::task::spawn_local(async move {
                    if let Err(error) = super::counts().await {
                        watch.report(&error);
                    }
                });
            }
        });
        source.set_onerror(Some(refused.as_ref().unchecked_ref()));
        refused.forget();
        // Another language makes the frame anew, and its stream with it.
        let source = StoredValue::new_local(source);
        on_cleanup(move || source.with_value(EventSource::close));
    }

    fn on(source: &EventSource, name: &str, act: impl Fn(MessageEvent) + 'static) {
        let listener = Closure::<dyn Fn(MessageEvent)>::new(act);
        // Fails only for a listener that is no function.
        let _ = source.add_event_listener_with_callback(name, listener.as_ref().unchecked_ref());
        listener.forget();
    }
}
