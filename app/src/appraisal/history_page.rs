//! The finalized appraisals of one person, as a line and as a table.

use leptos::prelude::*;
use leptos_meta::Title;
use leptos_router::hooks::use_params_map;
use shared::appraisal::Status;
use shared::appraisal::list::AppraisalSummary;
use shared::permission::Permission;
#[cfg(feature = "ssr")]
use shared::staff::Staff;

use super::chart::ScoreChart;
use super::serverfns::history;
use crate::error::UiError;
use crate::i18n::{tu_string, use_i18n};
#[cfg(feature = "ssr")]
use crate::session::Me;
use crate::session::may;
use crate::ui::crumbs::Crumbs;
use crate::ui::digits::number;
use crate::ui::empty_state::EmptyState;
use crate::ui::icon::IconName;
use crate::ui::label::{Language, band_label, review_type_label};
use crate::ui::page::found;
use crate::ui::person::initials;
use crate::ui::time::{date_text, local_date, period_text, short_date_text};

/// What the page shows.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct History {
    name: String,
    about: Vec<About>,
    appraisals: Vec<AppraisalSummary>,
}

impl History {
    /// What anybody may see of themselves.
    #[cfg(feature = "ssr")]
    pub fn of_me(me: Me, appraisals: Vec<AppraisalSummary>) -> Self {
        let confirmed = me.employment_confirmed_at.map_or(About::NotConfirmed, About::Confirmed);
        Self { name: me.name, about: vec![confirmed], appraisals }
    }

    /// What those see who may see staff.
    #[cfg(feature = "ssr")]
    pub fn of_staff(staff: Staff, appraisals: Vec<AppraisalSummary>) -> Self {
        let texts = [staff.job_title, staff.department_name].into_iter().flatten();
        let mut about: Vec<_> = texts.map(About::Text).collect();
        about.push(About::Started(staff.employment_start_date));
        about.push(staff.employment_confirmed_at.map_or(About::NotConfirmed, About::Confirmed));
        Self { name: staff.name, about, appraisals }
    }
}

/// One thing about the person.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
enum About {
    Text(String),
    Started(chrono::NaiveDate),
    Confirmed(chrono::NaiveDate),
    NotConfirmed,
}

/// The page at `/people/:id/appraisals`.
#[component]
pub fn HistoryPage() -> impl IntoView {
    let params = use_params_map();
    let person = Memo::new(move |_| params.read().get("id").and_then(|id| id.parse().ok()));
    let load = move || {
        let person = person.get_untracked();
        async move {
            match person {
                Some(person) => history(person).await,
                None => Err(UiError(shared::Error::not_found("Person"))),
            }
        }
    };

    found(load, history_view)
}

fn history_view(history: History) -> AnyView {
    let i18n = use_i18n();
    let History { name, about, appraisals } = history;
    let about: Vec<_> = about.into_iter().map(|part| about_text(i18n, part)).collect();
    let title = tu_string!(i18n, history.title, name = name.clone());
    let finalized: Vec<_> =
        appraisals.into_iter().filter(|appraisal| appraisal.status == Status::Finalized).collect();

    view! {
        <Title text=title.clone()/>
        <div class="page">
            <div class="page-head">
                <div class="page-head-text">
                    {crumbs(i18n, &name)}
                    <div class="person">
                        <span class="avatar avatar-large" aria-hidden="true">
                            {initials(&name)}
                        </span>
                        <div>
                            <h1>{name}</h1>
                            <span class="muted">{about.join(" · ")}</span>
                        </div>
                    </div>
                </div>
            </div>
            {content(i18n, finalized, title)}
        </div>
    }
    .into_any()
}

/// The way here, from the area that the side bar shows: People, or Appraisals for readers who do
/// not see staff.
fn crumbs(i18n: Language, name: &str) -> AnyView {
    let (address, parent) = if may(Permission::StaffView) {
        ("/people", tu_string!(i18n, people.area.people))
    } else {
        ("/appraisals", tu_string!(i18n, frame.appraisals))
    };
    view! { <Crumbs address parent current=name.to_owned()/> }.into_any()
}

fn content(i18n: Language, finalized: Vec<AppraisalSummary>, title: String) -> AnyView {
    if finalized.is_empty() {
        return view! {
            <div class="card">
                <EmptyState
                    icon=IconName::History
                    title=tu_string!(i18n, history.empty)
                    text=tu_string!(i18n, history.empty_text)
                />
            </div>
        }
        .into_any();
    }
    let count = tu_string!(i18n, history.count, count = finalized.len());
    let rows: Vec<_> = finalized.iter().map(|appraisal| row(i18n, appraisal)).collect();

    view! {
        <section class="card" aria-labelledby="curve">
            <div class="card-head">
                <h2 id="curve">{tu_string!(i18n, history.curve)}</h2>
                <span class="muted">{count}</span>
            </div>
            <div class="card-body">
                <ScoreChart appraisals=finalized/>
            </div>
        </section>
        <HistoryTable rows title/>
    }
    .into_any()
}

/// The figures behind the line.
///
/// * `rows`: one for each appraisal, newest first.
/// * `title`: what it is a table of.
#[component]
fn HistoryTable(rows: Vec<AnyView>, title: String) -> impl IntoView {
    let i18n = use_i18n();
    view! {
        <div class="table-card">
            <table class="table table-cards table-rows-open" role="table">
                <caption class="visually-hidden">{title}</caption>
                <thead role="rowgroup">
                    <tr role="row">
                        <th scope="col" role="columnheader">{tu_string!(i18n, history.review)}</th>
                        <th scope="col" role="columnheader">{tu_string!(i18n, history.period)}</th>
                        <th scope="col" role="columnheader">{tu_string!(i18n, history.band)}</th>
                        <th scope="col" role="columnheader" class="number">
                            {tu_string!(i18n, history.overall)}
                        </th>
                        <th scope="col" role="columnheader" class="number">
                            {tu_string!(i18n, history.finalized)}
                        </th>
                    </tr>
                </thead>
                <tbody role="rowgroup">{rows}</tbody>
            </table>
        </div>
    }
    .into_any()
}

fn row(i18n: Language, appraisal: &AppraisalSummary) -> AnyView {
    let score = appraisal.overall_score.map(number);
    let band = appraisal.overall_band.map(|band| band_label(i18n, band));
    // Nothing changes after the last stamp.
    let finalized = short_date_text(i18n, local_date(appraisal.updated_at));

    view! {
        <tr role="row">
            <th scope="row" role="rowheader">
                <a class="table-link" href=format!("/appraisals/{}", appraisal.id)>
                    {review_type_label(i18n, appraisal.review_type)}
                </a>
            </th>
            <td role="cell" data-label=tu_string!(i18n, history.period)>
                {period_text(i18n, appraisal.period_from, appraisal.period_to)}
            </td>
            <td role="cell" data-label=tu_string!(i18n, history.band)>{band}</td>
            <td role="cell" data-label=tu_string!(i18n, history.overall) class="number">
                {score}
            </td>
            <td role="cell" data-label=tu_string!(i18n, history.finalized) class="number">
                {finalized}
            </td>
        </tr>
    }
    .into_any()
}

fn about_text(i18n: Language, about: About) -> String {
    match about {
        About::Text(text) => text,
        About::Started(date) => {
            tu_string!(i18n, history.started, date = date_text(i18n, date))
        }
        About::Confirmed(date) => {
            tu_string!(i18n, history.confirmed, date = date_text(i18n, date))
        }
        About::NotConfirmed => tu_string!(i18n, history.not_confirmed).to_owned(),
    }
}
