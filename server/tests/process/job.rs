//! The confirmation-due job in separate processes: two at once, and killed midway.

use std::process::Stdio;

use chrono::{Days, NaiveDate, TimeDelta, Utc};
use database::on_both;
use database::test_support::TestDatabase;
use service::Service;
use service::random::Ids;
use service::secret::Secrets;
use shared::calendar::confirmation_due_cutoff;
use shared::id::OrganizationId;
use shared::organization::NewOrganization;
use shared::staff::StaffInput;
use tokio::process::{Child, Command};

use super::program::Folder;

on_both!(
    two_concurrent_processes_notify_each_person_once,
    a_process_that_loses_its_lease_leaves_the_rest_to_the_other_one,
    a_process_killed_midway_is_made_up_for_by_the_next_one,
    the_time_zone_of_the_server_moves_nobodys_day,
);

/// Enough that a run can be disturbed midway.
const PEOPLE: usize = 1_200;

const JOB: &[&str] = &["job", "run", "staff-confirmation-due"];

const HIRE: &str = "WITH given (id, name) AS (VALUES {rows: UUID, TEXT})
    INSERT INTO staff (organization_id, id, staff_number, name, email, role_key,
        employment_start_date, is_blocked, password_hash, password_scheme, password_version,
        password_change_required, created_at, updated_at, name_folded, name_sort_key,
        details_folded)
    SELECT $1, id, name, name, name, 'employee', $2, FALSE, '', '', 0, FALSE, $3, $3, name, $4, name
    FROM given";

/// An organization with one member of human resources, where all others are due.
struct House {
    db: TestDatabase,
    ids: Ids,
    organization: OrganizationId,
    service: Service,
}

impl House {
    /// With many people who are due for confirmation.
    async fn new(db: TestDatabase) -> Self {
        let house = Self::small(db).await;
        let start = house.service.now() - TimeDelta::days(400);
        house.hire(PEOPLE, start.date_naive()).await;
        house
    }

    async fn small(db: TestDatabase) -> Self {
        let service = Service::new((*db).clone(), Secrets::for_testing());
        let input = NewOrganization {
            name: "Amanah".to_owned(),
            admin_name: "Omar".to_owned(),
            admin_email: "omar@amanah.example".to_owned(),
        };
        let made = service.organizations().create(input).await.unwrap();
        let (organization, admin) = (made.organization_id, made.admin_id);
        let admin = service.sessions().caller_for_testing(organization, admin).await.unwrap();
        let start = service.now().date_naive();
        let noura = StaffInput {
            staff_number: "A-1".to_owned(),
            name: "Noura".to_owned(),
            email: "noura@amanah.example".to_owned(),
            role: "hr".to_owned(),
            job_title: None,
            department_id: None,
            line_manager_id: None,
            employment_start_date: start,
            employment_confirmed_at: None,
        };
        service.staff().create(&admin, noura).await.unwrap();
        Self { db, ids: Ids::default(), organization, service }
    }

    async fn hire(&self, people: usize, start: NaiveDate) {
        let mut tx = self.db.begin().await.unwrap();
        let names = (0..people).map(|number| format!("Person {start} {number}"));
        let hired = tx
            .sql(HIRE)
            .bind(self.organization)
            .bind(start)
            .bind(self.service.now())
            .bind(b"".as_slice())
            .rows(names, |row, name| row.bind(self.ids.unordered()).bind(name));
        hired.execute().await.unwrap();
        tx.commit().await.unwrap();
    }

    /// Starts the job in a process on this database.
    fn start(&self, folder: &Folder) -> Child {
        let mut command: Command = folder.command(JOB);
        command.env("DATABASE_URL", self.db.url()).stdin(Stdio::null());
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
    }

    /// Waits until some people have a notification, but not all of them.
    async fn midway(&self) -> usize {
        loop {
            let notified = self.notified().await.len();
            if notified > 0 {
                assert!(notified < PEOPLE, "the run was over before it could be disturbed");
                return notified;
            }
            tokio::task::yield_now().await;
        }
    }

    /// The number of notifications of each person who is due.
    async fn notified(&self) -> Vec<i64> {
        let mut tx = self.db.read().await.unwrap();
        let counts = "SELECT COUNT(*) FROM notifications WHERE type = 'staff.confirmation_due' \
             GROUP BY subject_staff_id";
        tx.sql(counts).scalars().await.unwrap()
    }

