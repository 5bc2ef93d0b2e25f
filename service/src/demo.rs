//! The demo: a realistic organization. Members of staff are inserted directly; every appraisal runs
//! through the same use cases as in production, with a clock that moves through the past.

pub mod content;
mod credit;
mod customer;
mod leave;
mod repo;
mod story;

use std::sync::Arc;

use chrono::{DateTime, Days, Months, Utc};
use serde::{Deserialize, Serialize};
use shared::error::{Code, Error, Result};
use shared::id::{OrganizationId, StaffId};
use shared::organization::NewOrganization;

use crate::caller::Caller;
use crate::clock::{ManualClock, local_date};
use crate::context::Service;
use crate::random::random_bytes;
use content::{DEPARTMENTS, LOGO, ORGANIZATION_ADDRESS, ORGANIZATION_NAME, PEOPLE, PersonContent};
pub use customer::CUSTOMER_ROLE;
use repo::{NewDepartment, NewPerson};

/// The time zone of the demo organization.
const TIME_ZONE: &str = "Asia/Dubai";
/// Its currency.
const CURRENCY: &str = "AED";

/// The age in days up to which notifications of the demo are unread.
const UNREAD_DAYS: u64 = 12;

/// A demo account.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DemoAccount {
    /// Their name.
    pub name: String,
    /// The sign-in address.
    pub email: String,
    /// Their password.
    pub password: String,
    /// The key of their role.
    pub role: String,
    /// The role that the account demonstrates.
    pub desk: String,
}

impl std::fmt::Debug for DemoAccount {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "DemoAccount({})", self.email)
    }
}

/// The people of the demo, in the order of the content, with their ids.
struct DemoPeople {
    organization: OrganizationId,
    members: Vec<(StaffId, &'static PersonContent)>,
}

/// The demo while it is filled.
#[derive(Clone, Copy)]
struct Filling<'a> {
    service: &'a Service,
    /// The clock of the service, which is set to the past.
    clock: &'a ManualClock,
    people: &'a DemoPeople,
    now: DateTime<Utc>,
}

impl Filling<'_> {
    /// The holder of a role; some roles have several, in the order of the content.
    async fn holder(&self, role: &str, place: usize) -> Result<Caller> {
        let mut holders = self.people.members.iter().filter(|(_, person)| person.role == role);
        let holder = holders.nth(place).ok_or_else(|| Error::not_found("Desk of the demo"))?;
        self.service.sessions().caller_of(self.people.organization, holder.0).await
    }
}

impl DemoPeople {
    fn id_of(&self, staff_number: &str) -> Result<StaffId> {
        let found = self.members.iter().find(|(_, person)| person.staff_number == staff_number);
        found.map(|(id, _)| *id).ok_or_else(|| Error::not_found("Member of staff of the demo"))
    }
}

/// Fills an empty database with the demo organization and returns the demo accounts.
///
/// Errors: 409 when the database contains an organization already.
pub async fn fill(service: &Service) -> Result<Vec<DemoAccount>> {
    let context = service.context();
    let now = context.now();
    let clock = Arc::new(ManualClock::at(now));
    let (db, secrets) = (context.db.clone(), context.secrets.clone());
    let past = Service::with_clock(db, secrets, Arc::<ManualClock>::clone(&clock));
    require_empty(&past).await?;
    let password = password()?;
    let people = people(&past, &password).await?;
    let filling = Filling { service: &past, clock: &clock, people: &people, now };
    story::fill(filling).await?;
    leave::fill(filling).await?;
    let guests = customer::fill(filling, &password).await?;
    credit::fill(filling).await?;
    clock.set(now);
    let administrator = filling.holder(shared::permission::ADMIN, 0).await?;
    past.organizations().set_logo(&administrator, LOGO).await?;
    let mut tx = past.context().begin_within(people.organization).await?;
    let before = now - Days::new(UNREAD_DAYS);
    repo::read_notifications(&mut tx, before).await?;
    tx.commit().await?;
    past.audit().seal_all().await?;
    Ok(staff_accounts(&password).chain(guests).collect())
}

