//! The sign-in page. Its forms work before and without WebAssembly, and the page after them is
//! always loaded anew: it knows who is signed in and nothing of who was before.

use leptos::form::ActionForm;
use leptos::prelude::*;
use leptos_meta::Title;
use leptos_router::hooks::use_query_map;

use super::{CastCard, Login, cast, use_workplace};
use crate::error::UiError;
use crate::i18n::{tu_string, use_i18n};
use crate::return_path::return_path;
use crate::ui::field::TextField;
use crate::ui::icon::{Icon, IconName};
use crate::ui::person::initials;
use shared::error::Code;

/// Signing in, and in a demo the cast.
#[component]
pub fn LoginPage() -> impl IntoView {
    let i18n = use_i18n();
    let cast = Resource::new(|| (), |()| cast());
    let next = use_query_map().get_untracked().get("next").unwrap_or_default();
    let card = move || {
        let next = next.clone();
        Suspend::new(async move {
            let cast = cast.await.unwrap_or_default();
            let wide = !cast.is_empty();
            let enter = wide.then(|| {
                let action = "/api/ui/session/enter-as";
                view! { <Cast cast next=next.clone() action/> }
            });
            view! {
                <div class=if wide { "sign-in-card sign-in-card-wide" } else { "sign-in-card" }>
                    <SignIn next/>
                    {enter}
                </div>
            }
            .into_any()
        })
    };

    view! {
        <Title text=tu_string!(i18n, login.title)/>
        <main class="sign-in" id="main">
            <AlreadySignedIn/>
            <div class="sign-in-brand">
                <img src="/logo.svg" alt="" width="40" height="40"/>
                {tu_string!(i18n, app.name)}
            </div>
            <Suspense fallback=|| ()>{card}</Suspense>
            <p class="sign-in-foot">{tu_string!(i18n, login.forgot)}</p>
        </main>
    }
    .into_any()
}

/// Goes on when somebody is signed in already.
#[component]
fn AlreadySignedIn() -> impl IntoView {
    let workplace = use_workplace();
    let next = use_query_map().get_untracked().get("next");
    let go_on = move || {
        let next = return_path(next.as_deref());
        Suspend::new(async move {
            match workplace.await {
                Ok(Some(_)) => {
                    view! { <leptos_router::components::Redirect path=next/> }.into_any()
                }
                Ok(None) | Err(_) => ().into_any(),
            }
        })
    };

    view! { <Suspense fallback=|| ()>{go_on}</Suspense> }.into_any()
}

/// The form.
///
/// * `next`: where to go afterwards.
#[component]
fn SignIn(next: String) -> impl IntoView {
    let i18n = use_i18n();
    let action = ServerAction::<Login>::new();
    let refused = move || {
        let error = action.value().get().and_then(Result::err);
        error.map(|error| view! { <Refused error/> })
    };
    Effect::new(move |_| {
        if let Some(Ok(path)) = &*action.value().read() {
            // The browser refuses only addresses that are none.
            let _ = window().location().set_href(path);
        }
    });

    view! {
        <section class="sign-in-part" aria-labelledby="sign-in-title">
            <div class="sign-in-lead">
                <h1 id="sign-in-title">{tu_string!(i18n, login.title)}</h1>
                <p>{tu_string!(i18n, login.lead)}</p>
            </div>
            {refused}
            <ActionForm action attr:class="form">
                <input type="hidden" name="next" value=next/>
                <TextField
                    id="email"
                    name="email"
                    label=tu_string!(i18n, login.email)
                    kind="email"
                    autocomplete="username"
                    required=true
                />
                <TextField
                    id="password"
                    name="password"
                    label=tu_string!(i18n, login.password)
                    kind="password"
                    autocomplete="current-password"
                    required=true
                />
                <button
                    class="button button-primary button-wide"
                    type="submit"
                    aria-busy=move || action.pending().get().then_some("true")
                >
                    {tu_string!(i18n, login.submit)}
                </button>
            </ActionForm>
        </section>
    }
    .into_any()
}

/// Why nobody was signed in. The error comes in the address, so only known texts are shown.
///
/// * `error`: what the server said.
#[component]
pub(crate) fn Refused(error: UiError) -> impl IntoView {
    let i18n = use_i18n();
    let (title, text) = match error.code() {
        Code::InvalidCredentials => {
            (tu_string!(i18n, login.invalid), tu_string!(i18n, login.invalid_text).to_owned())
        }
        Code::RateLimited => {
            (tu_string!(i18n, login.limited), tu_string!(i18n, login.limited_text).to_owned())
        }
        _ => (tu_string!(i18n, login.failed), error.safe_text(i18n)),
    };
    let node = NodeRef::<leptos::html::Div>::new();
    Effect::new(move |_| {
        if let Some(element) = node.get() {
            // An element that is not shown cannot take the focus; nothing is lost then.
            let _ = element.focus();
        }
    });

    view! {
        <div class="notice" data-tone="danger" role="alert" tabindex="-1" node_ref=node>
            <Icon name=IconName::AlertTriangle/>
            <div class="notice-body">
                <p class="notice-title">{title}</p>
                <p>{text}</p>
            </div>
        </div>
    }
    .into_any()
}

/// The cast of a demo: one click signs in.
///
/// * `cast`: who there is.
/// * `next`: where to go afterwards.
/// * `action`: where the forms are sent.
#[component]
pub(crate) fn Cast(cast: Vec<CastCard>, next: String, action: &'static str) -> impl IntoView {
    let i18n = use_i18n();
    let cards: Vec<_> = cast
        .into_iter()
        .map(|card| {
            let initials = initials(&card.name);
            view! {
                <li>
                    <form method="post" action=action>
                        <input type="hidden" name="next" value=next.clone()/>
                        <input type="hidden" name="email" value=card.email/>
                        <button class="cast-button" type="submit">
                            <span class="avatar" aria-hidden="true">{initials}</span>
                            <span>
                                <span class="person-name">{card.name}</span>
                                <span class="person-sub">{card.desk}</span>
                            </span>
                            <Icon name=IconName::ArrowRight class="icon-mirror"/>
                        </button>
                    </form>
                </li>
            }
            .into_any()
        })
        .collect();

    view! {
        <section class="sign-in-part" aria-labelledby="cast-title">
            <div class="sign-in-lead">
                <h2 id="cast-title">{tu_string!(i18n, login.cast_title)}</h2>
                <p>{tu_string!(i18n, login.cast_lead)}</p>
            </div>
            <ul class="cast">{cards}</ul>
        </section>
    }
    .into_any()
}
