//! A small world for tests, accessed over HTTP like by a client.

mod documented;
mod form;
mod guest;
mod request;

use std::collections::HashMap;
use std::sync::Arc;

use axum::Router;
use database::test_support::TestDatabase;
use server::config::Config;
use server::phase::Phase;
use server::router::router;
use server::state::Parts;
use service::caller::RequestContext;
use service::clock::ManualClock;
use service::context::Settings;
use service::random::Ids;
use service::secret::Secrets;
use service::{Caller, Service};
use shared::department::{DepartmentInput, DepartmentPatch};
use shared::id::{DepartmentId, StaffId};
use shared::organization::NewOrganization;
use shared::patch::Patch;
use shared::session::LoginInput;
use shared::staff::StaffInput;
use tokio::sync::watch;

pub(crate) use form::{facility_input, initiation, review_input, self_input};
pub(crate) use guest::Guest;
pub(crate) use request::Reply;

/// 21 November 2026, in the morning, everywhere from Lisbon to Dubai.
const NOW: &str = "2026-11-21T09:00:00Z";

/// The people of the first organization, with their roles. The head supervises finance, where the
/// manager manages the employee; bystanders have one role each and no relation to any record.
const PEOPLE: [(&str, &str); 13] = [
    ("hr", "hr"),
    ("deputy", "hr"),
    ("md", "md"),
    ("head", "employee"),
    ("manager", "employee"),
    ("employee", "employee"),
    ("colleague", "employee"),
    ("bystander", "employee"),
    ("credit_officer", "credit_officer"),
    ("credit_reviewer", "credit_reviewer"),
    ("shariah_officer", "shariah_officer"),
    ("cashier", "cashier"),
    ("finance", "finance"),
];

/// An account that can sign in.
#[derive(Clone, Debug)]
pub(crate) struct Person {
    pub(crate) id: StaffId,
    pub(crate) email: String,
    pub(crate) password: String,
    pub(crate) token: String,
}

pub(crate) struct World {
    pub(crate) db: TestDatabase,
    pub(crate) clock: Arc<ManualClock>,
    pub(crate) service: Service,
    pub(crate) router: Router,
    pub(crate) finance: DepartmentId,
    /// The administrator of the second organization is `foreign_admin`, its HR `stranger`.
    people: HashMap<&'static str, Person>,
    /// A customer of the first organization, named `customer`.
    pub(crate) guest: Guest,
    ids: Ids,
    /// Endless responses end when this is dropped.
    _running: watch::Sender<Phase>,
}

impl World {
    pub(crate) async fn new(db: TestDatabase) -> Self {
        Self::with(db, Secrets::for_testing()).await
    }

    /// With the password hashing cost of production.
    pub(crate) async fn at_full_cost() -> Self {
        let secrets = Secrets { bcrypt_cost: 12, ..Secrets::for_testing() };
        Self::with(TestDatabase::sqlite().await, secrets).await
    }

    async fn with(db: TestDatabase, secrets: Secrets) -> Self {
        let clock = Arc::new(ManualClock::at(NOW.parse().unwrap()));
        let settings = Settings { login_per_minute_per_ip: 100_000, ..Settings::default() };
        let ticking = Arc::<ManualClock>::clone(&clock);
        let service = Service::with_settings((*db).clone(), secrets.clone(), ticking, settings);

        let mut passwords = HashMap::new();
        let admin = found(&service, &mut passwords, ("admin", "amanah")).await;
        let foreign_admin = found(&service, &mut passwords, ("foreign_admin", "baraka")).await;
        let finance = department(&service, &admin).await;
        for (name, role) in PEOPLE {
            let manager = match name {
                "employee" | "colleague" => passwords.get("manager"),
                "manager" => passwords.get("head"),
                _ => None,
            };
            let input = StaffInput {
                department_id: Some(finance),
                line_manager_id: manager.map(|person: &Person| person.id),
                ..input(name, "amanah", role)
            };
            hire(&service, &admin, &mut passwords, (name, input)).await;
        }
        let stranger = ("stranger", input("stranger", "baraka", "hr"));
        hire(&service, &foreign_admin, &mut passwords, stranger).await;
        supervise(&service, &admin, finance, passwords["head"].id).await;
        settle(&db).await;
        for person in passwords.values_mut() {
            person.token = sign_in(&service, person).await;
        }

        let guest = guest::welcome(&service, &db, &admin).await;
        let (running, phase) = watch::channel(Phase::Serving);
        let config = Arc::new(Config::for_testing(secrets));
        let router = router(Parts::new(service.clone(), config, phase).into());
        Self {
            db,
            clock,
            service,
            router,
            finance,
            people: passwords,
            guest,
            ids: Ids::default(),
            _running: running,
        }
    }

