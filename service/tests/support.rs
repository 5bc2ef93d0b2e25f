//! A small world for tests: two organizations, and a member of staff for every role of the first.

mod fault;

use std::sync::Arc;

use database::test_support::TestDatabase;
use service::clock::ManualClock;
use service::context::Settings;
use service::idempotency::IdempotencyKey;
use service::secret::Secrets;
use service::{Caller, Service};
use shared::department::{DepartmentInput, DepartmentPatch};
use shared::id::{DepartmentId, OrganizationId, StaffId};
use shared::organization::NewOrganization;
use shared::patch::Patch;
use shared::staff::{StaffInput, StaffPatch};

pub(crate) use fault::Fault;

/// Runs a statement in a transaction of its own, for a change that no use case makes.
///
/// * `$value`: the values of its placeholders.
macro_rules! run_sql {
    ($db:expr, $sql:expr $(, $value:expr)* $(,)?) => {{
        let mut tx = $db.begin().await.unwrap();
        tx.sql($sql)$(.bind($value))*.execute().await.unwrap();
        tx.commit().await.unwrap();
    }};
}

pub(crate) use run_sql;

/// Everyone works in finance, except HR and the managing director. The head supervises finance, the
/// manager manages the employee, the head manages the manager.
pub(crate) struct World {
    pub(crate) db: TestDatabase,
    pub(crate) clock: Arc<ManualClock>,
    pub(crate) service: Service,
    pub(crate) organization: OrganizationId,
    pub(crate) finance: DepartmentId,
    pub(crate) admin: Caller,
    pub(crate) hr: Caller,
    pub(crate) md: Caller,
    pub(crate) head: Caller,
    pub(crate) manager: Caller,
    /// On probation since 1 May 2026.
    pub(crate) employee: Caller,
    /// An employee without a relation to the others.
    pub(crate) bystander: Caller,
    /// HR of the other organization.
    pub(crate) stranger: Caller,
    /// The administrator of the other organization.
    pub(crate) foreign_admin: Caller,
    /// A department of the other organization.
    pub(crate) foreign_department: DepartmentId,
}

/// 21 November 2026, in the morning, everywhere from Lisbon to Dubai.
const NOW: &str = "2026-11-21T09:00:00Z";

impl World {
    pub(crate) async fn new(db: TestDatabase) -> Self {
        let clock = Arc::new(ManualClock::at(NOW.parse().unwrap()));
        let settings = Settings { login_per_minute_per_ip: 100_000, ..Settings::default() };
        let service = service_on(&db, &clock, settings);
        let admin = found(&service, "Amanah").await;
        let foreign_admin = found(&service, "Baraka").await;
        let finance = department(&service, &admin, "Finance").await;
        let offices = department(&service, &admin, "Human Resources").await;
        let foreign_department = department(&service, &foreign_admin, "Finance").await;

        let hire = async |name: &str, role: &str, department, manager: Option<&Caller>| {
            let input = StaffInput {
                role: role.to_owned(),
                department_id: Some(department),
                line_manager_id: manager.map(Caller::staff),
                ..person(name, "amanah")
            };
            hire(&service, &admin, input).await
        };
        let md = hire("Khalid", "md", offices, None).await;
        let hr = hire("Noura", "hr", offices, Some(&md)).await;
        let head = hire("Fatima", "employee", finance, Some(&md)).await;
        let manager = hire("Imran", "employee", finance, Some(&head)).await;
        let employee = hire("Bilal", "employee", finance, Some(&manager)).await;
        let bystander = hire("Claire", "employee", offices, Some(&md)).await;
        let foreign = StaffInput { role: "hr".to_owned(), ..person("Samira", "baraka") };
        let stranger = self::hire(&service, &foreign_admin, foreign).await;
        supervise(&service, &admin, finance, head.staff()).await;
        settle(&db).await;

        let organization = admin.organization();
        Self {
            db,
            clock,
            service,
            organization,
            finance,
            admin,
            hr,
            md,
            head,
            manager,
            employee,
            bystander,
            stranger,
            foreign_admin,
            foreign_department,
        }
    }

    /// Another server on the same database, with its own settings.
    pub(crate) fn server(&self, settings: Settings) -> Service {
        service_on(&self.db, &self.clock, settings)
    }

    /// The same person, with their current permissions.
    pub(crate) async fn again(&self, caller: &Caller) -> Caller {
        let (organization, staff) = (caller.organization(), caller.staff());
        self.service.sessions().caller_for_testing(organization, staff).await.unwrap()
    }

    /// Changes a person of the first organization, as its administrator.
    pub(crate) async fn change(&self, staff: StaffId, patch: StaffPatch) {
        self.service.staff().change(&self.admin, staff, patch).await.unwrap();
    }
}

/// An employee who started on 1 May 2026, with a staff number and an e-mail address derived from
/// the name.
pub(crate) fn person(name: &str, house: &str) -> StaffInput {
    StaffInput {
        staff_number: name.to_uppercase(),
        name: name.to_owned(),
        email: format!("{}@{house}.example", name.to_lowercase()),
        role: "employee".to_owned(),
        job_title: Some("Specialist".to_owned()),
        department_id: None,
        line_manager_id: None,
        employment_start_date: "2026-05-01".parse().unwrap(),
        employment_confirmed_at: None,
    }
}

/// The caller of a request with this idempotency key.
pub(crate) fn keyed(caller: &Caller, key: &str) -> Caller {
    caller.clone().with_idempotency_key(IdempotencyKey::parse(key).unwrap())
}

/// Creates a member of staff and returns their caller.
pub(crate) async fn hire(service: &Service, admin: &Caller, input: StaffInput) -> Caller {
    let created = service.staff().create(admin, input).await.unwrap();
    let organization = admin.organization();
    service.sessions().caller_for_testing(organization, created.staff.id).await.unwrap()
}

fn service_on(db: &TestDatabase, clock: &Arc<ManualClock>, settings: Settings) -> Service {
    let clock = Arc::<ManualClock>::clone(clock);
    Service::with_settings((**db).clone(), Secrets::for_testing(), clock, settings)
}

async fn found(service: &Service, name: &str) -> Caller {
    let input = NewOrganization {
        name: name.to_owned(),
        admin_name: format!("Administrator of {name}"),
        admin_email: format!("admin@{}.example", name.to_lowercase()),
    };
    let created = service.organizations().create(input).await.unwrap();
    let (organization, admin) = (created.organization_id, created.admin_id);
    service.sessions().caller_for_testing(organization, admin).await.unwrap()
}

/// Marks all temporary passwords as changed.
async fn settle(db: &TestDatabase) {
    run_sql!(db, "UPDATE staff SET password_change_required = FALSE");
}

async fn department(service: &Service, admin: &Caller, name: &str) -> DepartmentId {
    let input = DepartmentInput { name: name.to_owned(), supervisor_staff_id: None };
    service.departments().create(admin, input).await.unwrap().id
}

async fn supervise(service: &Service, admin: &Caller, department: DepartmentId, staff: StaffId) {
    let patch = DepartmentPatch { supervisor_staff_id: Patch::Value(staff), name: None };
    service.departments().change(admin, department, patch).await.unwrap();
}
