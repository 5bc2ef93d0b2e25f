//! The schedule of a facility, for reading and printing.

use leptos::prelude::*;
use shared::credit::facility::Facility;
use shared::credit::schedule::ScheduleLine;

use crate::credit::schedule_table::{Reader, Stage, TableOptions};
use crate::credit::schedule_years::yearly_schedule;
use crate::i18n::{tu_string, use_i18n};
use crate::ui::button::quiet_link;
use crate::ui::icon::IconName;
use crate::ui::letterhead::print_button;
use crate::ui::time::{local_date, now};

/// The schedule, for reading and printing.
pub(super) fn schedule(facility: &Facility, lines: Vec<ScheduleLine>) -> AnyView {
    let i18n = use_i18n();
    let is_live = facility.activated_at.is_some();
    let stage = if is_live { Stage::Live } else { Stage::Planned };
    let product = facility.product_type;
    let planned = (!is_live).then(|| {
        view! { <p class="muted">{tu_string!(i18n, credit.schedule.planned)}</p> }.into_any()
    });
    let changed = (facility.schedule_version > 1).then(|| {
        let text = tu_string!(i18n, credit.schedule.version, count = facility.schedule_version);
        view! { <p class="muted">{text}</p> }.into_any()
    });
    let next = lines.iter().find(|line| is_live && line.status.is_open()).map(|line| line.period);
    let next = next.map(|period| {
        let text = tu_string!(i18n, credit.schedule.next);
        quiet_link(format!("#line-{period}"), IconName::ArrowDown, text)
    });
    let today = is_live.then(|| local_date(now()));
    let reader = Reader::House;
    let table =
        yearly_schedule(TableOptions { product, lines: &lines, stage, first: None, today, reader });

    view! {
        <section class="stack-tight" aria-labelledby="tab-title">
            <div class="cluster">
                <h2 id="tab-title">{tu_string!(i18n, credit.schedule.title)}</h2>
                {next}
                {print_button(i18n)}
            </div>
            {planned}
            {changed}
            {table}
        </section>
    }
    .into_any()
}