    async fn end_the_lease(&self) {
        let mut tx = self.db.begin().await.unwrap();
        let ended = "UPDATE job_leases SET expires_at = $1";
        let long_ago = chrono::DateTime::<Utc>::UNIX_EPOCH;
        assert_eq!(tx.sql(ended).bind(long_ago).execute().await.unwrap(), 1);
        tx.commit().await.unwrap();
    }

    /// Deletes all hired people.
    async fn forget_everybody(&self) {
        let mut tx = self.db.begin().await.unwrap();
        tx.sql("DELETE FROM notifications").execute().await.unwrap();
        tx.sql("DELETE FROM staff WHERE password_scheme = ''").execute().await.unwrap();
        tx.commit().await.unwrap();
    }

    async fn each_person_is_notified_once(&self) {
        let notified = self.notified().await;
        assert_eq!(notified.len(), PEOPLE);
        assert!(notified.iter().all(|times| *times == 1), "{notified:?}");
        let mut tx = self.db.read().await.unwrap();
        let stamps = "SELECT COUNT(*) FROM staff WHERE confirmation_due_notified_at IS NOT NULL";
        let stamps = tx.sql(stamps).scalar::<i64>().await.unwrap();
        assert_eq!(usize::try_from(stamps).unwrap(), PEOPLE);
    }
}

/// The number of notifications that a process reports; zero if another one had the lease.
async fn done(child: Child) -> usize {
    let output = child.wait_with_output().await.unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{said}");
    let printed = String::from_utf8(output.stdout).unwrap();
    let report = printed.trim().strip_prefix("staff-confirmation-due: ").unwrap();
    if report == "another server is running it" {
        return 0;
    }
    let (done, failed) = report.split_once(" done, ").unwrap();
    assert_eq!(failed, "0 failed");
    done.parse().unwrap()
}

async fn two_concurrent_processes_notify_each_person_once(db: TestDatabase) {
    let house = House::new(db).await;
    let folders = [Folder::new(), Folder::new()];
    let [first, second] = folders.each_ref().map(|folder| house.start(folder));
    let (first, second) = tokio::join!(done(first), done(second));
    assert_eq!(first + second, PEOPLE);
    house.each_person_is_notified_once().await;
}

async fn a_process_that_loses_its_lease_leaves_the_rest_to_the_other_one(db: TestDatabase) {
    let house = House::new(db).await;
    let folders = [Folder::new(), Folder::new()];
    let slow = house.start(&folders[0]);
    house.midway().await;
    house.end_the_lease().await;
    let other = house.start(&folders[1]);
    let (slow, other) = tokio::join!(done(slow), done(other));
    assert_eq!(slow + other, PEOPLE);
    house.each_person_is_notified_once().await;
}

async fn a_process_killed_midway_is_made_up_for_by_the_next_one(db: TestDatabase) {
    let house = House::new(db).await;
    let folder = Folder::new();
    let mut killed = house.start(&folder);
    house.midway().await;
    killed.kill().await.unwrap();
    assert_eq!(done(house.start(&folder)).await, 0, "the dead one still has its lease");
    let notified = house.notified().await.len();
    assert!(notified < PEOPLE, "{notified}");
    house.end_the_lease().await;
    assert_eq!(done(house.start(&folder)).await, PEOPLE - notified);
    house.each_person_is_notified_once().await;
}

/// One person is due from today on, the other from tomorrow on.
async fn the_time_zone_of_the_server_moves_nobodys_day(db: TestDatabase) {
    let house = House::small(db).await;
    let folder = Folder::new();
    for zone in ["Pacific/Pago_Pago", "Pacific/Kiritimati"] {
        let cutoff = todays_cutoff(&house.service).await;
        house.hire(1, cutoff).await;
        house.hire(1, cutoff + Days::new(1)).await;
        let mut command = folder.command(JOB);
        command.env("TZ", zone).env("DATABASE_URL", house.db.url());
        let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        assert_eq!(done(child).await, 1, "{zone}");
        house.forget_everybody().await;
    }
}

/// The cutoff of a day that does not end during the test.
async fn todays_cutoff(service: &Service) -> NaiveDate {
    while (service.now() + TimeDelta::minutes(1)).date_naive() != service.now().date_naive() {
        tokio::task::yield_now().await;
    }
    confirmation_due_cutoff(service.now().date_naive())
}