    pub(crate) async fn sqlite() -> Self {
        Self::new(TestDatabase::sqlite().await).await
    }

    pub(crate) fn person(&self, name: &str) -> &Person {
        self.people.get(name).unwrap_or_else(|| panic!("nobody is called {name}"))
    }

    pub(crate) fn id(&self, name: &str) -> String {
        self.person(name).id.to_string()
    }

    /// Creates an account of the first organization with that role.
    pub(crate) async fn hire(&mut self, name: &'static str, role: &str) {
        let admin = self.person("admin").token.clone();
        let context = RequestContext::default();
        let admin = self.service.sessions().authenticate(&admin, context).await.unwrap();
        let input = input(name, "amanah", role);
        hire(&self.service, &admin, &mut self.people, (name, input)).await;
        settle(&self.db).await;
        self.sign_in_again(name).await;
    }

    /// Starts a new session for a person.
    pub(crate) async fn sign_in_again(&mut self, name: &str) {
        if name == guest::NAME {
            self.guest.sign_in(&self.service).await;
            return;
        }
        let token = sign_in(&self.service, self.person(name)).await;
        self.people.get_mut(name).unwrap().token = token;
    }

    /// The content of a SQLite database, to detect any write.
    pub(crate) async fn snapshot(&self) -> Vec<u8> {
        let file = std::env::temp_dir().join(format!("mizan-{}.db", self.ids.unordered()));
        self.db.backup(file.to_str().unwrap()).await.unwrap();
        let bytes = std::fs::read(&file).unwrap();
        std::fs::remove_file(file).unwrap();
        bytes
    }

    /// Dispatches all waiting events.
    pub(crate) async fn dispatch(&self) {
        self.service.events().dispatch_waiting().await.unwrap();
    }
}

fn input(name: &str, house: &str, role: &str) -> StaffInput {
    StaffInput {
        staff_number: name.to_uppercase(),
        name: format!("Person {name}"),
        email: format!("{name}@{house}.example"),
        role: role.to_owned(),
        job_title: Some("Specialist".to_owned()),
        department_id: None,
        line_manager_id: None,
        employment_start_date: "2026-05-01".parse().unwrap(),
        employment_confirmed_at: None,
    }
}

async fn found(
    service: &Service,
    people: &mut HashMap<&'static str, Person>,
    (name, house): (&'static str, &str),
) -> Caller {
    let input = NewOrganization {
        name: house.to_owned(),
        admin_name: "Administrator".to_owned(),
        admin_email: format!("admin@{house}.example"),
    };
    let made = service.organizations().create(input).await.unwrap();
    let (id, email, password) = (made.admin_id, made.admin_email, made.temporary_password);
    people.insert(name, Person { id, email, password, token: String::new() });
    service.sessions().caller_for_testing(made.organization_id, id).await.unwrap()
}

async fn hire(
    service: &Service,
    admin: &Caller,
    people: &mut HashMap<&'static str, Person>,
    (name, input): (&'static str, StaffInput),
) {
    let email = input.email.clone();
    let made = service.staff().create(admin, input).await.unwrap();
    let (id, password) = (made.staff.id, made.temporary_password);
    people.insert(name, Person { id, email, password, token: String::new() });
}

async fn department(service: &Service, admin: &Caller) -> DepartmentId {
    let input = DepartmentInput { name: "Finance".to_owned(), supervisor_staff_id: None };
    service.departments().create(admin, input).await.unwrap().id
}

async fn supervise(service: &Service, admin: &Caller, department: DepartmentId, staff: StaffId) {
    let patch = DepartmentPatch { supervisor_staff_id: Patch::Value(staff), name: None };
    service.departments().change(admin, department, patch).await.unwrap();
}

/// Marks all temporary passwords as changed.
async fn settle(db: &TestDatabase) {
    let mut tx = db.begin().await.unwrap();
    tx.sql("UPDATE staff SET password_change_required = FALSE").execute().await.unwrap();
    tx.commit().await.unwrap();
}

async fn sign_in(service: &Service, person: &Person) -> String {
    let (email, password) = (person.email.clone(), person.password.clone());
    let input = LoginInput { email, password };
    let outcome = service.sessions().login(input, RequestContext::default()).await.unwrap();
    outcome.signed_in().unwrap().access_token
}
