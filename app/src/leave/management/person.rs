//! The balances and requests of a member of staff, and the form for adjustments.

use leptos::prelude::*;
use shared::leave::LeaveType;
use shared::leave::balance::LeaveBalances;
use shared::leave::request::LeaveRequest;
use shared::staff::Staff;

use crate::i18n::{tu_string, use_i18n};
use crate::leave::card::balance_cards;
use crate::leave::label::type_label;
use crate::leave::manage_page::saving_form;
use crate::leave::my_leave_page::year_head;
use crate::leave::serverfns::{AdjustLeave, LeaveManagementPageData, LeaveManagementQuery};
use crate::leave::table::{Rows, request_table};
use crate::ui::button::submit_button_with;
use crate::ui::card::Card;
use crate::ui::field::{SelectField, TextField};
use crate::ui::icon::IconName;
use crate::ui::label::Language;
use crate::ui::sent_form::{SentForm, form_card, hidden, sent_form};

/// The search for a member of staff, and the leave of the selected one.
pub(in crate::leave) fn person_card(
    query: &LeaveManagementQuery,
    data: &LeaveManagementPageData,
) -> AnyView {
    let i18n = use_i18n();
    let q = query.q.clone().unwrap_or_default();
    let none = (query.q.is_some() && data.found.is_empty())
        .then(|| view! { <p class="muted">{tu_string!(i18n, leave.keep.no_match)}</p> });
    let found: Vec<_> = data.found.iter().map(person_line).collect();
    let person = data.person.clone();
    let requests = data.requests.clone();
    let chosen = person.map(|balances| chosen(i18n, &balances, requests));

    view! {
        {Card::new("person-title", tu_string!(i18n, leave.keep.person)).stack(view! {
            <form class="filters" role="search" action="/leave/manage">
                <div class="field field-search">
                    <label class="field-label" for="person-q">
                        {tu_string!(i18n, leave.keep.name)}
                    </label>
                    <input class="input" id="person-q" name="q" type="search" value=q/>
                </div>
                {submit_button_with(IconName::Search, tu_string!(i18n, leave.keep.search))}
            </form>
            {none}
            <ul class="leave-rows">{found}</ul>
        })}
        {chosen}
    }
    .into_any()
}

fn person_line(person: &Staff) -> AnyView {
    let about = person.department_name.clone().unwrap_or_default();
    view! {
        <li>
            <a href=format!("/leave/manage?staff={}", person.id)>{person.name.clone()}</a>
            " "
            <span class="muted">{about}</span>
        </li>
    }
    .into_any()
}

fn chosen(i18n: Language, balances: &LeaveBalances, requests: Vec<LeaveRequest>) -> AnyView {
    let address = format!("/leave/manage?staff={}&", balances.staff_id);
    let history = format!("/people/{}/appraisals", balances.staff_id);
    let list = (!requests.is_empty()).then(|| request_table(requests, Rows::Others, None));

    view! {
        <section class="stack" aria-labelledby="chosen-title">
            <div class="cluster">
                <h2 id="chosen-title">{balances.staff_name.clone()}</h2>
                <a href=history>{tu_string!(i18n, leave.keep.history)}</a>
            </div>
            {year_head(balances.year, &address)}
            {balance_cards(balances, None)}
            {list}
            {adjust_form(i18n, balances)}
        </section>
    }
    .into_any()
}

fn adjust_form(i18n: Language, balances: &LeaveBalances) -> AnyView {
    let types = LeaveType::ALL.iter();
    let options: Vec<_> =
        types.map(|it| (it.to_string(), type_label(i18n, *it).to_owned())).collect();
    let chosen = LeaveType::Annual.to_string();

    let form = SentForm {
        anchors: r#"{"days":"adjust-days","reason":"adjust-reason","year":"adjust-year"}"#
            .to_owned(),
        ..saving_form("")
    };
    let fields = view! {
        {hidden("staff_id", balances.staff_id)}
        <div class="form-grid">
            <SelectField
                id="adjust-type"
                name="leave_type"
                label=tu_string!(i18n, leave.form.kind)
                options
                value=chosen
            />
            <TextField
                id="adjust-year"
                name="year"
                label=tu_string!(i18n, leave.keep.year)
                value=balances.year.to_string()
                required=true
            />
            <TextField
                id="adjust-days"
                name="days"
                label=tu_string!(i18n, leave.keep.days)
                hint=tu_string!(i18n, leave.keep.days_hint)
                required=true
            />
            <TextField
                id="adjust-reason"
                name="reason"
                label=tu_string!(i18n, leave.keep.reason)
                required=true
            />
        </div>
    };
    let content = form_card(fields, tu_string!(i18n, leave.keep.adjust_submit));

    Card::below("adjust-title", tu_string!(i18n, leave.keep.adjust))
        .with(sent_form::<AdjustLeave>(form, content))
}
