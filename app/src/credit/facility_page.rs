//! One facility: its state, the actions on it, and its parts.

use leptos::prelude::*;
use leptos_meta::Title;
use shared::credit::facility::Facility;
use shared::page::PageRequest;

use super::{FacilityTab, FacilityView, TabContent, facility_view};
use crate::error::UiError;
use crate::i18n::{tu_string, use_i18n};
use crate::ui::label::Language;
use crate::ui::letterhead::letterhead;
use crate::ui::page::found;
use crate::ui::query::{path_part, requested_page};
use crate::ui::tabs::{links, tab};

mod actions;
mod details;
mod figures;
mod head;
mod ledger;
mod payments;
mod schedule;
mod timeline;

use actions::head_actions;
use details::details;
use figures::figures;
use head::{head, notices};
use ledger::ledger;
use payments::payments;
use schedule::schedule;
use timeline::{evidence, timeline};

pub(super) use actions::actions_card;
#[cfg(feature = "ssr")]
pub(super) use actions::done_text;
pub(super) use details::terms;
pub(crate) use figures::total_owed_label;
pub(super) use timeline::approval_steps;
pub(crate) use timeline::possible_duplicate;

impl FacilityTab {
    const ALL: [Self; 5] =
        [Self::Schedule, Self::Payments, Self::Ledger, Self::Timeline, Self::Evidence];

    /// The last segment of its path; empty for the schedule.
    const fn step(self) -> &'static str {
        match self {
            Self::Schedule => "",
            Self::Payments => "payments",
            Self::Ledger => "ledger",
            Self::Timeline => "timeline",
            Self::Evidence => "evidence",
        }
    }

    fn of(step: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|it| it.step() == step)
    }

    fn name(self, i18n: Language) -> &'static str {
        match self {
            Self::Schedule => tu_string!(i18n, credit.tab.schedule),
            Self::Payments => tu_string!(i18n, credit.tab.payments),
            Self::Ledger => tu_string!(i18n, credit.tab.ledger),
            Self::Timeline => tu_string!(i18n, credit.tab.timeline),
            Self::Evidence => tu_string!(i18n, credit.tab.evidence),
        }
    }
}

/// The page at `/credit/:reference` and below.
#[component]
pub fn FacilityPage() -> impl IntoView {
    let reference = path_part("reference");
    let tab = FacilityTab::of(&path_part("tab"));
    let page = PageRequest { page: requested_page(), ..PageRequest::default() };
    let view = async move {
        let tab = tab.ok_or_else(|| UiError(shared::Error::not_found("Page")))?;
        facility_view(reference, tab, page).await
    };
    found(view, facility)
}

fn facility(view: FacilityView) -> AnyView {
    let i18n = use_i18n();
    let FacilityView { facility, tie_out, action_figures, content } = view;
    let (tab, content) = match content {
        TabContent::Schedule(lines) => (FacilityTab::Schedule, schedule(&facility, lines)),
        TabContent::Payments(page) => {
            (FacilityTab::Payments, payments(&facility, page, &action_figures))
        }
        TabContent::Ledger(journals) => (FacilityTab::Ledger, ledger(&journals)),
        TabContent::Timeline(events) => (FacilityTab::Timeline, timeline(&facility, events)),
        TabContent::Evidence(events) => (FacilityTab::Evidence, evidence(&facility, &events)),
    };

    view! {
        <Title text=facility.facility_ref.clone()/>
        <div class="page facility">
            {letterhead()}
            {head(i18n, &facility, tie_out, head_actions(i18n, &facility, action_figures))}
            {notices(i18n, &facility)}
            {figures(i18n, &facility)}
            {details(i18n, &facility)}
            {facility_tabs(i18n, &facility, tab)}
            {content}
        </div>
    }
    .into_any()
}

fn facility_tabs(i18n: Language, facility: &Facility, current: FacilityTab) -> AnyView {
    let tabs = FacilityTab::ALL.into_iter().map(|it| {
        let address = match it.step() {
            "" => format!("/credit/{}", facility.facility_ref),
            step => format!("/credit/{}/{step}", facility.facility_ref),
        };
        tab(address, it.name(i18n), it == current)
    });
    links("tabs no-print", tu_string!(i18n, credit.tab.label), tabs)
}
