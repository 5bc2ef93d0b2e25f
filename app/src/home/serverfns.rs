//! Server functions of the home page.

use leptos::prelude::*;
use serde::{Deserialize, Serialize};
use shared::appraisal::list::AppraisalSummary;
#[cfg(feature = "ssr")]
use shared::appraisal::list::Scope;
use shared::credit::facility::WaitingFacilities;
use shared::home::HomeFigures;
use shared::page::Page;
#[cfg(feature = "ssr")]
use shared::permission::Permission;

use crate::error::UiResult;
#[cfg(feature = "ssr")]
use crate::server::{answer, caller, service};
use crate::wire::Json;

#[cfg(feature = "ssr")]
const APPRAISALS_SHOWN: u32 = 5;

/// The pending items of the signed-in user, except leave requests, which have a badge.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PendingItems {
    /// The first page of the pending appraisals.
    pub appraisals: Page<AppraisalSummary>,
    /// The number of pending facilities, by status.
    pub facilities: Vec<WaitingFacilities>,
}

/// The pending items of the signed-in user.
#[server(name = ReadPendingItems, endpoint = "home/waiting", output = Json)]
pub async fn pending_items() -> UiResult<PendingItems> {
    let pending = async {
        let (service, caller) = (service()?, caller()?);
        let queue = super::first_rows(Scope::Queue, APPRAISALS_SHOWN);
        let appraisals = service.appraisals().list(&caller, queue).await?;
        let facilities = if caller.may(Permission::CreditView) {
            service.facilities().waiting(&caller).await?
        } else {
            Vec::new()
        };
        Ok(PendingItems { appraisals, facilities })
    };
    answer(pending.await)
}

/// The figures for the tasks of the signed-in user.
#[server(name = ReadHomeFigures, endpoint = "home/figures", output = Json)]
pub async fn home_figures() -> UiResult<HomeFigures> {
    answer(async { service()?.home().figures(&caller()?).await }.await)
}
