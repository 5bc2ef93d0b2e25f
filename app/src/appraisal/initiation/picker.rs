//! The selection of people: a search with live results, and the selected people as chips.

use leptos::prelude::*;
use leptos_router::params::ParamsMap;
use shared::page::PageRequest;
use shared::staff::{Staff, StaffQuery, StaffSort};

use super::address::{InitiationAddress, listed};
use crate::error::UiResult;
use crate::i18n::{tu_string, use_i18n};
use crate::staff::{find_several_staff, list_staff};
use crate::ui::field::FieldError;
use crate::ui::icon::{Icon, IconName};
use crate::ui::label::Language;
use crate::ui::person::Person;

const FOUND_MAX: u32 = 100;

/// The search for people.
#[derive(Clone, Debug)]
pub struct Search {
    /// The searched part of a name, number or address.
    text: String,
    /// True for only people who are due for confirmation.
    due: bool,
}

impl Search {
    /// Reads the search from a URL.
    pub fn read(query: &ParamsMap) -> Self {
        let text = query.get("q").unwrap_or_default();
        Self { text, due: query.get("due").is_some() }
    }
}

/// The search results and the selected people.
#[derive(Clone, Debug)]
pub struct Searched {
    /// The matching people who are not selected yet; `None` without a search.
    found: Option<UiResult<Vec<Staff>>>,
    chosen: Vec<Staff>,
}

/// Finds the matching people, and loads the selected ones.
pub async fn search(address: &InitiationAddress, criteria: Search) -> Searched {
    let Search { text, due } = criteria;
    let text = text.trim();
    let query = StaffQuery {
        q: (!text.is_empty()).then(|| text.to_owned()),
        due: due.then_some(true),
        sort: Some(StaffSort::Name),
        page: PageRequest::new(1, FOUND_MAX),
        ..StaffQuery::default()
    };
    let found = if query.q.is_some() || due { Some(list_staff(query).await) } else { None };
    let is_free = |person: &Staff| !address.people.contains(&person.id);
    let rest = |people: Vec<Staff>| people.into_iter().filter(is_free).collect();
    let chosen = if address.people.is_empty() {
        Vec::new()
    } else {
        find_several_staff(address.people.clone()).await.unwrap_or_default()
    };
    Searched { found: found.map(|found| found.map(|page| rest(page.data))), chosen }
}

/// The search, its results, and the selected people.
pub fn people_field(address: &InitiationAddress, criteria: &Search, searched: Searched) -> AnyView {
    let i18n = use_i18n();
    let is_missing = address.has_nobody();
    let started = (!address.started.is_empty())
        .then(|| view! { <input type="hidden" name="started" value=listed(&address.started)/> });
    let error = is_missing.then(|| {
        let text = tu_string!(i18n, initiation.nobody).to_owned();
        view! { <FieldError id="staff-error".to_owned() text/> }
    });

    view! {
        <div class="field" data-refreshes="found">
            <input type="hidden" name="people" value=listed(&address.people)/>
            {started}
            <label class="field-label" for="staff">{tu_string!(i18n, initiation.people)}</label>
            {search_row(i18n, &criteria.text, is_missing)}
            <p class="field-hint" id="staff-hint">{tu_string!(i18n, initiation.people_hint)}</p>
            {error}
            <label class="choice">
                <input type="checkbox" name="due" value="true" checked=criteria.due/>
                <span>{tu_string!(i18n, initiation.due_only)}</span>
            </label>
            <div id="found" aria-live="polite">{searched.found.map(|it| found(i18n, it))}</div>
            {chosen(i18n, searched.chosen)}
        </div>
    }
    .into_any()
}

/// The search field; without JavaScript its button submits the search.
fn search_row(i18n: Language, text: &str, is_missing: bool) -> AnyView {
    let described_by = if is_missing { "staff-hint staff-error" } else { "staff-hint" };
    view! {
        <div class="search-row">
            <div class="search">
                <Icon name=IconName::Search/>
                <input
                    class="input"
                    id="staff"
                    name="q"
                    type="search"
                    autocomplete="off"
                    aria-invalid=is_missing.then_some("true")
                    aria-describedby=described_by
                    value=text.to_owned()
                />
            </div>
            <button class="button" type="submit">
                {tu_string!(i18n, initiation.find)}
            </button>
        </div>
    }
    .into_any()
}

/// The matching people; each is a button that selects the person.
fn found(i18n: Language, people: UiResult<Vec<Staff>>) -> AnyView {
    let people = match people {
        Ok(people) => people,
        Err(error) => return view! { <p class="field-error">{error.text(i18n)}</p> }.into_any(),
    };
    if people.is_empty() {
        return view! { <p class="muted">{tu_string!(i18n, initiation.nobody_fits)}</p> }
            .into_any();
    }
    let all = (people.len() > 1).then(|| {
        let ids: Vec<_> = people.iter().map(|person| person.id).collect();
        view! {
            <button class="button button-quiet" type="submit" name="add" value=listed(&ids)>
                <Icon name=IconName::Users/>
                {tu_string!(i18n, initiation.choose_all, count = ids.len())}
            </button>
        }
    });
    let lines: Vec<_> = people.into_iter().map(|person| found_line(i18n, person)).collect();

    view! {
        <ul class="list-lines pick-list">{lines}</ul>
        {all}
    }
    .into_any()
}

fn found_line(i18n: Language, person: Staff) -> AnyView {
    let parts = [Some(person.staff_number), person.job_title, person.department_name];
    let sub = parts.into_iter().flatten().collect::<Vec<_>>().join(" · ");
    let blocked = person.is_blocked.then(|| {
        view! { <span class="muted">{tu_string!(i18n, initiation.blocked)}</span> }
    });
    view! {
        <li>
            <button class="line-item" type="submit" name="add" value=person.id.to_string()>
                <Person name=person.name sub/>
                {blocked}
                <Icon name=IconName::Plus/>
            </button>
        </li>
    }
    .into_any()
}

/// The selected people; each has a button that removes the person.
fn chosen(i18n: Language, people: Vec<Staff>) -> AnyView {
    let chips: Vec<_> = people
        .into_iter()
        .map(|person| {
            let label = tu_string!(i18n, ui.remove, name = person.name.clone());
            view! {
                <li class="chip">
                    {person.name}
                    <button
                        type="submit"
                        name="remove"
                        value=person.id.to_string()
                        aria-label=label
                    >
                        <Icon name=IconName::X/>
                    </button>
                </li>
            }
            .into_any()
        })
        .collect();

    view! {
        <ul class="picked" aria-label=tu_string!(i18n, initiation.chosen)>
            {chips}
        </ul>
    }
    .into_any()
}