/// The demo accounts of staff.
fn staff_accounts(password: &str) -> impl Iterator<Item = DemoAccount> {
    PEOPLE.iter().filter_map(move |person| {
        Some(DemoAccount {
            name: person.name.to_owned(),
            email: person.email.to_owned(),
            password: password.to_owned(),
            role: person.role.to_owned(),
            desk: person.desk?.to_owned(),
        })
    })
}

/// Returns true if the database holds no organization.
pub async fn is_empty(service: &Service) -> Result<bool> {
    let mut tx = service.db().read().await?;
    Ok(repo::count_organizations(&mut tx).await? == 0)
}

async fn require_empty(service: &Service) -> Result<()> {
    if is_empty(service).await? {
        return Ok(());
    }
    Err(Error::conflict(
        Code::ValidationFailed,
        "The demo fills an empty database, and this one holds an organization. Name another file \
         in DATABASE_URL.",
    ))
}

/// A random password, different for each demo.
fn password() -> Result<String> {
    let bytes = random_bytes::<9>().map_err(|error| {
        tracing::error!(%error, "no randomness");
        Error::unavailable()
    })?;
    let letters: String = bytes.iter().map(|byte| char::from(b'a' + byte % 26)).collect();
    Ok(format!("mizan-{}-{}-{}", &letters[..3], &letters[3..6], &letters[6..]))
}

/// The organization, its departments and its people, all with the same password.
async fn people(service: &Service, password: &str) -> Result<DemoPeople> {
    let context = service.context();
    let admin = PEOPLE.iter().find(|person| person.role == shared::permission::ADMIN);
    let admin = admin.ok_or_else(|| Error::not_found("Administrator of the demo"))?;
    let created = service
        .organizations()
        .create(NewOrganization {
            name: ORGANIZATION_NAME.to_owned(),
            admin_name: admin.name.to_owned(),
            admin_email: admin.email.to_owned(),
        })
        .await?;
    let organization = created.organization_id;
    let hash = context.passwords.hash(&context.secrets, password).await?;
    let members: Vec<_> = PEOPLE
        .iter()
        .map(|person| {
            let is_admin = person.email == admin.email;
            let id = if is_admin { created.admin_id } else { StaffId(context.id()) };
            (id, person)
        })
        .collect();
    let people = DemoPeople { organization, members };
    let now = context.now();
    let today = local_date(now, TIME_ZONE);
    let mut tx = context.begin_within(organization).await?;
    repo::set_place(&mut tx, TIME_ZONE, CURRENCY, ORGANIZATION_ADDRESS).await?;
    let departments: Vec<NewDepartment> = DEPARTMENTS
        .iter()
        .map(|it| NewDepartment { id: context.id(), name: it.name, template: it.template })
        .collect();
    repo::add_departments(&mut tx, &departments, now).await?;
    let mut rows = Vec::new();
    for (id, person) in &people.members {
        let months = Months::new(person.started_months_ago);
        let start = today.checked_sub_months(months).unwrap_or(today);
        let confirmed = start.checked_add_months(Months::new(6)).unwrap_or(start);
        let department = departments.iter().find(|it| it.name == person.department);
        rows.push(NewPerson {
            id: *id,
            person,
            department: department.map(|it| it.id),
            line_manager: person.line_manager.map(|number| people.id_of(number)).transpose()?,
            start: start.checked_sub_days(Days::new(3)).unwrap_or(start),
            confirmed: person.confirmed.then_some(confirmed.min(today)),
            hash: &hash,
        });
    }
    repo::add_people(&mut tx, &rows, now).await?;
    for (new, content) in departments.iter().zip(DEPARTMENTS) {
        let supervisor = people.id_of(content.supervisor)?;
        repo::set_supervisor(&mut tx, new.id, supervisor).await?;
    }
    tx.commit().await?;
    Ok(people)
}
