//! Everything that the desk posted, and the balances that follow from it.

use leptos::prelude::*;
use leptos_meta::Title;
use leptos_router::hooks::use_query_map;
use shared::credit::journal::{Journal, JournalQuery, TrialBalance};
use shared::page::Page;

use super::area::{Area, credit_tabs};
use super::payment_tables::journal_lines;
use super::trial_balance_table::{balanced_badge, trial_balance_table};
use super::{list_journals, trial_balance};
use crate::i18n::{tu_string, use_i18n};
use crate::ui::badge::{Badge, Tone};
use crate::ui::csv_link::csv_link;
use crate::ui::empty_state::{EmptyState, NoMatch};
use crate::ui::field::TextField;
use crate::ui::icon::{Icon, IconName};
use crate::ui::label::Language;
use crate::ui::page::{found, page_head};
use crate::ui::pagination::PageLinks;
use crate::ui::query::{QueryAddress, QueryForm};
use crate::ui::time::{exact_text, short_date_text};

const JOURNALS: QueryForm =
    QueryForm { path: "/credit/journals", names: &["facilityRef", "from", "to"] };
const BALANCE: QueryForm = QueryForm { path: "/credit/trial-balance", names: &["asOf"] };

/// The page at `/credit/journals`.
#[component]
pub fn JournalsPage() -> impl IntoView {
    let i18n = use_i18n();
    let query = use_query_map();
    let address = Memo::new(move |_| JOURNALS.read(&query.read()));
    let load = move || {
        let address = address.get_untracked();
        {
            list_journals(JournalQuery {
                facility_ref: address.text("facilityRef").map(str::to_owned),
                from: address.value("from"),
                to: address.value("to"),
                page: address.page(),
            })
        }
    };
    let list = found(load, move |page| journals_view(page, &address.get_untracked()));
    let title = tu_string!(i18n, credit.area.journals);
    let csv = csv_link(i18n, move || address.read().path_of("/api/credit/journals/export.csv"));

    view! {
        <Title text=title/>
        <div class="page">
            {page_head(title.to_owned(), tu_string!(i18n, credit.ledger.lead), vec![csv])}
            {credit_tabs(Area::Journals)}
            {journal_filters(i18n, &address.get_untracked())}
            {list}
        </div>
    }
    .into_any()
}

fn journal_filters(i18n: Language, address: &QueryAddress) -> AnyView {
    let reference = view! {
        <TextField
            id="facilityRef"
            name="facilityRef"
            label=tu_string!(i18n, credit.list.reference)
            value=Signal::stored(address.shown("facilityRef"))
        />
    };
    let fields = vec![
        reference.into_any(),
        day("from", tu_string!(i18n, people.audit.from), address),
        day("to", tu_string!(i18n, people.audit.to), address),
    ];
    period_form(i18n, JOURNALS, fields)
}

/// A day of the address.
pub(super) fn day(name: &'static str, label: &'static str, address: &QueryAddress) -> AnyView {
    let value = Signal::stored(address.shown(name));
    view! { <TextField id=name name label kind="date" value/> }.into_any()
}

/// A GET form of these fields.
pub(super) fn period_form(i18n: Language, form: QueryForm, fields: Vec<AnyView>) -> AnyView {
    view! {
        <form
            class="filters no-print"
            role="search"
            aria-label=tu_string!(i18n, credit.ledger.filters)
            action=form.path
        >
            {fields}
            <div class="button-row">
                <button class="button" type="submit">
                    <Icon name=IconName::Filter/>
                    {tu_string!(i18n, list.filter)}
                </button>
                <a class="button button-quiet" href=form.path>
                    {tu_string!(i18n, list.clear_short)}
                </a>
            </div>
        </form>
    }
    .into_any()
}

fn journals_view(page: Page<Journal>, address: &QueryAddress) -> AnyView {
    let i18n = use_i18n();
    if page.data.is_empty() {
        return empty(i18n, address);
    }
    let list = address.clone();
    let to_page = Callback::new(move |page: u64| list.at_page(page));
    let cards: Vec<_> = page.data.iter().map(|journal| journal_card(i18n, journal)).collect();

    view! {
        <div class="stack">
            {cards}
            <PageLinks pagination=page.pagination address=to_page/>
        </div>
    }
    .into_any()
}

fn empty(i18n: Language, address: &QueryAddress) -> AnyView {
    if address.is_narrowed() {
        return view! {
            <NoMatch
                icon=IconName::Scale
                title=tu_string!(i18n, credit.ledger.no_match)
                text=tu_string!(i18n, credit.ledger.no_match_text)
                all=JOURNALS.path
            />
        }
        .into_any();
    }
    view! {
        <div class="card">
            <EmptyState
                icon=IconName::Scale
                title=tu_string!(i18n, credit.ledger.none)
                text=tu_string!(i18n, credit.ledger.none_text)
            />
        </div>
    }
    .into_any()
}

fn journal_card(i18n: Language, journal: &Journal) -> AnyView {
    let title = format!("journal-{}", journal.id);
    let labelled_by = title.clone();
    let posted = tu_string!(i18n, credit.ledger.posted, at = exact_text(i18n, journal.posted_at));
    let address = format!("/credit/{0}/ledger#journal-{1}", journal.facility_ref, journal.id);
    let undoes = journal.reversal_of.map(|_| {
        let text = tu_string!(i18n, credit.ledger.reversal);
        view! { <Badge tone=Tone::Warning icon=IconName::History text/> }.into_any()
    });
    view! {
        <article class="card" aria-labelledby=labelled_by>
            <div class="card-head">
                <h2 id=title class="journal-title">
                    {short_date_text(i18n, journal.date)}
                    " · "
                    <a href=address>{journal.facility_ref.clone()}</a>
                </h2>
                {undoes}
                <span class="field-hint">{posted}</span>
            </div>
            {journal_lines(i18n, &journal.lines)}
        </article>
    }
    .into_any()
}

/// The page at `/credit/trial-balance`.
#[component]
pub fn TrialBalancePage() -> impl IntoView {
    let i18n = use_i18n();
    let query = use_query_map();
    let address = Memo::new(move |_| BALANCE.read(&query.read()));
    let load = move || {
        let address = address.get_untracked();
        trial_balance(address.value("asOf"))
    };
    let content = found(load, |balance| balance_view(&balance));
    let title = tu_string!(i18n, credit.area.trial_balance);
    let label = tu_string!(i18n, credit.report.as_of_day);
    let as_of = day("asOf", label, &address.get_untracked());

    view! {
        <Title text=title/>
        <div class="page">
            {page_head(title.to_owned(), tu_string!(i18n, credit.balance.lead), Vec::new())}
            {credit_tabs(Area::TrialBalance)}
            {period_form(i18n, BALANCE, vec![as_of])}
            {content}
        </div>
    }
    .into_any()
}

fn balance_view(balance: &TrialBalance) -> AnyView {
    let i18n = use_i18n();
    let as_of = short_date_text(i18n, balance.as_of);

    view! {
        <div class="stack-tight">
            <div class="cluster">
                <h2>{tu_string!(i18n, credit.report.as_of, date = as_of)}</h2>
                {balanced_badge(i18n, balance.totals)}
            </div>
            {trial_balance_table(i18n, &balance.rows, balance.totals)}
        </div>
    }
    .into_any()
}
