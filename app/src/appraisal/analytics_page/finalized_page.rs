//! The finalized appraisals behind a figure of the analytics.

use leptos::prelude::*;
use shared::appraisal::Band;
use shared::appraisal::analytics::{AnalyticsQuery, FinalizedAppraisal, FinalizedQuery};
use shared::page::Page;
use shared::permission::Permission;

use crate::appraisal::list_finalized;
use crate::error::UiError;
use crate::i18n::{tu_string, use_i18n};
use crate::session::may;
use crate::ui::date::date_text;
use crate::ui::empty_state::Empty;
use crate::ui::icon::IconName;
use crate::ui::label::{Language, band_label, review_type_label};
use crate::ui::list::{list, paged};
use crate::ui::page::{ErrorPage, PageHead};
use crate::ui::person::person_link;
use crate::ui::query::{QueryAddress, QueryForm};
use crate::ui::table::{Cell, Column, table};
use crate::ui::time::local_date;

pub(super) const PATH: &str = "/analytics/appraisals";

const FORM: QueryForm =
    QueryForm { path: PATH, names: &["from", "to", "department", "manager", "band"] };

/// The page at `/analytics/appraisals`.
#[component]
pub fn FinalizedPage() -> impl IntoView {
    let i18n = use_i18n();
    if !may(Permission::AppraisalsHrManage) {
        let error = shared::Error::forbidden(shared::error::Code::Forbidden, "");
        return view! { <ErrorPage error=UiError(error)/> }.into_any();
    }
    let address = FORM.current();
    let query = FinalizedQuery {
        period: AnalyticsQuery { from: address.value("from"), to: address.value("to") },
        department: address.value("department"),
        line_manager_id: address.value("manager"),
        band: address.value("band"),
        page: address.page(),
    };
    let title = tu_string!(i18n, people.analytics.list);
    PageHead::new(title, lead(i18n, &query))
        .below("/analytics", tu_string!(i18n, people.area.analytics), title)
        .page(list(&address, list_finalized(query), list_view))
}

/// The period and the band.
fn lead(i18n: Language, query: &FinalizedQuery) -> String {
    let band = query.band.map(|band: Band| band_label(i18n, band).to_owned());
    let period = query.period.from.zip(query.period.to);
    let period = period.map(|(from, to)| crate::ui::time::period_text(i18n, from, to));
    period.into_iter().chain(band).collect::<Vec<_>>().join(" · ")
}

fn list_view(page: Page<FinalizedAppraisal>, address: &QueryAddress) -> AnyView {
    let i18n = use_i18n();
    let nothing = || {
        Empty::new(
            IconName::Scale,
            tu_string!(i18n, people.analytics.empty),
            tu_string!(i18n, people.analytics.empty_text),
        )
    };
    let columns = [
        Column::Text(tu_string!(i18n, list.person)),
        Column::Text(tu_string!(i18n, initiation.review_type)),
        Column::Text(tu_string!(i18n, people.analytics.manager)),
        Column::Text(tu_string!(i18n, history.band)),
        Column::Number(tu_string!(i18n, list.overall)),
        Column::Number(tu_string!(i18n, people.analytics.finalized)),
    ];
    paged(page, address, [nothing(), nothing()], |appraisals| {
        let rows = appraisals.into_iter().map(|appraisal| row(i18n, appraisal));
        table(tu_string!(i18n, people.analytics.list), &columns, rows)
    })
}

fn row(i18n: Language, appraisal: FinalizedAppraisal) -> [Cell; 6] {
    let address = format!("/appraisals/{}", appraisal.id);
    [
        Cell::head(person_link(appraisal.staff_name, address, appraisal.department_name)),
        Cell::text(review_type_label(i18n, appraisal.review_type)),
        Cell::text(appraisal.line_manager_name),
        Cell::text(band_label(i18n, appraisal.overall_band)),
        Cell::number(appraisal.overall_score.to_string()),
        Cell::number(date_text(i18n, local_date(appraisal.finalized_at))),
    ]
}
