//! The portal account of a customer, and the actions on it.

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
use crate::people::new_page::{block_form, end_sessions_form, password_notice, reset_form};
use crate::session::may;
use crate::ui::card::Card;
use crate::ui::facts::plain_facts;
use crate::ui::input::{Input, input};
use crate::ui::label::Language;
use crate::ui::sent_form::{Question, SentForm, result_template, send_button, sent_form};

/// The card of the portal account on the customer page.
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
            let end = may(Permission::OrgManage).then(|| {
                end_sessions_form::<EndPortalAccountSessions>(
                    customer.id.to_string(),
                    &customer.name,
                )
            });
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
            {result_template("created-once", password_notice(i18n, "{temporaryPassword}"))}
            {result_template("password-once", password_notice(i18n, "{value}"))}
            <div class="stack" id="portal-acts" data-live="">{content}</div>
        })
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
    let password = Question::new(
        tu_string!(i18n, customer.portal.reset_title),
        tu_string!(i18n, customer.portal.reset_effect),
        tu_string!(i18n, customer.portal.reset),
    );
    let reset_mfa = account.mfa_enabled.then(|| {
        let factor = Question::new(
            tu_string!(i18n, mfa.reset_title),
            tu_string!(i18n, mfa.reset_effect),
            tu_string!(i18n, mfa.reset),
        );
        reset_form::<ResetPortalPassword>(id.to_string(), true, factor)
    });
    view! {
        {block(i18n, id, !account.is_blocked)}
        {reset_form::<ResetPortalPassword>(id.to_string(), false, password)}
        {reset_mfa}
    }
    .into_any()
}

fn block(i18n: Language, id: CustomerId, is_blocked: bool) -> AnyView {
    let (form, text) = if is_blocked {
        let text = tu_string!(i18n, customer.portal.block);
        let question = Question::new(
            tu_string!(i18n, customer.portal.block_title),
            tu_string!(i18n, customer.portal.block_effect),
            text,
        );
        (SentForm::named("block").asks(question), text)
    } else {
        (SentForm::default(), tu_string!(i18n, customer.portal.unblock))
    };
    block_form::<BlockPortalAccount>(form, id.to_string(), is_blocked, text)
}
