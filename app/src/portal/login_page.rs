//! The sign-in page of the portal. Its forms work before and without WebAssembly.

use leptos::prelude::*;

use super::{PORTAL_HOME, PortalLogin, portal_cast, portal_me};
use crate::i18n::{tu_string, use_i18n};
use crate::session::{Cast, SignInFrame, password_step};
use crate::ui::page::awaited;

/// Signing in, and in a demo its customers.
#[component]
pub fn PortalLoginPage() -> impl IntoView {
    let i18n = use_i18n();
    let card = awaited(async move {
        let cast = portal_cast().await.unwrap_or_default();
        let wide = !cast.is_empty();
        let enter = wide.then(|| {
            let action = "/api/ui/portal/enter-as";
            view! { <Cast cast next=String::new() action/> }
        });
        let (title, lead) =
            (tu_string!(i18n, portal.login.title), tu_string!(i18n, portal.login.lead));
        view! {
            <div class=if wide { "sign-in-card sign-in-card-wide" } else { "sign-in-card" }>
                {password_step::<PortalLogin>(title, lead, None)}
                {enter}
            </div>
        }
        .into_any()
    });

    let foot = move || tu_string!(i18n, portal.login.forgot);

    view! {
        <SignInFrame title=tu_string!(i18n, portal.login.title) foot>
            <AlreadySignedIn/>
            {card}
        </SignInFrame>
    }
    .into_any()
}

/// Goes on when somebody is signed in already.
#[component]
fn AlreadySignedIn() -> impl IntoView {
    awaited(async move {
        match portal_me().await {
            Ok(Some(_)) => {
                view! { <leptos_router::components::Redirect path=PORTAL_HOME/> }.into_any()
            }
            Ok(None) | Err(_) => ().into_any(),
        }
    })
}
