//! The analytics page: scores by department, line manager and month, and the time at each stage
//! over a period.

mod finalized_page;
mod scores;
mod turnaround;

use chrono::{Datelike, NaiveDate};
use leptos::prelude::*;
use shared::appraisal::analytics::{Analytics, AnalyticsQuery};

pub use self::finalized_page::FinalizedPage;
use self::scores::{department_scores, line_manager_scores};
use self::turnaround::{month_scores, stage_times};
use super::read_analytics;
use crate::i18n::{tu_string, use_i18n};
use crate::people::{Area, area_tabs};
use crate::ui::badge::Tone;
use crate::ui::button::submit_button_with;
use crate::ui::csv_link::csv_link;
use crate::ui::digits::number;
use crate::ui::empty_state::Empty;
use crate::ui::filter::day_field;
use crate::ui::icon::IconName;
use crate::ui::label::Language;
use crate::ui::list::list;
use crate::ui::notice::notice;
use crate::ui::page::PageHead;
use crate::ui::query::{QueryAddress, QueryForm};
use crate::ui::time::{local_date, now};

const FORM: QueryForm = QueryForm { path: "/analytics", names: &["from", "to"] };

/// The number of calendar years offered to those who see whole years only.
const YEARS: i32 = 3;

/// The page at `/analytics`.
#[component]
pub fn AnalyticsPage() -> impl IntoView {
    let i18n = use_i18n();
    let address = FORM.current();
    let query = AnalyticsQuery { from: address.value("from"), to: address.value("to") };
    let csv = csv_link(i18n, address.path_of("/api/staff/appraisals/analytics.csv"));
    PageHead::new(tu_string!(i18n, people.area.analytics), tu_string!(i18n, people.analytics.lead))
        .actions([csv])
        .page((area_tabs(Area::Analytics), list(&address, read_analytics(query), content)))
}

fn content(figures: Analytics, address: &QueryAddress) -> AnyView {
    let i18n = use_i18n();
    let period = if figures.small_groups_hidden {
        whole_years(i18n, &figures)
    } else {
        period_form(i18n, &figures, address)
    };
    let nothing = (figures.departments.is_empty()).then(|| {
        let text = if figures.small_groups_hidden {
            tu_string!(i18n, people.analytics.empty_year)
        } else {
            tu_string!(i18n, people.analytics.empty_text)
        };
        Empty::new(IconName::Scale, tu_string!(i18n, people.analytics.empty), text).card()
    });
    let links = FigureLinks::of(&figures);

    view! {
        {period}
        {nothing}
        {department_scores(i18n, &figures.departments, links)}
        {line_manager_scores(i18n, &figures.line_managers, links)}
        {month_scores(i18n, &figures.months, links)}
        {stage_times(i18n, &figures)}
    }
    .into_any()
}

/// The links from figures to their appraisals.
#[derive(Clone, Copy, Debug)]
struct FigureLinks {
    from: NaiveDate,
    to: NaiveDate,
    /// False for those who may not see the appraisals.
    are_open: bool,
}

impl FigureLinks {
    fn of(figures: &Analytics) -> Self {
        Self { from: figures.from, to: figures.to, are_open: !figures.small_groups_hidden }
    }

    /// The same for the days of a month within the period.
    fn within(self, (first, last): (NaiveDate, NaiveDate)) -> Self {
        Self { from: self.from.max(first), to: self.to.min(last), ..self }
    }

    /// A count as a link to the appraisals that it counts.
    ///
    /// * `filter`: the filters, as the rest of a query.
    /// * `label`: the figure in words.
    fn count(self, count: u64, filter: &str, label: String) -> AnyView {
        let figure = number(count);
        if !self.are_open || count == 0 {
            return figure.into_any();
        }
        let href = format!("{}?from={}&to={}{filter}", finalized_page::PATH, self.from, self.to);
        view! {
            <a href=href aria-label=format!("{label}: {figure}")>
                {figure.clone()}
            </a>
        }
        .into_any()
    }
}

/// The notice about hidden figures, and the calendar years to choose from.
fn whole_years(i18n: Language, figures: &Analytics) -> AnyView {
    let last = local_date(now()).year() - 1;
    let shown = figures.from.year();
    let years: Vec<_> = (0..YEARS)
        .map(|back| {
            let year = last - back;
            let current = (year == shown).then_some("page");
            view! {
                <a class="tab" href=format!("{}?to={year}-12-31", FORM.path) aria-current=current>
                    {number(year)}
                </a>
            }
            .into_any()
        })
        .collect();
    view! {
        {notice(
            Tone::Neutral,
            tu_string!(i18n, people.analytics.hidden),
            tu_string!(i18n, people.analytics.hidden_text),
        )}
        <nav class="tabs" aria-label=tu_string!(i18n, people.analytics.period)>
            {years}
        </nav>
    }
    .into_any()
}

fn period_form(i18n: Language, figures: &Analytics, address: &QueryAddress) -> AnyView {
    let shown = |name, default: NaiveDate| {
        address.text(name).map_or_else(|| default.to_string(), str::to_owned)
    };
    view! {
        <form class="filters" aria-label=tu_string!(i18n, people.analytics.period) action=FORM.path>
            {day_field("from", tu_string!(i18n, people.audit.from), shown("from", figures.from))}
            {day_field("to", tu_string!(i18n, people.audit.to), shown("to", figures.to))}
            <div class="button-row">
                {submit_button_with(IconName::Calendar, tu_string!(i18n, people.analytics.show))}
                <a class="button button-quiet" href=FORM.path>
                    {tu_string!(i18n, list.clear_short)}
                </a>
            </div>
        </form>
    }
    .into_any()
}
