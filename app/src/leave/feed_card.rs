//! The calendar feed of the user: its address is displayed once, and can be replaced and revoked.

use leptos::prelude::*;
use shared::leave::calendar_feed::CalendarFeed;

use super::serverfns::{CreateCalendarFeed, RevokeCalendarFeed};
use crate::i18n::tu_string;
use crate::ui::card::Card;
use crate::ui::icon::IconName;
use crate::ui::label::Language;
use crate::ui::sent_form::{
    ActionButton, Question, ResultNotice, SentForm, action_form, result_template, secret_field,
};
use crate::ui::time::{date_text, local_date};

/// The id of the template for a new address.
const RESULT: &str = "feed-once";

pub(super) fn feed_card(i18n: Language, feed: Option<CalendarFeed>) -> AnyView {
    let state = match feed {
        Some(feed) => active(i18n, feed),
        None => {
            let form = SentForm::named("create-feed").result(RESULT);
            let text = tu_string!(i18n, leave.feed.create);
            let button = ActionButton::new("button", IconName::Calendar, text);
            action_form::<CreateCalendarFeed>(form, Vec::new(), None, button)
        }
    };
    Card::new("feed-title", tu_string!(i18n, leave.feed.title)).stack(view! {
        <p>{tu_string!(i18n, leave.feed.text)}</p>
        {result_template(RESULT, address_notice(i18n))}
        <div class="stack-tight" id="feed" data-live="">
            {state}
        </div>
    })
}

/// The date of creation, and the forms that replace or revoke the address.
fn active(i18n: Language, feed: CalendarFeed) -> AnyView {
    let date = date_text(i18n, local_date(feed.created_at));
    let question = Question::new(
        tu_string!(i18n, leave.feed.replace_title),
        tu_string!(i18n, leave.feed.replace_effect),
        tu_string!(i18n, leave.feed.replace),
    );
    let replace = SentForm::named("replace-feed").asks(question).result(RESULT);
    let revoke = SentForm::named("revoke-feed").confirm(tu_string!(i18n, leave.feed.revoked));
    let text = tu_string!(i18n, leave.feed.replace);
    let replace_button = ActionButton::new("button", IconName::Key, text);
    let text = tu_string!(i18n, leave.feed.revoke);
    let revoke_button = ActionButton::new("button", IconName::X, text);
    view! {
        <p>{tu_string!(i18n, leave.feed.active, date = date)}</p>
        <div class="button-row">
            {action_form::<CreateCalendarFeed>(replace, Vec::new(), None, replace_button)}
            {action_form::<RevokeCalendarFeed>(revoke, Vec::new(), None, revoke_button)}
        </div>
    }
    .into_any()
}

/// The address, which is only displayed once.
fn address_notice(i18n: Language) -> AnyView {
    let (label, hint) = (tu_string!(i18n, leave.feed.address), tu_string!(i18n, leave.feed.once));
    view! {
        <ResultNotice title=tu_string!(
            i18n, leave.feed.created
        )>{secret_field(label, hint, "{address}")}</ResultNotice>
    }
    .into_any()
}
