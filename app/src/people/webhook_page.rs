//! The webhooks of integrations: list, creation, change, pause, resend, rotation of the secret,
//! deletion. The query parameter `edit` selects the webhook to change.

use leptos::prelude::*;
use shared::audit::AuditAction;
use shared::event::EventType;
use shared::extensible::Extensible;
use shared::webhook::{FailureReason, Webhook, WebhookFailure, WebhookStatus};

use super::audit_words::action_words;
use super::webhook_form::{change_form, creation_form, rotation_notice};
use super::{
    Area, DeleteWebhook, ReplayWebhook, RotateWebhookSecret, SetWebhookStatus, area_tabs,
    list_webhooks,
};
use crate::i18n::{tu_string, use_i18n};
use crate::ui::badge::{Badge, Tone};
use crate::ui::button::row_button;
use crate::ui::digits::{listed, number};
use crate::ui::icon::IconName;
use crate::ui::label::{Language, spelled_out};
use crate::ui::page::{PageHead, found};
use crate::ui::query::parameter;
use crate::ui::sent_form::{Question, SentForm, hidden, one_of_many, refusal, result_template};
use crate::ui::table::{Cell, Column, plain_table};
use crate::ui::time::{date_text, exact_text, local_date};

pub(super) const PATH: &str = "/webhooks";

/// The page at `/webhooks`.
#[component]
pub fn WebhooksPage() -> impl IntoView {
    let i18n = use_i18n();
    let edited = parameter::<String>("edit").unwrap_or_default();
    let content = found(list_webhooks(), move |webhooks| content(i18n, webhooks, &edited));
    let title = tu_string!(i18n, people.area.webhooks);

    PageHead::new(title, tu_string!(i18n, people.webhook.lead)).page(view! {
        {area_tabs(Area::Webhooks)}
        {refusal::<SetWebhookStatus>()}
        {refusal::<ReplayWebhook>()}
        {refusal::<RotateWebhookSecret>()}
        {refusal::<DeleteWebhook>()}
        {result_template("webhook-rotated", rotation_notice(i18n))}
        {content}
    })
}

fn content(i18n: Language, webhooks: Vec<Webhook>, edited: &str) -> AnyView {
    let edited = webhooks.iter().find(|it| it.id.to_string() == edited);
    let form = edited.map_or_else(|| creation_form(i18n), |webhook| change_form(i18n, webhook));
    view! {
        <div id="webhooks" data-live="">{table(i18n, webhooks)}</div>
        {form}
    }
    .into_any()
}

fn table(i18n: Language, webhooks: Vec<Webhook>) -> AnyView {
    if webhooks.is_empty() {
        return view! { <p class="muted">{tu_string!(i18n, people.webhook.none)}</p> }.into_any();
    }
    let columns = [
        Column::Text(tu_string!(i18n, people.webhook.url)),
        Column::Text(tu_string!(i18n, people.webhook.events)),
        Column::Text(tu_string!(i18n, people.webhook.deliveries)),
        Column::Text(tu_string!(i18n, people.webhook.status)),
        Column::Text(tu_string!(i18n, people.webhook.actions)),
    ];
    let rows = webhooks.into_iter().map(|webhook| row(i18n, webhook));
    plain_table(tu_string!(i18n, people.area.webhooks), &columns, rows)
}

fn row(i18n: Language, webhook: Webhook) -> [Cell; 5] {
    let created = date_text(i18n, local_date(webhook.created_at));
    let created = tu_string!(i18n, people.webhook.created_on, date = created);
    let events: Vec<_> = webhook.types.iter().map(|it| type_words(i18n, it)).collect();
    let events = if events.is_empty() {
        tu_string!(i18n, people.webhook.all_events).to_owned()
    } else {
        listed(&events)
    };
    let (deliveries, status) = (deliveries(i18n, &webhook), status_badge(i18n, webhook.status));
    let actions = actions(i18n, &webhook);

    [
        Cell::head(view! {
            <a href=format!("{PATH}?edit={}#edit", webhook.id)>
                <bdi dir="ltr">{webhook.url}</bdi>
            </a>
            <span class="table-sub">{created}</span>
        }),
        Cell::text(events),
        Cell::text(deliveries),
        Cell::text(status),
        Cell::text(actions),
    ]
}

fn type_words(i18n: Language, event_type: &Extensible<EventType>) -> String {
    match event_type {
        Extensible::Known(event_type) => event_words(i18n, *event_type).to_owned(),
        Extensible::Unknown(code) => spelled_out(code),
    }
}

/// The label of an event: that of the same action in the audit log.
pub(super) fn event_words(i18n: Language, event_type: EventType) -> &'static str {
    let name = event_type.as_str();
    let action = name.strip_prefix("credit.").unwrap_or(name);
    match action.parse::<AuditAction>() {
        Ok(action) => action_words(i18n, action),
        Err(_) => tu_string!(i18n, people.webhook.overdue_changed),
    }
}

