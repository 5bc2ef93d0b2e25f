//! The card with the active sessions of an account, for staff and customers.

use leptos::prelude::*;
use leptos::server_fn::ServerFn;
use shared::session::ActiveSession;

use super::device::device_text;
use crate::error::{UiError, UiResult};
use crate::i18n::{tu_string, use_i18n};
use crate::ui::badge::{Badge, Tone};
use crate::ui::button::{row_button, submit_button};
use crate::ui::icon::IconName;
use crate::ui::label::Language;
use crate::ui::page::found;
use crate::ui::sent_form::{SentForm, sent_form};
use crate::ui::table::{Cell, Column, plain_table};
use crate::ui::time::Ago;

/// The active sessions of the user. `E` ends one of them, `O` all but the current one.
///
/// * `list`: loads the sessions.
pub(crate) fn sessions_card<E, O>(
    list: impl Future<Output = UiResult<Vec<ActiveSession>>> + Send + 'static,
) -> AnyView
where
    E: ServerFn<Error = UiError>,
    O: ServerFn<Error = UiError>,
{
    let i18n = use_i18n();
    let content = found(list, move |sessions| content::<E, O>(i18n, sessions));

    view! {
        <section class="stack" aria-labelledby="sessions">
            <h2 id="sessions">{tu_string!(i18n, sessions.title)}</h2>
            <p class="muted">{tu_string!(i18n, sessions.lead)}</p>
            {content}
        </section>
    }
    .into_any()
}

fn content<E, O>(i18n: Language, sessions: Vec<ActiveSession>) -> AnyView
where
    E: ServerFn<Error = UiError>,
    O: ServerFn<Error = UiError>,
{
    let columns = [
        Column::Text(tu_string!(i18n, sessions.device)),
        Column::Text(tu_string!(i18n, sessions.began)),
        Column::Text(tu_string!(i18n, sessions.seen)),
        Column::Text(tu_string!(i18n, sessions.action)),
    ];
    let has_others = sessions.iter().any(|session| !session.current);
    let rows = sessions.into_iter().map(|session| row::<E>(i18n, session));
    let others = has_others.then(|| others_form::<O>(i18n));

    view! {
        {plain_table(tu_string!(i18n, sessions.title), &columns, rows)}
        {others}
    }
    .into_any()
}

fn row<E: ServerFn<Error = UiError>>(i18n: Language, session: ActiveSession) -> [Cell; 4] {
    let device = device_text(i18n, session.user_agent.as_deref());
    let action = if session.current {
        let text = tu_string!(i18n, sessions.current);
        view! { <Badge tone=Tone::Success icon=IconName::Check text/> }.into_any()
    } else {
        end_form::<E>(i18n, &session, &device)
    };
    let ip = session.ip.map(|ip| view! { <span class="table-sub" dir="ltr">{ip}</span> });
    let (began, seen) = (session.created_at, session.last_seen_at);

    [
        Cell::head(view! {
            <span title=session.user_agent>{device}</span>
            {ip}
        }),
        Cell::text(view! { <Ago at=began/> }),
        Cell::text(view! { <Ago at=seen/> }),
        Cell::text(action),
    ]
}

fn end_form<E: ServerFn<Error = UiError>>(
    i18n: Language,
    session: &ActiveSession,
    device: &str,
) -> AnyView {
    let whose = match &session.ip {
        Some(ip) => format!("{device}, {ip}"),
        None => device.to_owned(),
    };
    let form = SentForm::default().confirm(tu_string!(i18n, sessions.ended));
    let content = view! {
        <input type="hidden" name="id" value=session.id.to_string()/>
        {row_button(tu_string!(i18n, sessions.end), &whose)}
    };
    sent_form::<E>(form, content.into_any())
}

fn others_form<O: ServerFn<Error = UiError>>(i18n: Language) -> AnyView {
    let form = SentForm::default().confirm(tu_string!(i18n, sessions.others_ended));
    sent_form::<O>(form, submit_button(tu_string!(i18n, sessions.end_others)))
}
