//! The measured routes, and the requests of each.

mod repo;

use std::collections::HashMap;

use anyhow::{Context, Result, bail};
use chrono::{DateTime, Datelike, Days, NaiveDate, Utc, Weekday};
use database::Db;
use serde_json::json;
use shared::money::Money;
use uuid::Uuid;

use crate::load::Call;

/// The number of different paths for one read.
const ADDRESSES: i64 = 300;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Route {
    Queue,
    List,
    Detail,
    FacilityList,
    FacilityDetail,
    Save,
    Submit,
    LeaveRequest,
    Payment,
}

impl Route {
    pub const ALL: [Self; 9] = [
        Self::Queue,
        Self::List,
        Self::Detail,
        Self::FacilityList,
        Self::FacilityDetail,
        Self::Save,
        Self::Submit,
        Self::LeaveRequest,
        Self::Payment,
    ];

    pub const fn name(self) -> &'static str {
        match self {
            Self::Queue => "queue",
            Self::List => "list",
            Self::Detail => "detail",
            Self::FacilityList => "facility list",
            Self::FacilityDetail => "facility detail",
            Self::Save => "save",
            Self::Submit => "submit",
            Self::LeaveRequest => "leave request",
            Self::Payment => "payment",
        }
    }

    /// The request and its sender, as Markdown.
    pub const fn request(self) -> &'static str {
        match self {
            Self::Queue => "`GET /api/staff/appraisals?scope=queue`, the managing director",
            Self::List => "`GET /api/staff/appraisals?scope=all`, human resources",
            Self::Detail => "`GET /api/staff/appraisals/{id}`, human resources",
            Self::FacilityList => "`GET /api/credit/facilities`, a credit officer",
            Self::FacilityDetail => "`GET /api/credit/facilities/{ref}`, a credit officer",
            Self::Save => "`PATCH /api/staff/appraisals/{id}/self`, one row, its subject",
            Self::Submit => "`POST /api/staff/appraisals/{id}/self/submit`, its subject",
            Self::LeaveRequest => "`POST /api/leave/requests`, a day of casual leave",
            Self::Payment => "`POST /api/credit/facilities/{ref}/payments`, a cashier",
        }
    }

    pub const fn is_write(self) -> bool {
        match self {
            Self::Queue | Self::List | Self::Detail | Self::FacilityList | Self::FacilityDetail => {
                false
            }
            Self::Save | Self::Submit | Self::LeaveRequest | Self::Payment => true,
        }
    }

    /// The route with this name, with hyphens instead of spaces.
    pub fn named(name: &str) -> Result<Self> {
        let wanted = name.replace('-', " ");
        let Some(route) = Self::ALL.into_iter().find(|route| route.name() == wanted) else {
            bail!("there is no route {name}");
        };
        Ok(route)
    }
}

/// The callers and the subjects of the requests.
#[derive(Debug)]
pub struct Targets {
    organization: Uuid,
    tokens: HashMap<Uuid, String>,
    roles: HashMap<&'static str, Uuid>,
    writes: i64,
    today: NaiveDate,
}

impl Targets {
    /// Creates API tokens for all callers.
    ///
    /// * `writes`: the number of requests of each write.
    pub async fn prepare(db: &Db, writes: i64, now: DateTime<Utc>) -> Result<Self> {
        let organization = repo::organization(db).await?;
        let mut people = repo::people(db, organization, writes).await?;
        people.extend(repo::forms(db, organization, writes).await?.iter().map(|it| it.1));
        let mut roles = HashMap::new();
        for role in ["md", "hr", "credit_officer", "cashier"] {
            let person = repo::of_role(db, organization, role).await?;
            people.push(person);
            roles.insert(role, person);
        }
        people.sort_unstable();
        people.dedup();
        let tokens: Vec<(Uuid, String)> =
            people.into_iter().map(|it| (it, format!("mizan_{}", fresh_id().simple()))).collect();
        repo::add_tokens(db, organization, &tokens, now).await?;
        let tokens = tokens.into_iter().collect();
        Ok(Self { organization, tokens, roles, writes, today: now.date_naive() })
    }

    /// E-mail addresses of staff who can sign in.
    pub async fn addresses(&self, db: &Db, limit: i64) -> Result<Vec<String>> {
        Ok(repo::addresses(db, self.organization, limit).await?)
    }