fn status_badge(i18n: Language, status: WebhookStatus) -> AnyView {
    let (tone, icon, text) = match status {
        WebhookStatus::Active => {
            (Tone::Success, IconName::Check, tu_string!(i18n, people.webhook.active))
        }
        WebhookStatus::Paused => {
            (Tone::Neutral, IconName::Clock, tu_string!(i18n, people.webhook.paused))
        }
    };
    view! { <Badge tone icon text/> }.into_any()
}

/// The counts of undelivered events, and the last results.
fn deliveries(i18n: Language, webhook: &Webhook) -> AnyView {
    let pending = tu_string!(i18n, people.webhook.pending, count = number(webhook.pending));
    let dead = (webhook.dead > 0).then(|| {
        let text = tu_string!(i18n, people.webhook.dead, count = number(webhook.dead));
        view! { <Badge tone=Tone::Danger icon=IconName::AlertTriangle text/> }
    });
    let delivered = match webhook.last_delivered_at {
        Some(at) => {
            tu_string!(i18n, people.webhook.last_delivered, time = exact_text(i18n, at))
        }
        None => tu_string!(i18n, people.webhook.never_delivered).to_owned(),
    };
    let failed = webhook.last_failure.clone().map(|failure| {
        let (time, reason) = (exact_text(i18n, failure.at), failure_words(i18n, failure));
        let text = tu_string!(i18n, people.webhook.last_failed, time = time, reason = reason);
        view! { <span class="table-sub">{text}</span> }
    });
    view! {
        <span class="cluster">{pending} {dead}</span>
        <span class="table-sub">{delivered}</span>
        {failed}
    }
    .into_any()
}

fn failure_words(i18n: Language, failure: WebhookFailure) -> String {
    let reason = match failure.reason {
        Extensible::Known(reason) => reason,
        Extensible::Unknown(code) => return spelled_out(&code),
    };
    let text = match reason {
        FailureReason::HttpStatus => {
            let status = failure.http_status.map(number).unwrap_or_default();
            return tu_string!(i18n, people.webhook.reason_http_status, status = status);
        }
        FailureReason::HostNotFound => tu_string!(i18n, people.webhook.reason_host_not_found),
        FailureReason::AddressNotAllowed => {
            tu_string!(i18n, people.webhook.reason_address_not_allowed)
        }
        FailureReason::ConnectionFailed => {
            tu_string!(i18n, people.webhook.reason_connection_failed)
        }
        FailureReason::TlsFailed => tu_string!(i18n, people.webhook.reason_tls_failed),
        FailureReason::Timeout => tu_string!(i18n, people.webhook.reason_timeout),
        FailureReason::SecretUnreadable => {
            tu_string!(i18n, people.webhook.reason_secret_unreadable)
        }
    };
    text.to_owned()
}

fn actions(i18n: Language, webhook: &Webhook) -> AnyView {
    let replay = (webhook.dead > 0).then(|| {
        let form = SentForm::default().confirm(tu_string!(i18n, people.webhook.replay_done));
        let content = button(webhook, tu_string!(i18n, people.webhook.replay));
        one_of_many::<ReplayWebhook>(form, content)
    });
    let rotate = Question::new(
        tu_string!(i18n, people.webhook.rotate_title),
        tu_string!(i18n, people.webhook.rotate_effect),
        tu_string!(i18n, people.webhook.rotate),
    );
    let rotate =
        SentForm::named(format!("rotate-{}", webhook.id)).asks(rotate).result("webhook-rotated");
    let delete = Question::new(
        tu_string!(i18n, people.webhook.delete_title),
        tu_string!(i18n, people.webhook.delete_effect),
        tu_string!(i18n, people.webhook.delete),
    );
    let delete = SentForm::named(format!("delete-{}", webhook.id))
        .asks(delete)
        .confirm(tu_string!(i18n, people.webhook.deleted));
    let rotate_button = button(webhook, tu_string!(i18n, people.webhook.rotate));
    let delete_button = button(webhook, tu_string!(i18n, people.webhook.delete));
    view! {
        <span class="cluster">
            {replay}
            {status_form(i18n, webhook)}
            {one_of_many::<RotateWebhookSecret>(rotate, rotate_button)}
            {one_of_many::<DeleteWebhook>(delete, delete_button)}
        </span>
    }
    .into_any()
}

/// The form that pauses an active webhook, or resumes a paused one.
fn status_form(i18n: Language, webhook: &Webhook) -> AnyView {
    let (next, text, done) = match webhook.status {
        WebhookStatus::Active => (
            WebhookStatus::Paused,
            tu_string!(i18n, people.webhook.pause),
            tu_string!(i18n, people.webhook.pause_done),
        ),
        WebhookStatus::Paused => (
            WebhookStatus::Active,
            tu_string!(i18n, people.webhook.resume),
            tu_string!(i18n, people.webhook.resume_done),
        ),
    };
    let content = view! {
        {hidden("status", next)}
        {button(webhook, text)}
    };
    one_of_many::<SetWebhookStatus>(SentForm::default().confirm(done), content.into_any())
}

/// The id of the webhook, and a button that names it for screen readers.
fn button(webhook: &Webhook, text: &'static str) -> AnyView {
    view! {
        {hidden("id", webhook.id)}
        {row_button(text, &webhook.url)}
    }
    .into_any()
}
