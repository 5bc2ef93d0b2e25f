//! The forms that create and change a webhook, and the notices that display its secret once.

use leptos::prelude::*;
use shared::event::EventType;
use shared::extensible::Extensible;
use shared::webhook::{Webhook, webhook_types};

use super::parts::edit_foot;
use super::webhook_page::{PATH, event_words};
use super::{ChangeWebhook, CreateWebhook};
use crate::i18n::tu_string;
use crate::ui::card::section;
use crate::ui::input::{Input, input, tick, tick_list};
use crate::ui::label::Language;
use crate::ui::sent_form::{
    ResultNotice, SentForm, form_card, form_card_with, hidden, result_template, secret_field,
    sent_form,
};

/// The form that creates a webhook.
pub(super) fn creation_form(i18n: Language) -> AnyView {
    let form = SentForm::default().class("card").result("webhook-once");
    let content =
        form_card(fields(i18n, String::new(), &[]), tu_string!(i18n, people.webhook.create));
    let content = view! {
        {result_template("webhook-once", creation_notice(i18n))}
        {sent_form::<CreateWebhook>(form, content.into_any())}
    };
    section("stack", "new-webhook", tu_string!(i18n, people.webhook.new), content)
}

/// The form that changes the address and the events of a webhook.
pub(super) fn change_form(i18n: Language, webhook: &Webhook) -> AnyView {
    let form = SentForm::draft_card(format!("webhook-{}", webhook.id))
        .confirm(tu_string!(i18n, people.form.saved));
    let content = view! {
        {hidden("id", webhook.id)}
        {form_card_with(fields(i18n, webhook.url.clone(), &webhook.types), edit_foot(PATH, true))}
    };
    let content = sent_form::<ChangeWebhook>(form, content.into_any());
    section("stack", "edit", tu_string!(i18n, people.webhook.edit), content)
}

fn fields(i18n: Language, url: String, types: &[Extensible<EventType>]) -> AnyView {
    let url = Input::new("url", "url", tu_string!(i18n, people.webhook.url))
        .kind("url")
        .hint(tu_string!(i18n, people.webhook.url_hint))
        .value(url);
    let event = |it: EventType| {
        let is_chosen = types.iter().any(|chosen| *chosen == it);
        tick("types[]", it.as_str(), event_words(i18n, it).to_owned(), is_chosen)
    };
    let ticks: Vec<_> = webhook_types().map(event).collect();
    view! {
        {input(url)}
        {tick_list(
            "types",
            tu_string!(i18n, people.webhook.events),
            ticks,
            tu_string!(i18n, people.webhook.events_hint),
        )}
    }
    .into_any()
}

/// The secret of a new webhook, which is only displayed once.
fn creation_notice(i18n: Language) -> AnyView {
    let title = tu_string!(i18n, people.webhook.made, url = "#");
    secret_notice(i18n, title.replace('#', "{url}"))
}

/// The same after a rotation.
pub(super) fn rotation_notice(i18n: Language) -> AnyView {
    secret_notice(i18n, tu_string!(i18n, people.webhook.rotated).to_owned())
}

fn secret_notice(i18n: Language, title: String) -> AnyView {
    let (label, hint) =
        (tu_string!(i18n, people.webhook.secret), tu_string!(i18n, people.webhook.once));
    view! {
        <ResultNotice title>
            {secret_field(label, hint, "{secret}")}
        </ResultNotice>
    }
    .into_any()
}
