//! The server function of the search.

use leptos::prelude::*;
use serde::{Deserialize, Serialize};
use shared::search::result::{
    CustomerFound, ExactMatch, FOUND_MAX, FacilityFound, SearchResults, StaffFound,
};

use super::places;
use crate::credit::facility_status_label;
use crate::error::UiResult;
use crate::i18n::tu_string;
use crate::server::{allow_page_cache, answer, caller, service};
use crate::ui::label::{Language, review_type_label, status_label};
use crate::ui::time::period_text;
use crate::wire::Json;

/// The result of a search, in the language of the user.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Found {
    /// The groups with matches, in their order on the page.
    pub groups: Vec<Group>,
    /// The page of the only record whose number or reference is the text.
    pub exact: Option<String>,
}

/// The matches of one kind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Group {
    pub title: String,
    pub lines: Vec<Line>,
}

/// One match, with the page that it opens.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Line {
    pub title: String,
    /// The details that tell it from others of the same name; empty for pages.
    pub detail: String,
    pub address: String,
}

impl Line {
    pub(super) fn new(
        title: impl Into<String>,
        detail: impl Into<String>,
        address: impl Into<String>,
    ) -> Self {
        Self { title: title.into(), detail: detail.into(), address: address.into() }
    }
}

/// The records, pages and actions of the signed-in user that match a text. An empty text matches
/// the first pages and actions.
#[server(name = SearchEverywhere, endpoint = "search/everywhere", output = Json)]
pub async fn search_everywhere(text: String) -> UiResult<Found> {
    allow_page_cache();
    let found = async {
        let (service, caller) = (service()?, caller()?);
        let records = service.everywhere().search(&caller, &text).await?;
        let decides_leave = service.leave().decides(&caller).await?;
        let i18n = Language::provide(crate::language::of_request());
        let permits = |permission| caller.may(permission);
        let pages = places::pages(i18n, permits, decides_leave);
        let actions = places::actions(i18n, permits);
        let exact = records.exact().map(address_of);
        let mut groups = record_groups(i18n, records);
        groups.push(group(tu_string!(i18n, search.actions), places::matching(actions, &text)));
        groups.push(group(tu_string!(i18n, search.pages), places::matching(pages, &text)));
        groups.retain(|group| !group.lines.is_empty());
        Ok(Found { groups, exact })
    };
    answer(found.await)
}

fn address_of(record: ExactMatch) -> String {
    match record {
        ExactMatch::Staff(id) => format!("/people/{id}"),
        ExactMatch::Customer(id) => format!("/customers/{id}"),
        ExactMatch::Facility(reference) => format!("/credit/{reference}"),
    }
}

fn group(title: &'static str, lines: impl IntoIterator<Item = Line>) -> Group {
    let limit = FOUND_MAX.try_into().unwrap_or(usize::MAX);
    Group { title: title.to_owned(), lines: lines.into_iter().take(limit).collect() }
}

fn record_groups(i18n: Language, records: SearchResults) -> Vec<Group> {
    let appraisals = records.appraisals.into_iter().map(|it| {
        let kind = review_type_label(i18n, it.review_type);
        let period = period_text(i18n, it.period_from, it.period_to);
        let detail = format!("{kind} · {period} · {}", status_label(i18n, it.status));
        Line::new(it.staff_name, detail, format!("/appraisals/{}", it.id))
    });
    let facilities = records.facilities.into_iter().map(|it| facility(i18n, it));
    vec![
        group(tu_string!(i18n, people.area.people), records.staff.into_iter().map(person)),
        group(tu_string!(i18n, customer.title), records.customers.into_iter().map(customer)),
        group(tu_string!(i18n, credit.area.facilities), facilities),
        group(tu_string!(i18n, frame.appraisals), appraisals),
    ]
}

fn person(it: StaffFound) -> Line {
    let parts = [Some(it.staff_number), it.job_title];
    let detail = parts.into_iter().flatten().collect::<Vec<_>>().join(" · ");
    Line::new(it.name, detail, address_of(ExactMatch::Staff(it.id)))
}

fn customer(it: CustomerFound) -> Line {
    let detail = it.registration_number.unwrap_or(it.email);
    Line::new(it.name, detail, address_of(ExactMatch::Customer(it.id)))
}

fn facility(i18n: Language, it: FacilityFound) -> Line {
    let status = facility_status_label(i18n, it.status);
    let detail = format!("{} · {} · {status}", it.customer_name, it.asset_description);
    let address = address_of(ExactMatch::Facility(it.facility_ref.clone()));
    Line::new(it.facility_ref, detail, address)
}
