//! The selection of people: a search with live results, a group, and the type of review. The search
//! comes first: after a person is selected by key, it has the focus.

use std::collections::HashMap;

use leptos::prelude::*;
use shared::appraisal::ReviewType;
use shared::appraisal::proposal::{ProposalQuery, StaffGroup};
use shared::department::Department;
use shared::error::Code;
use shared::id::StaffId;
use shared::page::PageRequest;
use shared::staff::{Staff, StaffQuery, StaffSort};

use super::address::{InitiationAddress, listed};
use crate::appraisal::serverfns::propose;
use crate::error::UiResult;
use crate::error::words::code_words;
use crate::i18n::{tu_string, use_i18n};
use crate::staff::list_staff;
use crate::ui::button::submit_button;
use crate::ui::field::SelectField;
use crate::ui::icon::{Icon, IconName};
use crate::ui::label::{Language, review_type_label};
use crate::ui::person::{Person, about_line};
use crate::ui::sent_form::hidden;

const FOUND_MAX: u32 = 100;

/// The id of the form, to which buttons elsewhere on the page belong.
pub const FORM_ID: &str = "initiate";

/// A matching person, and the first condition that prevents the start.
type Match = (Staff, Option<Code>);

/// The matching people who are not selected yet; `None` without a search.
pub type Searched = Option<UiResult<Vec<Match>>>;

/// Finds the matching people, and checks who can be started.
pub async fn search(address: &InitiationAddress) -> Searched {
    if address.search.is_empty() {
        return None;
    }
    Some(matches(address).await)
}

async fn matches(address: &InitiationAddress) -> UiResult<Vec<Match>> {
    let query = StaffQuery {
        q: Some(address.search.clone()),
        sort: Some(StaffSort::Name),
        page: PageRequest::new(1, FOUND_MAX),
        ..StaffQuery::default()
    };
    let found = list_staff(query).await?.data.into_iter();
    let found: Vec<Staff> = found.filter(|it| !address.people.contains(&it.id)).collect();
    let people = found.iter().map(|person| person.id).collect();
    let query = ProposalQuery { review_type: address.review_type, people, group: None };
    let proposals = propose(query).await?;
    let blocked: HashMap<StaffId, Code> = proposals
        .blocked()
        .filter_map(|it| Some((it.preview.staff_id, it.preview.blockers.first()?.code)))
        .collect();
    Ok(found
        .into_iter()
        .map(|it| (blocked.get(&it.id).copied(), it))
        .map(|(a, b)| (b, a))
        .collect())
}

/// The search, its results, the group, and the type, in one GET form.
pub fn selection_form(
    address: &InitiationAddress,
    departments: &[Department],
    searched: Searched,
) -> AnyView {
    let i18n = use_i18n();
    let shown = address.group.map(|group| group.to_string()).unwrap_or_default();
    view! {
        <form
            class="card"
            id=FORM_ID
            action="/appraisals/new"
            data-refreshes="initiation"
            data-applies=""
        >
            <div class="card-body form">
                {hidden("shown", shown.clone())}
                {people_field(i18n, address, searched)}
                <div class="form-grid">
                    <SelectField
                        id="reviewType"
                        name="reviewType"
                        label=tu_string!(i18n, initiation.review_type)
                        options=review_types(i18n)
                        value=address.review_type.to_string()
                    />
                    <SelectField
                        id="group"
                        name="group"
                        label=tu_string!(i18n, initiation.group)
                        options=groups(i18n, departments)
                        value=shown
                        hint=tu_string!(i18n, initiation.group_hint)
                    />
                </div>
                <noscript>
                    <button class="button" type="submit">{tu_string!(i18n, list.filter)}</button>
                </noscript>
            </div>
        </form>
    }
    .into_any()
}

fn review_types(i18n: Language) -> Vec<(String, String)> {
    let types = ReviewType::ALL.iter();
    types.map(|kind| (kind.to_string(), review_type_label(i18n, *kind).to_owned())).collect()
}

fn groups(i18n: Language, departments: &[Department]) -> Vec<(String, String)> {
    let everyone = tu_string!(i18n, initiation.everyone);
    let due = tu_string!(i18n, initiation.due);
    let fixed = [
        (String::new(), tu_string!(i18n, initiation.no_group).to_owned()),
        (StaffGroup::DueForConfirmation.to_string(), due.to_owned()),
        (StaffGroup::Everyone.to_string(), everyone.to_owned()),
    ];
    let departments =
        departments.iter().map(|it| (StaffGroup::Department(it.id).to_string(), it.name.clone()));
    fixed.into_iter().chain(departments).collect()
}

fn people_field(i18n: Language, address: &InitiationAddress, searched: Searched) -> AnyView {
    view! {
        <div class="field" data-refreshes="found">
            <input type="hidden" name="people" value=listed(&address.people)/>
            <label class="field-label" for="staff">
                {tu_string!(i18n, initiation.people)}
            </label>
            <div class="search-row">
                <div class="search">
                    <Icon name=IconName::Search/>
                    <input
                        class="input"
                        id="staff"
                        name="q"
                        type="search"
                        autocomplete="off"
                        aria-describedby="staff-hint"
                        value=address.search.clone()
                    />
                </div>
                {submit_button(tu_string!(i18n, initiation.find))}
            </div>
            <p class="field-hint" id="staff-hint">
                {tu_string!(i18n, initiation.people_hint)}
            </p>
            <div id="found" aria-live="polite">
                {searched.map(|it| found(i18n, it))}
            </div>
        </div>
    }
    .into_any()
}

/// The matching people; each who can be started is a button that selects the person.
fn found(i18n: Language, people: UiResult<Vec<Match>>) -> AnyView {
    let people = match people {
        Ok(people) => people,
        Err(error) => return view! { <p class="field-error">{error.text(i18n)}</p> }.into_any(),
    };
    if people.is_empty() {
        return view! { <p class="muted">{tu_string!(i18n, initiation.no_match)}</p> }.into_any();
    }
    let startable = people.iter().filter(|(_, refusal)| refusal.is_none());
    let ids: Vec<_> = startable.map(|(person, _)| person.id).collect();
    let all = (ids.len() > 1).then(|| {
        view! {
            <button class="button button-quiet" type="submit" name="add" value=listed(&ids)>
                <Icon name=IconName::Users/>
                {tu_string!(i18n, initiation.choose_all, count = ids.len())}
            </button>
        }
    });
    let lines: Vec<_> = people.into_iter().map(found_line).collect();

    view! {
        <ul class="list-lines pick-list">{lines}</ul>
        {all}
    }
    .into_any()
}

fn found_line((person, refusal): Match) -> AnyView {
    let sub = about_line([Some(person.staff_number), person.job_title, person.department_name]);
    if let Some(code) = refusal {
        return view! {
            <li class="line-item">
                <Person name=person.name sub/>
                <span class="muted">{code_words(code)}</span>
            </li>
        }
        .into_any();
    }
    view! {
        <li>
            <button class="line-item" type="submit" name="add" value=person.id.to_string()>
                <Person name=person.name sub/>
                <Icon name=IconName::Plus/>
            </button>
        </li>
    }
    .into_any()
}
