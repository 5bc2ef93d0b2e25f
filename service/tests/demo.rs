//! The demo organization.

use database::test_support::TestDatabase;
use database::{Engine, on_both};
use service::caller::RequestContext;
use service::context::Settings;
use service::secret::Secrets;
use service::{Service, demo};
use shared::appraisal::Status;
use shared::appraisal::list::{AppraisalQuery, Scope};
use shared::credit::facility::FacilityQuery;
use shared::credit::vocabulary::{FacilityStatus, ProductType};
use shared::customer::{CustomerQuery, PortalAccess};
use shared::leave::LeaveType;
use shared::leave::request::{LeaveQuery, LeaveScope};
use shared::leave::status::LeaveStatus;
use shared::session::LoginInput;

/// Tables without rows in the demo, and the reasons.
const EMPTY: [(&str, &str); 22] = [
    ("api_tokens", "a token is shown once, and nobody has it"),
    ("audit_waiting", "every entry is sealed"),
    ("calendar_feeds", "an address is shown once, so the demo has none"),
    ("customer_pre_auth_tokens", "nobody is signing in"),
    ("event_feeds", "the events are numbered when they are read or dispatched"),
    ("idempotency_keys", "no request is repeated"),
    ("initiation_batches", "the story starts appraisals one by one"),
    ("initiation_entries", "the story starts appraisals one by one"),
    ("job_leases", "no job has run"),
    ("job_runs", "no job has run"),
    ("leave_policies", "an organization without its own has the predefined ones"),
    ("mails", "nothing is sent"),
    ("portal_sessions", "nobody is signed in"),
    ("profit_waiver_lines", "no profit is waived"),
    ("profit_waivers", "no profit is waived"),
    ("reversed_settlements", "no settlement is reversed"),
    ("sessions", "nobody is signed in"),
    ("staff_mfa_credentials", "a second factor would lock visitors out"),
    ("staff_pre_auth_tokens", "nobody is signing in"),
    ("staff_uploads", "no import is in progress"),
    ("webhook_deliveries", "there is no webhook"),
    ("webhooks", "the demo has no receiver"),
];

on_both!(
    the_demo_is_sound_and_shows_every_stage,
    everyone_in_the_demo_accounts_can_sign_in,
    the_demo_fills_an_empty_database_only,
);

/// The tables without a row.
async fn empty_tables(db: &TestDatabase) -> Vec<String> {
    let tables = match db.engine() {
        Engine::Sqlite => {
            "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table'
                AND name NOT LIKE 'sqlite%' AND name NOT LIKE '_sqlx%' ORDER BY name"
        }
        Engine::Postgres => {
            "SELECT relname::text FROM pg_class
            WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
                AND relname NOT LIKE '\\_sqlx%' ORDER BY relname"
        }
    };
    let mut tx = db.read().await.unwrap();
    let mut empty: Vec<String> = Vec::new();
    for (table,) in tx.sql(tables).all::<(String,)>().await.unwrap() {
        let text: &'static str = String::leak(format!("SELECT COUNT(*) FROM {table}"));
        if tx.sql(text).scalar::<i64>().await.unwrap() == 0 {
            empty.push(table);
        }
    }
    empty
}

