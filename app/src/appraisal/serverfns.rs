//! Server functions of the lists and the initiation.

use leptos::prelude::*;
use serde::{Deserialize, Serialize};
#[cfg(feature = "ssr")]
use service::{Caller, Service};
use shared::appraisal::analytics::{Analytics, AnalyticsQuery};
use shared::appraisal::initiation::{InitiationPreview, InitiationPreviewInput};
use shared::appraisal::list::{AppraisalQuery, AppraisalSummary};
use shared::appraisal::stuck::{StuckAppraisal, StuckQuery};
use shared::id::{AppraisalId, StaffId};
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
use super::initiation::round::Round;
use crate::error::UiResult;
#[cfg(feature = "ssr")]
use crate::i18n::{Language, tu_string};
#[cfg(feature = "ssr")]
use crate::server::{answer, caller, confirm_done, is_plain_form, redirect_if_form, service};
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

/// The previews of an initiation, and the appraisals that it has started.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Previews {
    /// One preview for each selected person.
    pub people: Vec<InitiationPreview>,
    /// The open appraisals of the people who were started before.
    pub started: Vec<(StaffId, AppraisalId)>,
}

impl Previews {
    /// The appraisal of a person who was started.
    pub fn started(&self, person: StaffId) -> Option<AppraisalId> {
        self.started.iter().find(|(started, _)| *started == person).map(|(_, id)| *id)
    }

    /// The people who can be started.
    pub fn ready(&self) -> Vec<StaffId> {
        let ready = self.people.iter().filter(|it| it.blockers.is_empty());
        ready.map(|it| it.staff_id).collect()
    }
}

/// Previews an initiation; writes nothing.
///
/// * `started`: the people who were started before.
#[server(name = PreviewInitiation, endpoint = "appraisal/preview", input = Json, output = Json)]
pub async fn preview(input: InitiationPreviewInput, started: Vec<StaffId>) -> UiResult<Previews> {
    let previews = async {
        let (service, caller) = (service()?, caller()?);
        let people = service.appraisals().preview(&caller, input).await?;
        let mut found = Vec::new();
        for person in people.iter().map(|it| it.staff_id).filter(|it| started.contains(it)) {
            let open = open_appraisal(&service, &caller, person).await?;
            found.extend(open.map(|id| (person, id)));
        }
        Ok(Previews { people, started: found })
    };
    answer(previews.await)
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

/// Starts the appraisals of a round and returns their number. Without JavaScript, starting one
/// appraisal redirects to it.
#[server(name = Initiate, endpoint = "appraisal/initiate", output = Json)]
pub async fn initiate(round: Round) -> UiResult<usize> {
    let started = async { round.start(&service()?, &caller()?).await };
    let started = answer(started.await)?;
    match started.as_slice() {
        [(_, id)] if round.is_of_one() && is_plain_form() => {
            redirect_if_form(&format!("/appraisals/{id}"));
        }
        _ => redirect_if_form(&round.path(&started)),
    }
    let i18n = Language::provide(crate::language::of_request());
    confirm_done(&tu_string!(i18n, initiation.done, count = started.len()));
    Ok(started.len())
}

/// Unfinished appraisals, the longest wait first.
#[server(name = ListStuck, endpoint = "appraisal/stuck", input = Json, output = Json)]
pub async fn list_stuck(query: StuckQuery) -> UiResult<Page<StuckAppraisal>> {
    answer(async { service()?.appraisals().stuck(&caller()?, query).await }.await)
}

/// The analytics of a period.
#[server(name = ReadAnalytics, endpoint = "appraisal/analytics", input = Json, output = Json)]
pub async fn read_analytics(query: AnalyticsQuery) -> UiResult<Analytics> {
    answer(async { service()?.appraisals().analytics(&caller()?, query).await }.await)
}
