//! The HTML document around the pages, and its security headers.

pub mod program;
pub mod script;
mod speculation;

use axum::http::HeaderValue;
use axum::http::header::{CONTENT_SECURITY_POLICY, REFERRER_POLICY};
use leptos::hydration::AutoReload;
use leptos::nonce::use_nonce;
use leptos::prelude::*;
use leptos_axum::ResponseOptions;
use leptos_meta::{HashedStylesheet, MetaTags};

use crate::App;
use crate::frame::theme::Theme;
use crate::i18n::{Language, Locale, tu_string};
use crate::language;

/// The HTML document of every page. The pages set the language and the direction of `<html>`.
pub fn shell(options: LeptosOptions) -> impl IntoView {
    set_policies();
    let i18n = Language::provide(language::of_request());
    let arabic_font = (i18n.locale() == Locale::Arabic).then(|| {
        view! {
            <link
                rel="preload"
                href="/fonts/noto-sans-arabic-arabic-wght-normal.woff2"
                r#as="font"
                r#type="font/woff2"
                crossorigin="anonymous"
            />
        }
    });
    program::provide(&options);
    view! {
        <!DOCTYPE html>
        <html data-theme=Theme::of_request().attribute() data-density=density()>
            <head>
                <meta charset="utf-8"/>
                <meta name="viewport" content="width=device-width, initial-scale=1"/>
                <meta name="color-scheme" content="light dark"/>
                <meta name="description" content=tu_string!(i18n, app.description)/>
                <link rel="icon" href="/favicon.ico" sizes="any"/>
                <link rel="icon" href="/logo.svg" type="image/svg+xml"/>
                <link
                    rel="preload"
                    href="/fonts/inter-latin-wght-normal.woff2"
                    r#as="font"
                    r#type="font/woff2"
                    crossorigin="anonymous"
                />
                {arabic_font}
                <HashedStylesheet options=options.clone() id="leptos"/>
                <AutoReload options/>
                {script::element()}
                {speculation::rules()}
                <MetaTags/>
            </head>
            <body>
                <App/>
            </body>
        </html>
    }
}

/// Sets the security headers. All resources come from this site, and scripts need the nonce of the
/// response. The referrer is only sent within the site, where the redirect after a form posted
/// without JavaScript needs it.
fn set_policies() {
    let (Some(nonce), Some(response)) = (use_nonce(), use_context::<ResponseOptions>()) else {
        return;
    };
    // The watch mode of cargo-leptos reloads the page over a WebSocket after a build.
    let reload =
        if cfg!(debug_assertions) { " ws://127.0.0.1:3001 ws://localhost:3001" } else { "" };
    let policy = format!(
        "default-src 'none'; script-src 'self' 'nonce-{nonce}' 'wasm-unsafe-eval'; \
         style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'{reload}; \
         form-action 'self'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'"
    );
    response.insert_header(REFERRER_POLICY, HeaderValue::from_static("same-origin"));
    if let Ok(policy) = HeaderValue::from_str(&policy) {
        response.insert_header(CONTENT_SECURITY_POLICY, policy);
    }
}

/// The density of tables: compact if the user has chosen so.
fn density() -> Option<String> {
    crate::server::cookie("density").filter(|density| density == "compact")
}
