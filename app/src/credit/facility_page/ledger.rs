//! The journals of a facility, with their lines, and the resulting balances.

use leptos::prelude::*;
use shared::credit::journal::{Journal, TrialBalanceRow, TrialBalanceTotals};

use crate::credit::journal_card::{journal_content, reversal_badge};
use crate::credit::trial_balance_table::{balanced_badge, trial_balance_table};
use crate::i18n::{tu_string, use_i18n};
use crate::ui::empty_state::Empty;
use crate::ui::icon::IconName;
use crate::ui::label::Language;
use crate::ui::time::short_date_text;

/// The journals of a facility.
pub(super) fn ledger(journals: &[Journal]) -> AnyView {
    let i18n = use_i18n();
    if journals.is_empty() {
        return Empty::new(
            IconName::Scale,
            tu_string!(i18n, credit.ledger.none),
            tu_string!(i18n, credit.ledger.none_text),
        )
        .card();
    }
    let cards: Vec<_> = journals.iter().map(|journal| journal_card(i18n, journal)).collect();

    view! {
        <section class="stack" aria-labelledby="tab-title">
            <h2 id="tab-title">{tu_string!(i18n, credit.tab.ledger)}</h2>
            {balances(i18n, journals)}
            {cards}
        </section>
    }
    .into_any()
}

fn balances(i18n: Language, journals: &[Journal]) -> AnyView {
    let rows = TrialBalanceRow::of(journals);
    let totals = TrialBalanceTotals::of(&rows);
    view! {
        <article class="card" aria-labelledby="balances">
            <div class="card-head">
                <h3 id="balances">{tu_string!(i18n, credit.area.trial_balance)}</h3>
                {balanced_badge(i18n, totals)}
            </div>
            {trial_balance_table(i18n, &rows, totals)}
        </article>
    }
    .into_any()
}

fn journal_card(i18n: Language, journal: &Journal) -> AnyView {
    let id = format!("journal-{}", journal.id);
    let title = format!("{id}-title");
    let labelled_by = title.clone();
    let heading = view! { <h3 id=title>{short_date_text(i18n, journal.date)}</h3> };
    let reversal = journal.reversal_of.map(|other| {
        view! { <a href=format!("#journal-{other}")>{reversal_badge(i18n)}</a> }.into_any()
    });

    view! {
        <article class="card" id=id aria-labelledby=labelled_by>
            {journal_content(i18n, journal, heading.into_any(), reversal)}
        </article>
    }
    .into_any()
}
