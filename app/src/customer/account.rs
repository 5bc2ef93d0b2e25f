//! The account of a customer at the portal, and what can be done about it.

use leptos::prelude::*;
use shared::customer::Customer;
use shared::id::CustomerId;
use shared::permission::Permission;
use shared::portal::PortalAccount;

use super::fields::portal_badge;
use super::{
    BlockPortalAccount, CreatePortalAccount, EndPortalAccountSessions, ResetPortalPassword,
};
use crate::i18n::tu_string;
use crate::people::new_page::password_once;
use crate::session::may;
use crate::ui::card::Card;
use crate::ui::facts::plain_facts;
use crate::ui::icon::IconName;
use crate::ui::input::{Input, input};
use crate::ui::label::Language;
use crate::ui::sent_form::{
    ActButton, Question, SentForm, act_form, send_button, sent_form, shown_once,
};

/// The card beside the customer.
pub(super) fn account_card(i18n: Language, customer: &Customer) -> AnyView {
    let manages = may(Permission::CustomersManage);
    let content = match &customer.portal_account {
        None => {
            let make = manages.then(|| create(i18n, customer));
            view! { <p class="muted">{tu_string!(i18n, customer.portal.none_text)}</p> {make} }
                .into_any()
        }
        Some(account) => {
            let factor = if account.mfa_enabled {
                tu_string!(i18n, mfa.is_on)
            } else {
                tu_string!(i18n, mfa.off_title)
            };
            let facts = [
                (tu_string!(i18n, customer.portal.email), account.email.clone()),
                (tu_string!(i18n, mfa.title), factor.to_owned()),
            ];
            let change = manages.then(|| account_acts(i18n, customer.id, account));
            let end = may(Permission::OrgManage).then(|| end(i18n, customer));
            view! {
                {plain_facts(facts)}
                {change}
                {end}
            }
            .into_any()
        }
    };

    Card::new("portal-account", tu_string!(i18n, customer.portal.title))
        .beside(
            view! { <span id="portal-badge" data-live="">{portal_badge(i18n, customer)}</span> },
        )
        .stack(view! {
            {shown_once("created-once", password_notice(i18n, "{temporaryPassword}"))}
            {shown_once("password-once", password_notice(i18n, "{value}"))}
            <div class="stack" id="portal-acts" data-live="">{content}</div>
        })
}

/// The password that was just given, shown this once.
fn password_notice(i18n: Language, value: &'static str) -> AnyView {
    view! { <div>{password_once(i18n, value)}</div> }.into_any()
}

fn create(i18n: Language, customer: &Customer) -> AnyView {
    let email = Input::new("portal-email", "email", tu_string!(i18n, customer.portal.email))
        .kind("email")
        .value(customer.email.clone())
        .hint(tu_string!(i18n, customer.portal.email_hint));
    let form =
        SentForm::default().class("form").result("created-once").anchors(r#"{"*":"portal-email"}"#);
    let content = view! {
        <input type="hidden" name="id" value=customer.id.to_string()/>
        {input(email)}
        {send_button(tu_string!(i18n, customer.portal.create))}
    };
    sent_form::<CreatePortalAccount>(form, content.into_any())
}

fn account_acts(i18n: Language, id: CustomerId, account: &PortalAccount) -> AnyView {
    let reset_mfa = account.mfa_enabled.then(|| reset_mfa(i18n, id));
    let block = if account.is_blocked { unblock(i18n, id) } else { block(i18n, id) };
    view! {
        {block}
        {reset(i18n, id)}
        {reset_mfa}
    }
    .into_any()
}

fn unblock(i18n: Language, id: CustomerId) -> AnyView {
    let text = tu_string!(i18n, customer.portal.unblock);
    let button = ActButton::new("button", IconName::Lock, text);
    let fields = vec![("id", id.to_string()), ("is_blocked", false.to_string())];
    act_form::<BlockPortalAccount>(SentForm::default(), fields, None, button)
}

fn block(i18n: Language, id: CustomerId) -> AnyView {
    let text = tu_string!(i18n, customer.portal.block);
    let form = SentForm::named("block").asks(Question::new(
        tu_string!(i18n, customer.portal.block_title),
        tu_string!(i18n, customer.portal.block_effect),
        text,
    ));
    let button = ActButton::new("button button-danger", IconName::Lock, text);
    let fields = vec![("id", id.to_string()), ("is_blocked", true.to_string())];
    act_form::<BlockPortalAccount>(form, fields, None, button)
}

fn reset(i18n: Language, id: CustomerId) -> AnyView {
    let text = tu_string!(i18n, customer.portal.reset);
    let form = SentForm::named("reset")
        .asks(Question::new(
            tu_string!(i18n, customer.portal.reset_title),
            tu_string!(i18n, customer.portal.reset_effect),
            text,
        ))
        .result("password-once");
    let button = ActButton::new("button", IconName::Key, text);
    let fields = vec![("id", id.to_string()), ("mfa", false.to_string())];
    act_form::<ResetPortalPassword>(form, fields, None, button)
}

fn reset_mfa(i18n: Language, id: CustomerId) -> AnyView {
    let text = tu_string!(i18n, mfa.reset);
    let form = SentForm::named("reset-mfa")
        .asks(Question::new(
            tu_string!(i18n, mfa.reset_title),
            tu_string!(i18n, mfa.reset_effect),
            text,
        ))
        .result("password-once");
    let button = ActButton::new("button", IconName::Lock, text);
    let fields = vec![("id", id.to_string()), ("mfa", true.to_string())];
    act_form::<ResetPortalPassword>(form, fields, None, button)
}

fn end(i18n: Language, customer: &Customer) -> AnyView {
    let effect = tu_string!(i18n, sessions.end_all_effect);
    let text = tu_string!(i18n, sessions.end_all);
    let form = SentForm::named("end-sessions").confirm(tu_string!(i18n, sessions.all_ended)).asks(
        Question::new(
            tu_string!(i18n, sessions.end_all_ask, name = customer.name.clone()),
            effect,
            text,
        ),
    );
    let button = ActButton::new("button", IconName::LogOut, text);
    let fields = vec![("id", customer.id.to_string())];
    view! {
        <p class="muted">{effect}</p>
        {act_form::<EndPortalAccountSessions>(form, fields, None, button)}
    }
    .into_any()
}
