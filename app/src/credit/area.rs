//! The pages of the credit desk.

use leptos::prelude::*;
use shared::credit::vocabulary::FacilityStatus;
use shared::permission::Permission;

use crate::i18n::{tu_string, use_i18n};
use crate::session::may;

/// True when the reader may see the credit desk.
pub fn sees_credit() -> bool {
    may(Permission::CreditView)
}

/// True when facilities can wait for the reader's decision.
fn decides() -> bool {
    !FacilityStatus::waiting_for(may).is_empty()
}

/// One page of the desk that has a tab.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Area {
    Facilities,
    Queue,
    Simulator,
    Reports,
    Journals,
    TrialBalance,
    Accounts,
}

/// Links to the pages of the desk.
pub(super) fn credit_tabs(current: Area) -> AnyView {
    let i18n = use_i18n();
    let tab = |area: Area, address: &'static str, text: &'static str| {
        let is_current = (area == current).then_some("page");
        view! { <a class="tab" href=address aria-current=is_current data-noscroll="">{text}</a> }
            .into_any()
    };
    let queue =
        decides().then(|| tab(Area::Queue, "/credit/queue", tu_string!(i18n, credit.area.queue)));

    view! {
        <nav class="tabs no-print" aria-label=tu_string!(i18n, credit.area.pages)>
            {tab(Area::Facilities, "/credit", tu_string!(i18n, credit.area.facilities))}
            {queue}
            {tab(Area::Simulator, "/credit/simulate", tu_string!(i18n, credit.area.simulator))}
            {tab(Area::Reports, "/credit/reports", tu_string!(i18n, credit.area.reports))}
            {tab(Area::Journals, "/credit/journals", tu_string!(i18n, credit.area.journals))}
            {tab(
                Area::TrialBalance,
                "/credit/trial-balance",
                tu_string!(i18n, credit.area.trial_balance),
            )}
            {tab(Area::Accounts, "/credit/accounts", tu_string!(i18n, credit.area.accounts))}
        </nav>
    }
    .into_any()
}
