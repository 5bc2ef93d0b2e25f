//! The sign-in page of the portal. Its forms work before and without WebAssembly.

use leptos::form::ActionForm;
use leptos::prelude::*;
use leptos_meta::Title;

use super::{PORTAL_HOME, PortalLogin, portal_cast, portal_me};
use crate::i18n::{tu_string, use_i18n};
use crate::session::{Cast, Refused};
use crate::ui::field::TextField;

/// Signing in, and in a demo its customers.
#[component]
pub fn PortalLoginPage() -> impl IntoView {
    let i18n = use_i18n();
    let cast = Resource::new(|| (), |()| portal_cast());
    let card = move || {
        Suspend::new(async move {
            let cast = cast.await.unwrap_or_default();
            let wide = !cast.is_empty();
            let enter = wide.then(|| {
                let action = "/api/ui/portal/enter-as";
                view! { <Cast cast next=String::new() action/> }
            });
            view! {
                <div class=if wide { "sign-in-card sign-in-card-wide" } else { "sign-in-card" }>
                    <SignIn/>
                    {enter}
                </div>
            }
            .into_any()
        })
    };

    view! {
        <Title text=tu_string!(i18n, portal.login.title)/>
        <main class="sign-in" id="main">
            <AlreadySignedIn/>
            <div class="sign-in-brand">
                <img src="/logo.svg" alt="" width="40" height="40"/>
                {tu_string!(i18n, app.name)}
            </div>
            <Suspense fallback=|| ()>{card}</Suspense>
            <p class="sign-in-foot">{tu_string!(i18n, portal.login.forgot)}</p>
        </main>
    }
    .into_any()
}

/// Goes on when somebody is signed in already.
#[component]
fn AlreadySignedIn() -> impl IntoView {
    let me = Resource::new(|| (), |()| portal_me());
    let go_on = move || {
        Suspend::new(async move {
            match me.await {
                Ok(Some(_)) => {
                    view! { <leptos_router::components::Redirect path=PORTAL_HOME/> }.into_any()
                }
                Ok(None) | Err(_) => ().into_any(),
            }
        })
    };

    view! { <Suspense fallback=|| ()>{go_on}</Suspense> }.into_any()
}

/// The form.
#[component]
fn SignIn() -> impl IntoView {
    let i18n = use_i18n();
    let action = ServerAction::<PortalLogin>::new();
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
                <h1 id="sign-in-title">{tu_string!(i18n, portal.login.title)}</h1>
                <p>{tu_string!(i18n, portal.login.lead)}</p>
            </div>
            {refused}
            <ActionForm action attr:class="form">
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