async fn the_demo_is_sound_and_shows_every_stage(db: TestDatabase) {
    let service = Service::new(db.clone(), Secrets::for_testing());
    demo::fill(&service).await.unwrap();
    assert_eq!(service.self_check().run().await.unwrap(), []);
    let empty = empty_tables(&db).await;
    assert_eq!(empty, EMPTY.map(|(table, _)| table), "add rows in service/src/demo.rs");
    let mut tx = db.read().await.unwrap();
    let admin: (shared::id::OrganizationId, shared::id::StaffId) = tx
        .sql("SELECT organization_id, id FROM staff WHERE role_key = 'admin'")
        .one()
        .await
        .unwrap();
    drop(tx);
    let admin = service.sessions().caller_for_testing(admin.0, admin.1).await.unwrap();
    let organization = service.organizations().find(&admin).await.unwrap();
    assert_eq!((&*organization.time_zone, &*organization.currency), ("Asia/Dubai", "AED"));
    let shown = async |portal| {
        let query = CustomerQuery { portal: Some(portal), ..CustomerQuery::default() };
        service.customers().list(&admin, query).await.unwrap().pagination.total
    };
    for portal in PortalAccess::ALL {
        assert!(shown(*portal).await > 0, "{portal}");
    }
    for status in FacilityStatus::ALL {
        for product_type in ProductType::ALL {
            let query = FacilityQuery {
                status: vec![*status],
                product_type: Some(*product_type),
                ..FacilityQuery::default()
            };
            let page = service.facilities().list(&admin, query).await.unwrap();
            assert!(page.pagination.total > 0, "{page:?}");
            let is_late = matches!(status, FacilityStatus::Overdue | FacilityStatus::NonAccrual);
            assert!(page.data.iter().all(|it| (it.days_past_due > 0) == is_late), "{page:?}");
        }
    }
    let balance = service.journals().trial_balance(&admin, None, None).await.unwrap();
    assert!(balance.totals.debit.is_positive() && balance.totals.balance.is_zero());
    let map = service.account_map().find(&admin).await.unwrap();
    assert!(map.missing.is_empty());
    let query = CustomerQuery { portal: Some(PortalAccess::Active), ..CustomerQuery::default() };
    let customers = service.customers().list(&admin, query).await.unwrap().data;
    let accounts: Vec<_> = customers.into_iter().filter_map(|it| it.portal_account).collect();
    let with_mfa = accounts.iter().filter(|account| account.mfa_enabled).count();
    assert!(with_mfa > 0 && with_mfa < accounts.len());
    for status in &Status::ALL[1..] {
        let mut query = AppraisalQuery::of(Scope::All);
        query.status = Some(*status);
        let page = service.appraisals().list(&admin, query).await.unwrap();
        assert!(page.pagination.total > 0, "{status}");
    }
    for status in LeaveStatus::ALL {
        let query = LeaveQuery { status: Some(*status), ..LeaveQuery::of(LeaveScope::All) };
        let page = service.leave().requests(&admin, query).await.unwrap();
        assert!(page.pagination.total > 0, "{status}");
    }
    let page = service.leave().requests(&admin, LeaveQuery::of(LeaveScope::All)).await.unwrap();
    for leave_type in LeaveType::ALL {
        assert!(page.data.iter().any(|it| it.leave_type == *leave_type), "{leave_type}");
    }
}

async fn everyone_in_the_demo_accounts_can_sign_in(db: TestDatabase) {
    let clock = std::sync::Arc::new(service::clock::SystemClock);
    let settings = Settings { login_per_minute_per_ip: 1_000, ..Settings::default() };
    let secrets = Secrets::for_testing();
    let service = Service::with_settings(db.clone(), secrets, clock, settings);
    let accounts = demo::fill(&service).await.unwrap();
    assert!(accounts.len() >= 8);
    for account in accounts {
        let input = LoginInput { email: account.email, password: account.password };
        if account.role == demo::CUSTOMER_ROLE {
            let answer = service.portal().login(input, RequestContext::default()).await.unwrap();
            assert!(!answer.signed_in().unwrap().password_change_required);
            continue;
        }
        let answer = service.sessions().login(input, RequestContext::default()).await.unwrap();
        let answer = answer.signed_in().unwrap();
        assert!(!format!("{answer:?}").is_empty());
    }
}

async fn the_demo_fills_an_empty_database_only(db: TestDatabase) {
    let service = Service::new(db.clone(), Secrets::for_testing());
    demo::fill(&service).await.unwrap();
    assert!(demo::fill(&service).await.is_err());
}
