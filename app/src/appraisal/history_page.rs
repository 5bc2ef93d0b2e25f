//! The finalized appraisals of one person, as a chart and as a table.

use leptos::prelude::*;
use leptos_meta::Title;
use shared::appraisal::Status;
use shared::appraisal::list::AppraisalSummary;
use shared::permission::Permission;

use super::chart::ScoreChart;
use super::history::{About, History};
use super::serverfns::history;
use crate::i18n::{tu_string, use_i18n};
use crate::session::may;
use crate::ui::card::Card;
use crate::ui::crumbs::Crumbs;
use crate::ui::digits::number;
use crate::ui::empty_state::Empty;
use crate::ui::icon::IconName;
use crate::ui::label::{Language, band_label, review_type_label};
use crate::ui::letterhead::paper_link;
use crate::ui::page::{found_by_id, person_head};
use crate::ui::table::{Cell, Column, table};
use crate::ui::time::{date_text, local_date, period_text, short_date_text};

/// The page at `/people/:id/appraisals`.
#[component]
pub fn HistoryPage() -> impl IntoView {
    found_by_id("Person", history, history_view)
}

fn history_view(history: History) -> AnyView {
    let i18n = use_i18n();
    let History { confirmed, name, about, appraisals } = history;
    let about: Vec<_> = about.into_iter().map(|part| about_text(i18n, part)).collect();
    let title = tu_string!(i18n, history.title, name = name.clone());
    let finalized: Vec<_> =
        appraisals.into_iter().filter(|appraisal| appraisal.status == Status::Finalized).collect();
    let about = view! { <span class="muted">{about.join(" · ")}</span> };

    let letter = confirmed.map(|id| {
        let address = format!("/people/{id}/confirmation");
        let link = paper_link(address, tu_string!(i18n, people.confirmation.title));
        view! { <div class="button-row">{link}</div> }.into_any()
    });

    view! {
        <Title text=title.clone()/>
        <div class="page">
            {person_head(crumbs(i18n, &name), name, about.into_any(), letter)}
            {content(i18n, finalized, title)}
        </div>
    }
    .into_any()
}

/// The breadcrumbs: under People, or under Appraisals for users who may not see staff.
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
        return Empty::new(
            IconName::History,
            tu_string!(i18n, history.empty),
            tu_string!(i18n, history.empty_text),
        )
        .card();
    }
    let count = tu_string!(i18n, history.count, count = finalized.len());
    let columns = [
        Column::Text(tu_string!(i18n, history.review)),
        Column::Text(tu_string!(i18n, history.period)),
        Column::Text(tu_string!(i18n, history.band)),
        Column::Number(tu_string!(i18n, history.overall)),
        Column::Number(tu_string!(i18n, history.finalized)),
    ];
    let rows = table(title, &columns, finalized.iter().map(|appraisal| row(i18n, appraisal)));
    let curve = Card::new("curve", tu_string!(i18n, history.curve))
        .beside(view! { <span class="muted">{count}</span> })
        .body(view! { <ScoreChart appraisals=finalized/> });
    (curve, rows).into_any()
}

fn row(i18n: Language, appraisal: &AppraisalSummary) -> [Cell; 5] {
    let score = appraisal.overall_score.map(number);
    let band = appraisal.overall_band.map(|band| band_label(i18n, band));
    // Finalization is the last change.
    let finalized = short_date_text(i18n, local_date(appraisal.updated_at));

    [
        Cell::head(view! {
            <a class="table-link" href=format!("/appraisals/{}", appraisal.id)>
                {review_type_label(i18n, appraisal.review_type)}
            </a>
        }),
        Cell::text(period_text(i18n, appraisal.period_from, appraisal.period_to)),
        Cell::text(band),
        Cell::figure(score),
        Cell::figure(finalized),
    ]
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
