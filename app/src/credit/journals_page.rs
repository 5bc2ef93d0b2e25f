//! All journals of the organization, and the resulting balances.

use leptos::prelude::*;
use shared::credit::journal::{Journal, JournalQuery, TrialBalance};
use shared::page::Page;

use super::area::{Area, credit_tabs};
use super::journal_card::{journal_content, reversal_badge};
use super::trial_balance_table::{balanced_badge, movement_table, trial_balance_table};
use super::{list_journals, trial_balance};
use crate::i18n::{tu_string, use_i18n};
use crate::ui::csv_link::csv_link;
use crate::ui::empty_state::Empty;
use crate::ui::filter::{FilterForm, day, text};
use crate::ui::icon::IconName;
use crate::ui::label::Language;
use crate::ui::list::{list, paged_as};
use crate::ui::page::{PageHead, found};
use crate::ui::query::{QueryAddress, QueryForm};
use crate::ui::time::short_date_text;

const JOURNALS: QueryForm =
    QueryForm { path: "/credit/journals", names: &["facilityRef", "from", "to"] };
const BALANCE: QueryForm = QueryForm { path: "/credit/trial-balance", names: &["from", "asOf"] };

/// The page at `/credit/journals`.
#[component]
pub fn JournalsPage() -> impl IntoView {
    let i18n = use_i18n();
    let address = JOURNALS.current();
    let query = JournalQuery {
        facility_ref: address.text("facilityRef").map(str::to_owned),
        from: address.value("from"),
        to: address.value("to"),
        page: address.page(),
    };
    let csv = csv_link(i18n, address.path_of("/api/credit/journals/export.csv"));
    let reference = text("facilityRef", tu_string!(i18n, credit.list.reference), &address);
    PageHead::new(tu_string!(i18n, credit.area.journals), tu_string!(i18n, credit.ledger.lead))
        .actions([csv])
        .page((
            credit_tabs(Area::Journals),
            period_form(i18n, JOURNALS, (reference, period(i18n, &address))),
            list(&address, list_journals(query), journals_view),
        ))
}

/// The inputs for the first and the last day.
pub(super) fn period(i18n: Language, address: &QueryAddress) -> [AnyView; 2] {
    [
        day("from", tu_string!(i18n, people.audit.from), address),
        day("to", tu_string!(i18n, people.audit.to), address),
    ]
}

/// A GET form with these fields.
pub(super) fn period_form(
    i18n: Language,
    form: QueryForm,
    fields: impl IntoView + 'static,
) -> AnyView {
    FilterForm::new(form, tu_string!(i18n, credit.ledger.filters)).not_printed().view(fields)
}

/// A GET form with the last day to include.
pub(super) fn as_of_form(i18n: Language, form: QueryForm, address: &QueryAddress) -> AnyView {
    period_form(i18n, form, as_of_day(i18n, address))
}

fn as_of_day(i18n: Language, address: &QueryAddress) -> AnyView {
    day("asOf", tu_string!(i18n, credit.report.as_of_day), address)
}

fn journals_view(page: Page<Journal>, address: &QueryAddress) -> AnyView {
    let i18n = use_i18n();
    let empty = Empty::of_list(
        IconName::Scale,
        [tu_string!(i18n, credit.ledger.no_match), tu_string!(i18n, credit.ledger.no_match_text)],
        [tu_string!(i18n, credit.ledger.none), tu_string!(i18n, credit.ledger.none_text)],
    );
    paged_as("stack", page, address, empty, |journals| {
        let cards: Vec<_> = journals.iter().map(|journal| journal_card(i18n, journal)).collect();
        cards.into_any()
    })
}

fn journal_card(i18n: Language, journal: &Journal) -> AnyView {
    let title = format!("journal-{}", journal.id);
    let labelled_by = title.clone();
    let address = format!("/credit/{0}/ledger#journal-{1}", journal.facility_ref, journal.id);
    let heading = view! {
        <h2 id=title class="journal-title">
            {short_date_text(i18n, journal.date)}
            " · "
            <a href=address>{journal.facility_ref.clone()}</a>
        </h2>
    };
    let reversal = journal.reversal_of.map(|_| reversal_badge(i18n));
    view! {
        <article class="card" aria-labelledby=labelled_by>
            {journal_content(i18n, journal, heading.into_any(), reversal)}
        </article>
    }
    .into_any()
}

/// The page at `/credit/trial-balance`.
#[component]
pub fn TrialBalancePage() -> impl IntoView {
    let i18n = use_i18n();
    let address = BALANCE.current();
    let lead = tu_string!(i18n, credit.balance.lead);
    let csv = csv_link(i18n, address.path_of("/api/credit/trial-balance/export.csv"));
    let from = day("from", tu_string!(i18n, people.audit.from), &address);
    let balance = trial_balance(address.value("from"), address.value("asOf"));
    PageHead::new(tu_string!(i18n, credit.area.trial_balance), lead).actions([csv]).page((
        credit_tabs(Area::TrialBalance),
        period_form(i18n, BALANCE, (from, as_of_day(i18n, &address))),
        found(balance, |balance| balance_view(&balance)),
    ))
}

fn balance_view(balance: &TrialBalance) -> AnyView {
    let i18n = use_i18n();
    let as_of = short_date_text(i18n, balance.as_of);
    let (title, table) = match balance.from {
        Some(from) => {
            let from = short_date_text(i18n, from);
            let title = tu_string!(i18n, credit.balance.period, from = from, to = as_of);
            (title, movement_table(i18n, &balance.rows, balance.totals))
        }
        None => (
            tu_string!(i18n, credit.report.as_of, date = as_of),
            trial_balance_table(i18n, &balance.rows, balance.totals),
        ),
    };

    view! {
        <div class="stack-tight">
            <div class="cluster">
                <h2>{title}</h2>
                {balanced_badge(i18n, balance.totals)}
            </div>
            {table}
        </div>
    }
    .into_any()
}
