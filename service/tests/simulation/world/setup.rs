//! The organizations of a run, with their staff, a customer each and their account maps.

use std::collections::BTreeMap;
use std::sync::Arc;

use database::test_support::TestDatabase;
use service::clock::ManualClock;
use service::context::Settings;
use service::secret::Secrets;
use service::{Caller, Service};
use shared::credit::account_map::AccountMapInput;
use shared::credit::vocabulary::Presentation;
use shared::department::{DepartmentInput, DepartmentPatch};
use shared::id::DepartmentId;
use shared::organization::{NewOrganization, OrganizationPatch};
use shared::patch::Patch;
use shared::staff::{StaffInput, StaffPatch};
use shared::webhook::{WebhookInput, webhook_types};

use super::event::Hook;
use super::portal::Post;
use super::{Feed, House, World};
use crate::credit_desk::mappings;
use crate::portal::customer;
use crate::simulation::draw::{FIRST_DAY, ORGANIZATIONS};
use crate::simulation::faults::Faults;
use crate::simulation::model::employment::Employment;
use crate::simulation::people::{Department, Person};
use crate::simulation::planted::Planted;
use crate::support::{hire, person, run_sql};

/// A time zone without clock changes for each of [`ORGANIZATIONS`].
const TIME_ZONES: [&str; ORGANIZATIONS.len()] = ["Asia/Dubai", "America/Bogota", "UTC"];

/// Everyone has changed the temporary password.
pub(super) const SETTLE: &str = "UPDATE staff SET password_change_required = FALSE";

impl World {
    /// Organizations on an empty database, the day before the first day of a run.
    pub(in crate::simulation) async fn new(
        db: TestDatabase,
        organizations: usize,
        planted: Option<Planted>,
    ) -> Self {
        let start = FIRST_DAY.pred_opt().unwrap().and_hms_opt(12, 0, 0).unwrap().and_utc();
        let clock = Arc::new(ManualClock::at(start));
        let job_clock = Arc::new(ManualClock::at(start));
        let faults = Arc::new(Faults::default());
        let observed = db.observed_by(Arc::<Faults>::clone(&faults));
        let service_at = |clock: &Arc<ManualClock>| {
            let (db, clock) = (observed.clone(), Arc::<ManualClock>::clone(clock));
            let settings = Settings { login_per_minute_per_ip: 1_000, ..Settings::default() };
            Service::with_settings(db, Secrets::for_testing(), clock, settings)
        };
        let (service, job_service) = (service_at(&clock), service_at(&job_clock));
        let mut houses = Vec::new();
        let zones = TIME_ZONES.iter().zip(ORGANIZATIONS);
        for (time_zone, (_, is_gross)) in zones.take(organizations) {
            houses.push(found(&service, time_zone, is_gross).await);
        }
        run_sql!(db, SETTLE);
        let (requests, post, hook) = (0, Post::default(), Hook::default());
        Self {
            db,
            clock,
            job_clock,
            service,
            job_service,
            houses,
            faults,
            post,
            hook,
            planted,
            requests,
        }
    }
}

async fn found(service: &Service, time_zone: &str, is_gross: bool) -> House {
    let shown = if is_gross { Presentation::Gross } else { Presentation::Net };
    let domain = time_zone.to_lowercase().replace('/', "-");
    let input = NewOrganization {
        name: time_zone.to_owned(),
        admin_name: "Administrator".to_owned(),
        admin_email: format!("admin@{domain}.example"),
    };
    let created = service.organizations().create(input).await.unwrap();
    let sessions = service.sessions();
    let founder = sessions.caller_for_testing(created.organization_id, created.admin_id).await;
    let founder = founder.unwrap();
    let patch = OrganizationPatch {
        time_zone: Some(time_zone.to_owned()),
        currency: Some("AED".to_owned()),
        murabaha_presentation: Some(shown),
        ..OrganizationPatch::default()
    };
    service.organizations().change(&founder, patch).await.unwrap();
    let departments = open_departments(service, &founder).await;
    let types = webhook_types().collect();
    let webhook = WebhookInput { url: "https://erp.example/hooks".to_owned(), types };
    service.webhooks().create(&founder, webhook).await.unwrap();
    let people = hire_everyone(service, founder, &departments, &domain).await;
    let customer = customer("Layan");
    let customer = service.customers().create(&people[&Person::CreditOfficer], customer).await;
    let mappings = mappings(&[Presentation::Gross, Presentation::Net]);
    let map = AccountMapInput { mappings };
    service.account_map().change(&people[&Person::Accountant], map).await.unwrap();
    House {
        reader: people[&Person::Administrator].clone(),
        people,
        domain,
        departments,
        customer: customer.unwrap().id,
        references: BTreeMap::new(),
        payments: BTreeMap::new(),
        requests: BTreeMap::new(),
        appraisals: BTreeMap::new(),
        templates: BTreeMap::new(),
        tokens: BTreeMap::new(),
        closed_books: None,
        feed: Feed::default(),
    }
}

async fn open_departments(
    service: &Service,
    founder: &Caller,
) -> BTreeMap<Department, DepartmentId> {
    let mut departments = BTreeMap::new();
    for department in Department::ALL {
        let input = DepartmentInput { name: format!("{department:?}"), supervisor_staff_id: None };
        let created = service.departments().create(founder, input).await.unwrap();
        departments.insert(department, created.id);
    }
    departments
}

async fn hire_everyone(
    service: &Service,
    founder: Caller,
    departments: &BTreeMap<Department, DepartmentId>,
    domain: &str,
) -> BTreeMap<Person, Caller> {
    let mut people = BTreeMap::new();
    for member in Person::FIRST.into_iter().filter(|it| *it != Person::Administrator) {
        let input = StaffInput {
            role: member.first_role().key().to_owned(),
            department_id: member.first_department().map(|it| departments[&it]),
            employment_start_date: Employment::of(member).started_on,
            employment_confirmed_at: Employment::of(member).confirmed_on,
            ..person(&member.name(), domain)
        };
        people.insert(member, hire(service, &founder, input).await);
    }
    for (department, id) in departments {
        let head = people[&department.first_head()].staff();
        let patch = DepartmentPatch { supervisor_staff_id: Patch::Value(head), name: None };
        service.departments().change(&founder, *id, patch).await.unwrap();
    }
    for (member, manager) in
        people.keys().filter_map(|it| it.first_line_manager().map(|manager| (*it, manager)))
    {
        let patch = StaffPatch {
            line_manager_id: Patch::Value(people[&manager].staff()),
            ..StaffPatch::default()
        };
        service.staff().change(&founder, people[&member].staff(), patch).await.unwrap();
    }
    people.insert(Person::Administrator, founder);
    // The time zone of the organization is part of each caller.
    let mut current = BTreeMap::new();
    for (member, caller) in people {
        let (organization, staff) = (caller.organization(), caller.staff());
        let caller = service.sessions().caller_for_testing(organization, staff).await.unwrap();
        current.insert(member, caller);
    }
    current
}
