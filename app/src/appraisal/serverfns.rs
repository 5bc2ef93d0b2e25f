//! Server functions of the lists and the initiation.

use leptos::prelude::*;
#[cfg(feature = "ssr")]
use service::{Caller, Service};
use shared::appraisal::analytics::{Analytics, AnalyticsQuery, FinalizedAppraisal, FinalizedQuery};
use shared::appraisal::initiation_batch::{InitiationBatch, InitiationBatchSummary};
use shared::appraisal::list::{AppraisalQuery, AppraisalSummary};
use shared::appraisal::proposal::{ProposalQuery, Proposals};
use shared::appraisal::stuck::{StuckAppraisal, StuckQuery};
use shared::id::{AppraisalId, InitiationBatchId, StaffId};
use shared::page::Page;
#[cfg(feature = "ssr")]
use shared::{
    Result,
    appraisal::Status,
    appraisal::list::Scope,
    page::{LIMIT_CAP, PageRequest},
    permission::Permission,
};

use super::history::History;
use super::initiation::posted::PostedBatch;
use crate::error::UiResult;
#[cfg(feature = "ssr")]
use crate::server::{answer, caller, redirect_if_form, service};
use crate::wire::Json;

/// Appraisals, newest first.
#[server(name = ListAppraisals, endpoint = "appraisal/list", input = Json, output = Json)]
pub async fn list_appraisals(query: AppraisalQuery) -> UiResult<Page<AppraisalSummary>> {
    answer(async { service()?.appraisals().list(&caller()?, query).await }.await)
}

/// The appraisals of one person: the caller's own, or those of others if the caller may see all.
#[server(name = ReadHistory, endpoint = "appraisal/history", output = Json)]
pub async fn history(person: StaffId) -> UiResult<History> {
    let found = async {
        let (service, caller) = (service()?, caller()?);
        let is_me = person == caller.staff();
        let scope = if is_me { Scope::Mine } else { Scope::All };
        let query = AppraisalQuery {
            staff_id: (!is_me).then_some(person),
            page: PageRequest::new(1, LIMIT_CAP),
            ..AppraisalQuery::of(scope)
        };
        let appraisals = service.appraisals().list(&caller, query).await?.data;
        if is_me && !caller.may(Permission::StaffView) {
            return Ok(History::of_me(service.sessions().me(&caller).await?, appraisals));
        }
        Ok(History::of_staff(service.staff().find(&caller, person).await?, appraisals))
    };
    answer(found.await)
}

/// The proposals of an initiation; writes nothing.
#[server(name = ProposeInitiation, endpoint = "appraisal/propose", input = Json, output = Json)]
pub async fn propose(query: ProposalQuery) -> UiResult<Proposals> {
    answer(async { service()?.appraisals().propose(&caller()?, query).await }.await)
}

/// A batch of initiations.
#[server(name = FindBatch, endpoint = "appraisal/batch", output = Json)]
pub async fn find_batch(id: InitiationBatchId) -> UiResult<InitiationBatch> {
    answer(async { service()?.initiation_batches().find(&caller()?, id).await }.await)
}

/// The latest batches of initiations.
#[server(name = ListBatches, endpoint = "appraisal/batches", output = Json)]
pub async fn list_batches() -> UiResult<Vec<InitiationBatchSummary>> {
    answer(async { service()?.initiation_batches().list(&caller()?).await }.await)
}

/// The unfinished appraisal of a person, if any.
#[cfg(feature = "ssr")]
pub(crate) async fn open_appraisal(
    service: &Service,
    caller: &Caller,
    person: StaffId,
) -> Result<Option<AppraisalId>> {
    let query = AppraisalQuery { staff_id: Some(person), ..AppraisalQuery::of(Scope::All) };
    let found = service.appraisals().list(caller, query).await?.data;
    Ok(found.into_iter().find(|it| it.status != Status::Finalized).map(|it| it.id))
}

/// Starts the appraisal of a single person at once, and hands several over to the server. Leads to
/// the appraisal, or to the page of the batch.
#[server(name = Initiate, endpoint = "appraisal/initiate", output = Json)]
pub async fn initiate(batch: PostedBatch) -> UiResult<()> {
    let started = async {
        let (service, caller, input) = (service()?, caller()?, batch.input()?);
        if let [entry] = input.entries.as_slice() {
            let appraisal = service.appraisals().initiate(&caller, entry.clone()).await?;
            return Ok(format!("/appraisals/{}", appraisal.id));
        }
        let added = service.initiation_batches().add(&caller, input).await;
        added.map(|id| format!("/appraisals/batches/{id}"))
    };
    let address = answer(started.await)?;
    redirect_if_form(&address);
    Ok(())
}

/// Unfinished appraisals, the longest wait first.
#[server(name = ListStuck, endpoint = "appraisal/stuck", input = Json, output = Json)]
pub async fn list_stuck(query: StuckQuery) -> UiResult<Page<StuckAppraisal>> {
    answer(async { service()?.appraisals().stuck(&caller()?, query).await }.await)
}

/// The finalized appraisals behind a figure of the analytics.
#[server(name = ListFinalized, endpoint = "appraisal/finalized", input = Json, output = Json)]
pub async fn list_finalized(query: FinalizedQuery) -> UiResult<Page<FinalizedAppraisal>> {
    answer(async { service()?.appraisals().finalized(&caller()?, query).await }.await)
}

/// The analytics of a period.
#[server(name = ReadAnalytics, endpoint = "appraisal/analytics", input = Json, output = Json)]
pub async fn read_analytics(query: AnalyticsQuery) -> UiResult<Analytics> {
    answer(async { service()?.appraisals().analytics(&caller()?, query).await }.await)
}
