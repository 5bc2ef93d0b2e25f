//! The credit pages and their tabs.

use leptos::prelude::*;
use shared::credit::vocabulary::FacilityStatus;
use shared::permission::Permission;

use crate::i18n::{tu_string, use_i18n};
use crate::session::may;
use crate::ui::tabs::{links, tab};

/// True if the user may see the credit pages.
pub fn sees_credit() -> bool {
    may(Permission::CreditView)
}

/// True if facilities can be pending for the user's decision.
fn decides() -> bool {
    !FacilityStatus::waiting_for(may).is_empty()
}

/// A credit page with a tab.
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

/// The tabs of the credit pages.
pub(super) fn credit_tabs(current: Area) -> AnyView {
    let i18n = use_i18n();
    let tabs = [
        (Area::Facilities, "/credit", tu_string!(i18n, credit.area.facilities)),
        (Area::Queue, "/credit/queue", tu_string!(i18n, credit.area.queue)),
        (Area::Simulator, "/credit/simulate", tu_string!(i18n, credit.area.simulator)),
        (Area::Reports, "/credit/reports", tu_string!(i18n, credit.area.reports)),
        (Area::Journals, "/credit/journals", tu_string!(i18n, credit.area.journals)),
        (Area::TrialBalance, "/credit/trial-balance", tu_string!(i18n, credit.area.trial_balance)),
        (Area::Accounts, "/credit/accounts", tu_string!(i18n, credit.area.accounts)),
    ];
    let open = tabs.into_iter().filter(|(area, ..)| *area != Area::Queue || decides());
    let tabs = open.map(|(area, address, text)| tab(address, text, area == current));
    links("tabs no-print", tu_string!(i18n, credit.area.pages), tabs)
}
