//! Where somebody is signed in, and ending that: alike for staff and customers.

use leptos::form::ActionForm;
use leptos::prelude::*;
use shared::session::ActiveSession;

use super::device::device_text;
use super::form::{FormFn, on_success, refusal};
use crate::error::UiResult;
use crate::i18n::{tu_string, use_i18n};
use crate::people::parts::{Column, cell, plain_table};
use crate::ui::badge::{Badge, Tone};
use crate::ui::error_summary::ErrorSummary;
use crate::ui::icon::IconName;
use crate::ui::label::Language;
use crate::ui::one_time_key::one_time_key;
use crate::ui::page::loaded;
use crate::ui::time::Ago;
use crate::ui::toast::use_toasts;

/// The sessions of the reader.
///
/// * `list`: the server function that lists them.
/// * `end`: ends one.
/// * `end_others`: ends all but the one that asks.
#[component]
pub(crate) fn SessionsCard<L, F, E, O>(
    list: L,
    end: ServerAction<E>,
    end_others: ServerAction<O>,
) -> impl IntoView
where
    L: Fn() -> F + Copy + Send + Sync + 'static,
    F: Future<Output = UiResult<Vec<ActiveSession>>> + Send + 'static,
    E: FormFn<Output = ()>,
    O: FormFn<Output = ()>,
{
    let i18n = use_i18n();
    let (ended, toasts) = (RwSignal::new(0_u32), use_toasts());
    let told = move |text: &'static str| {
        ended.update(|count| *count = count.wrapping_add(1));
        toasts.confirm(text);
    };
    on_success(end, move |()| told(tu_string!(i18n, sessions.ended)));
    on_success(end_others, move |()| told(tu_string!(i18n, sessions.others_ended)));
    let (refused, others_refused) = (refusal(end), refusal(end_others));
    let error = Signal::derive(move || refused.get().or_else(|| others_refused.get()));
    let sessions = Resource::new(move || ended.get(), move |_| list());
    let content = loaded(sessions, move |sessions| content(i18n, sessions, end, end_others));

    view! {
        <section class="stack" aria-labelledby="sessions">
            <h2 id="sessions">{tu_string!(i18n, sessions.title)}</h2>
            <p class="muted">{tu_string!(i18n, sessions.lead)}</p>
            <ErrorSummary error/>
            {content}
        </section>
    }
    .into_any()
}

fn content<E: FormFn<Output = ()>, O: FormFn<Output = ()>>(
    i18n: Language,
    sessions: Vec<ActiveSession>,
    end: ServerAction<E>,
    end_others: ServerAction<O>,
) -> AnyView {
    let columns = [
        Column::Text(tu_string!(i18n, sessions.device)),
        Column::Text(tu_string!(i18n, sessions.began)),
        Column::Text(tu_string!(i18n, sessions.seen)),
        Column::Text(tu_string!(i18n, sessions.action)),
    ];
    let has_others = sessions.iter().any(|session| !session.current);
    let rows: Vec<_> = sessions.into_iter().map(|session| row(i18n, session, end)).collect();
    let others = has_others.then(|| others_form(i18n, end_others));

    view! {
        {plain_table(tu_string!(i18n, sessions.title), &columns, rows)}
        {others}
    }
    .into_any()
}

fn row<E: FormFn<Output = ()>>(
    i18n: Language,
    session: ActiveSession,
    end: ServerAction<E>,
) -> AnyView {
    let device = device_text(i18n, session.user_agent.as_deref());
    let action = if session.current {
        let text = tu_string!(i18n, sessions.current);
        view! { <Badge tone=Tone::Success icon=IconName::Check text/> }.into_any()
    } else {
        end_form(i18n, &session, &device, end)
    };
    let ip = session.ip.map(|ip| view! { <span class="table-sub" dir="ltr">{ip}</span> });
    let (began, seen) = (session.created_at, session.last_seen_at);

    view! {
        <tr role="row">
            <th scope="row" role="rowheader">
                <span title=session.user_agent>{device}</span>
                {ip}
            </th>
            {cell(tu_string!(i18n, sessions.began), view! { <Ago at=began/> }.into_any())}
            {cell(tu_string!(i18n, sessions.seen), view! { <Ago at=seen/> }.into_any())}
            {cell(tu_string!(i18n, sessions.action), action)}
        </tr>
    }
    .into_any()
}

fn end_form<E: FormFn<Output = ()>>(
    i18n: Language,
    session: &ActiveSession,
    device: &str,
    end: ServerAction<E>,
) -> AnyView {
    let id = session.id.to_string();
    let whose = match &session.ip {
        Some(ip) => format!(": {device}, {ip}"),
        None => format!(": {device}"),
    };
    view! {
        <ActionForm action=end>{one_time_key()}
            <input type="hidden" name="id" value=id/>
            <button
                class="button"
                type="submit"
                aria-busy=move || end.pending().get().then_some("true")
            >
                {tu_string!(i18n, sessions.end)}
                <span class="visually-hidden">{whose}</span>
            </button>
        </ActionForm>
    }
    .into_any()
}

fn others_form<O: FormFn<Output = ()>>(i18n: Language, end_others: ServerAction<O>) -> AnyView {
    view! {
        <ActionForm action=end_others>{one_time_key()}
            <button
                class="button"
                type="submit"
                aria-busy=move || end_others.pending().get().then_some("true")
            >
                {tu_string!(i18n, sessions.end_others)}
            </button>
        </ActionForm>
    }
    .into_any()
}
