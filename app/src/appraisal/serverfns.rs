//! What the lists and the initiation ask of the service.

use leptos::prelude::*;
use shared::appraisal::analytics::{Analytics, AnalyticsQuery};
use shared::appraisal::initiation::{InitiationPreview, InitiationPreviewInput};
use shared::appraisal::list::{AppraisalQuery, AppraisalSummary};
use shared::appraisal::stuck::{StuckAppraisal, StuckQuery};
use shared::appraisal::{ReviewType, RoleCategory};
use shared::id::{AppraisalId, StaffId};
use shared::page::Page;
#[cfg(feature = "ssr")]
use shared::{
    appraisal::list::Scope,
    page::{LIMIT_CAP, PageRequest},
    permission::Permission,
};

use super::history_page::History;
use crate::error::UiResult;
#[cfg(feature = "ssr")]
use crate::server::{answer, caller, is_plain_form, service};
use crate::wire::{Day, Json};

/// Appraisals, newest first.
#[server(name = ListAppraisals, endpoint = "appraisal/list", input = Json, output = Json)]
pub async fn list_appraisals(query: AppraisalQuery) -> UiResult<Page<AppraisalSummary>> {
    answer(async { service()?.appraisals().list(&caller()?, query).await }.await)
}

/// The appraisals of one person: the caller's own, or another's for those who may see all.
#[server(name = ReadHistory, endpoint = "appraisal/history", output = Json)]
pub async fn history(person: StaffId) -> UiResult<History> {
    let found = async {
        let (service, caller) = (service()?, caller()?);
        let is_me = person == caller.staff();
        let scope = if is_me { Scope::Mine } else { Scope::All };
        let query = AppraisalQuery {
            staff_id: (!is_me).then_some(person),
            page: PageRequest { page: 1, limit: LIMIT_CAP },
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

/// What an initiation would do; writes nothing.
#[server(name = PreviewInitiation, endpoint = "appraisal/preview", input = Json, output = Json)]
pub async fn preview(input: InitiationPreviewInput) -> UiResult<Vec<InitiationPreview>> {
    answer(async { service()?.appraisals().preview(&caller()?, input).await }.await)
}

/// Starts one appraisal and answers its id; a form without JavaScript goes on to it.
#[server(name = Initiate, endpoint = "appraisal/initiate", output = Json)]
pub async fn initiate(
    staff_id: StaffId,
    review_type: ReviewType,
    period_from: Day,
    period_to: Day,
    role_category: RoleCategory,
    #[server(default)] is_manager_role: bool,
) -> UiResult<AppraisalId> {
    let input = shared::appraisal::initiation::InitiationInput {
        staff_id,
        review_type,
        period_from: period_from.0,
        period_to: period_to.0,
        role_category,
        is_manager_role,
    };
    let started = async { service()?.appraisals().initiate(&caller()?, input).await }.await;
    if let (Ok(appraisal), true) = (&started, is_plain_form()) {
        leptos_axum::redirect(&format!("/appraisals/{}", appraisal.id));
    }
    answer(started.map(|appraisal| appraisal.id))
}

/// Appraisals in flight, the longest wait first.
#[server(name = ListStuck, endpoint = "appraisal/stuck", input = Json, output = Json)]
pub async fn list_stuck(query: StuckQuery) -> UiResult<Page<StuckAppraisal>> {
    answer(async { service()?.appraisals().stuck(&caller()?, query).await }.await)
}

/// How appraisals went over a period.
#[server(name = ReadAnalytics, endpoint = "appraisal/analytics", input = Json, output = Json)]
pub async fn read_analytics(query: AnalyticsQuery) -> UiResult<Analytics> {
    answer(async { service()?.appraisals().analytics(&caller()?, query).await }.await)
}
