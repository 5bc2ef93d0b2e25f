//! The annual entitlement of each type of leave.

use leptos::prelude::*;
use shared::leave::policy::LeavePolicy;

use crate::i18n::{tu_string, use_i18n};
use crate::leave::label::{number, type_label};
use crate::leave::manage_page::saving_form;
use crate::leave::serverfns::SetLeavePolicy;
use crate::ui::button::row_button;
use crate::ui::card::Card;
use crate::ui::label::Language;
use crate::ui::sent_form::sent_form;

/// One form for each type.
pub(in crate::leave) fn policies_card(policies: Vec<LeavePolicy>, year: i32) -> AnyView {
    let i18n = use_i18n();
    let rows: Vec<_> = policies.into_iter().map(|policy| row(i18n, policy)).collect();

    Card::new("policies-title", tu_string!(i18n, leave.keep.policies)).stack(view! {
        <p class="field-hint">{tu_string!(i18n, leave.keep.policies_text, year = year)}</p>
        {rows}
    })
}

fn row(i18n: Language, policy: LeavePolicy) -> AnyView {
    let name = type_label(i18n, policy.leave_type);
    let entitlement = policy.entitlement_days.map(number).unwrap_or_default();
    let carry = number(policy.carry_forward_max_days);
    let kind = policy.leave_type;
    let entitlement_id = format!("policy-entitlement-{kind}");
    let carry_id = format!("policy-carry-{kind}");
    let field = |name: &'static str, id: String, label: &'static str, value: String| {
        view! {
            <div class="field">
                <label class="field-label" for=id.clone()>{label}</label>
                <input
                    class="input input-short"
                    id=id
                    name=name
                    inputmode="decimal"
                    autocomplete="off"
                    value=value
                />
            </div>
        }
        .into_any()
    };
    let entitlement_label = tu_string!(i18n, leave.keep.entitlement);
    let carry_label = tu_string!(i18n, leave.keep.carry);

    let content = view! {
        <input type="hidden" name="leave_type" value=kind.as_str()/>
        {field("entitlement", entitlement_id, entitlement_label, entitlement)}
        {field("carry", carry_id, carry_label, carry)}
        {row_button(tu_string!(i18n, leave.keep.save), name)}
    };

    view! {
        <fieldset class="leave-policy">
            <legend>{name}</legend>
            {sent_form::<SetLeavePolicy>(saving_form("cluster"), content.into_any())}
        </fieldset>
    }
    .into_any()
}