    /// The requests of a route: all different ones of a read, or single-use ones of a write.
    pub async fn calls(&self, db: &Db, route: Route) -> Result<Vec<Call>> {
        let organization = self.organization;
        match route {
            Route::Queue => self.reads("md", ["/api/staff/appraisals?scope=queue".to_owned()]),
            Route::List => self.reads("hr", ["/api/staff/appraisals?scope=all".to_owned()]),
            Route::FacilityList => {
                self.reads("credit_officer", ["/api/credit/facilities".to_owned()])
            }
            Route::Detail => {
                let ids = repo::details(db, organization, ADDRESSES).await?;
                self.reads("hr", ids.iter().map(|id| format!("/api/staff/appraisals/{id}")))
            }
            Route::FacilityDetail => {
                let refs = repo::facilities(db, organization, ADDRESSES).await?;
                self.reads(
                    "credit_officer",
                    refs.iter().map(|it| format!("/api/credit/facilities/{it}")),
                )
            }
            Route::Save => self.forms(db, save).await,
            Route::Submit => self.forms(db, submit).await,
            Route::LeaveRequest => {
                let people = repo::people(db, organization, self.writes).await?;
                people.into_iter().map(|person| self.leave(person)).collect()
            }
            Route::Payment => {
                let payable = repo::payable(db, organization, self.writes).await?;
                payable.into_iter().map(|(facility, due)| self.payment(&facility, due)).collect()
            }
        }
    }

    fn reads(&self, role: &str, paths: impl IntoIterator<Item = String>) -> Result<Vec<Call>> {
        let token = self.token(self.role(role)?)?;
        let call = |path: String| Call { token: Some(token.clone()), ..Call::get(&path) };
        Ok(paths.into_iter().map(call).collect())
    }

    async fn forms(&self, db: &Db, call: fn(Uuid, Uuid) -> Call) -> Result<Vec<Call>> {
        let forms = repo::forms(db, self.organization, self.writes).await?;
        let calls = forms.into_iter().map(|(appraisal, subject, item)| {
            Ok(Call { token: Some(self.token(subject)?), ..call(appraisal, item) })
        });
        calls.collect()
    }

    fn leave(&self, person: Uuid) -> Result<Call> {
        let mut day = self.today + Days::new(60);
        while matches!(day.weekday(), Weekday::Fri | Weekday::Sat | Weekday::Sun) {
            day = day + Days::new(1);
        }
        let body = json!({"type": "casual", "startDate": day, "endDate": day, "reason": "Errands"});
        Ok(Call {
            token: Some(self.token(person)?),
            ..Call::send("POST", "/api/leave/requests", &body)
        })
    }

    fn payment(&self, facility: &str, due: i64) -> Result<Call> {
        let amount = Money::from_ten_thousandths(due);
        let body = json!({"amount": amount, "paymentDate": self.today, "reference": "Transfer"});
        let path = format!("/api/credit/facilities/{facility}/payments");
        let token = Some(self.token(self.role("cashier")?)?);
        Ok(Call { token, ..Call::send("POST", &path, &body) })
    }

    fn role(&self, role: &str) -> Result<Uuid> {
        self.roles.get(role).copied().with_context(|| format!("nobody is {role}"))
    }

    fn token(&self, person: Uuid) -> Result<String> {
        self.tokens.get(&person).cloned().with_context(|| format!("{person} has no token"))
    }
}

fn save(appraisal: Uuid, item: Uuid) -> Call {
    let row = json!({"id": item, "selfScore": 4, "actualAchievement": "Done before the day."});
    let path = format!("/api/staff/appraisals/{appraisal}/self");
    Call::send("PATCH", &path, &json!({"items": [row]}))
}

fn submit(appraisal: Uuid, _: Uuid) -> Call {
    let path = format!("/api/staff/appraisals/{appraisal}/self/submit");
    Call::send("POST", &path, &json!({}))
}

impl Call {
    pub fn send(method: &str, path: &str, body: &serde_json::Value) -> Self {
        let (method, path) = (method.to_owned(), path.to_owned());
        Self { method, path, token: None, body: Some(body.to_string()) }
    }
}

#[expect(clippy::disallowed_methods, reason = "rows of the benchmark's own database")]
fn fresh_id() -> Uuid {
    Uuid::now_v7()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_route_is_found_by_its_name_with_hyphens() {
        assert_eq!(Route::named("facility-detail").unwrap(), Route::FacilityDetail);
        assert!(Route::named("facility").is_err());
    }
}
