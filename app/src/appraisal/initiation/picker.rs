//! Choosing people: a search that fills while one types, and what is chosen as chips.

use std::time::Duration;

use leptos::leptos_dom::helpers::TimeoutHandle;
use leptos::prelude::*;
use leptos_router::hooks::use_query_map;
use shared::page::PageRequest;
use shared::staff::{Staff, StaffQuery, StaffSort};

use super::address::InitiationAddress;
use crate::i18n::{tu_string, use_i18n};
use crate::staff::{find_several_staff, list_staff};
use crate::ui::field::FieldError;
use crate::ui::icon::{Icon, IconName};
use crate::ui::once::once;
use crate::ui::person::Person;

const PAUSE: Duration = Duration::from_millis(250);
const FOUND_MAX: u32 = 100;

/// The search, what it finds, and who is chosen.
///
/// * `address`: who is chosen.
#[component]
pub fn PeoplePicker(address: Memo<InitiationAddress>) -> impl IntoView {
    let i18n = use_i18n();
    let query = use_query_map();
    let typed = RwSignal::new(query.read_untracked().get("q").unwrap_or_default());
    let due = RwSignal::new(query.read_untracked().get("due").is_some());
    let is_missing = Memo::new(move |_| {
        let address = address.read();
        address.checked && address.people.is_empty()
    });
    let chosen = Memo::new(move |_| {
        let people: Vec<_> = address.read().people.iter().map(ToString::to_string).collect();
        people.join(",")
    });

    view! {
        <div class="field">
            <input type="hidden" name="people" value=move || chosen.get()/>
            <label class="field-label" for="staff">{tu_string!(i18n, initiation.people)}</label>
            <SearchInput typed is_missing/>
            <p class="field-hint" id="staff-hint">{tu_string!(i18n, initiation.people_hint)}</p>
            {move || {
                let text = tu_string!(i18n, initiation.nobody).to_owned();
                is_missing.get().then(|| view! { <FieldError id="staff-error".to_owned() text/> })
            }}
            <label class="choice">
                <input
                    type="checkbox"
                    name="due"
                    value="true"
                    checked=due.get_untracked()
                    on:change=move |event| due.set(event_target_checked(&event))
                />
                <span>{tu_string!(i18n, initiation.due_only)}</span>
            </label>
            <Found typed due address/>
            <Chosen address/>
        </div>
    }
    .into_any()
}

/// The search; asks once typing stops. Without JavaScript its button asks.
///
/// * `typed`: what stands in it.
/// * `is_missing`: true when the check was asked for with nobody chosen.
#[component]
fn SearchInput(typed: RwSignal<String>, is_missing: Memo<bool>) -> impl IntoView {
    let i18n = use_i18n();
    let waiting = StoredValue::<Option<TimeoutHandle>>::new(None);
    let input = move |event| {
        let text = event_target_value(&event);
        if let Some(handle) = waiting.get_value() {
            handle.clear();
        }
        let ask = move || typed.set(text.clone());
        waiting.set_value(set_timeout_with_handle(ask, PAUSE).ok());
    };

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
                    aria-invalid=move || is_missing.get().then_some("true")
                    aria-describedby=move || {
                        if is_missing.get() { "staff-hint staff-error" } else { "staff-hint" }
                    }
                    value=typed.get_untracked()
                    on:input=input
                />
            </div>
            <button class="button" type="submit">
                {tu_string!(i18n, initiation.find)}
            </button>
        </div>
    }
    .into_any()
}

/// Who fits and is not chosen yet; each is a button that chooses.
///
/// * `typed`: part of a name, number or address.
/// * `due`: only those due for confirmation.
/// * `address`: who is chosen already.
#[component]
fn Found(
    typed: RwSignal<String>,
    due: RwSignal<bool>,
    address: Memo<InitiationAddress>,
) -> impl IntoView {
    let found = Resource::new(
        move || (typed.get().trim().to_owned(), due.get()),
        |(text, due)| async move {
            if text.is_empty() && !due {
                return None;
            }
            Some(list_staff(query_of(text, due)).await)
        },
    );
    let list = move || {
        Suspend::new(async move {
            match found.await {
                None => ().into_any(),
                Some(Err(error)) => {
                    view! { <p class="field-error">{error.text(use_i18n())}</p> }.into_any()
                }
                Some(Ok(page)) => view! { <FoundList people=page.data address/> }.into_any(),
            }
        })
    };

    view! {
        <div aria-live="polite">
            <Transition fallback=|| ()>{once(list)}</Transition>
        </div>
    }
    .into_any()
}

/// The people found.
///
/// * `people`: who fits.
/// * `address`: who is chosen already.
#[component]
fn FoundList(people: Vec<Staff>, address: Memo<InitiationAddress>) -> impl IntoView {
    let i18n = use_i18n();
    let people = StoredValue::new(people);
    let rest = move || {
        let chosen = address.read();
        let mut rest = people.get_value();
        rest.retain(|person| !chosen.people.contains(&person.id));
        rest
    };
    let all = move || {
        let rest = rest();
        (rest.len() > 1).then(|| {
            let ids: Vec<_> = rest.iter().map(|person| person.id.to_string()).collect();
            let text = tu_string!(i18n, initiation.choose_all, count = rest.len());
            view! {
                <button class="button button-quiet" type="submit" name="add" value=ids.join(",")>
                    <Icon name=IconName::Users/>
                    {text}
                </button>
            }
        })
    };
    let lines = move || {
        let rest = rest();
        if rest.is_empty() {
            return view! { <p class="muted">{tu_string!(i18n, initiation.nobody)}</p> }.into_any();
        }
        let lines: Vec<_> = rest.into_iter().map(|person| found_line(i18n, person)).collect();
        view! { <ul class="list-lines pick-list">{lines}</ul> }.into_any()
    };

    view! { {lines} {all} }.into_any()
}

fn found_line(i18n: crate::ui::label::Language, person: Staff) -> AnyView {
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

/// Who is chosen.
///
/// * `address`: who is chosen.
#[component]
fn Chosen(address: Memo<InitiationAddress>) -> impl IntoView {
    let i18n = use_i18n();
    let ids = Memo::new(move |_| address.read().people.clone());
    let people = Resource::new(
        move || ids.get(),
        |ids| async move {
            if ids.is_empty() {
                return Ok(Vec::new());
            }
            find_several_staff(ids).await
        },
    );
    let chips = move || {
        Suspend::new(async move {
            let people = people.await.unwrap_or_default();
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
        })
    };

    view! { <Transition fallback=|| ()>{once(chips)}</Transition> }.into_any()
}

fn query_of(text: String, due: bool) -> StaffQuery {
    StaffQuery {
        q: (!text.is_empty()).then_some(text),
        due: due.then_some(true),
        sort: Some(StaffSort::Name),
        page: PageRequest { page: 1, limit: FOUND_MAX },
        ..StaffQuery::default()
    }
}
