//! The outcome of each action by role and status, compared with the reviewed table.

use std::fmt::Write;

use database::on_both;
use database::test_support::TestDatabase;
use service::Caller;
use shared::credit::vocabulary::{FacilityStatus, ProductType};

use crate::credit_desk::{CreditDesk, join};

on_both!(the_permissions_by_role_and_status_match_the_reviewed_table);

const TABLE: &str = include_str!("grid.txt");
const ACTIONS: [&str; 6] = ["review", "withdraw", "approve", "reject", "asset_owned", "activate"];
const STATUSES: [FacilityStatus; 7] = [
    FacilityStatus::Draft,
    FacilityStatus::PendingReview,
    FacilityStatus::ShariahReview,
    FacilityStatus::Approved,
    FacilityStatus::Rejected,
    FacilityStatus::Withdrawn,
    FacilityStatus::Active,
];

/// A facility that stays in its status while it refuses actions.
struct Specimen<'a> {
    creator: &'a Caller,
    facility_ref: Option<String>,
}

impl<'a> Specimen<'a> {
    const fn of(creator: &'a Caller) -> Self {
        Self { creator, facility_ref: None }
    }

    async fn in_status(&mut self, desk: &CreditDesk, status: FacilityStatus) -> &str {
        if self.facility_ref.is_none() {
            let reached = desk.reach_by(self.creator, ProductType::Murabaha, status).await;
            self.facility_ref = Some(reached);
        }
        self.facility_ref.as_deref().unwrap()
    }
}

/// The status after the action, or the code of the refusal; a refused action has written nothing.
async fn cell(
    desk: &CreditDesk,
    (specimen, by): (&mut Specimen<'_>, &Caller),
    status: FacilityStatus,
    action: &str,
) -> String {
    let facility_ref = specimen.in_status(desk, status).await;
    let before = desk.dump().await;
    let shown = desk.world.service.facilities().find(by, facility_ref).await;
    let shown = shown.is_ok_and(|facility| {
        facility.allowed_actions.iter().any(|allowed| allowed.as_str() == action)
    });
    match desk.perform(action, by, facility_ref).await {
        Ok(facility) => {
            assert!(shown, "{status} {action} {}: done though not offered", by.role());
            specimen.facility_ref = None;
            facility.status.to_string()
        }
        Err(error) => {
            assert!(!shown, "{status} {action} {}: offered and refused", by.role());
            assert_eq!(desk.dump().await, before, "{status} {action} {}", by.role());
            error.code().to_string()
        }
    }
}

async fn the_permissions_by_role_and_status_match_the_reviewed_table(db: TestDatabase) {
    let desk = CreditDesk::new(db).await;
    // A user with every permission who structured the facility.
    let maker = join(&desk.world, "Maker", "admin").await;
    let people = [
        ("maker", &maker),
        ("officer", &desk.officer),
        ("reviewer", &desk.reviewer),
        ("shariah", &desk.shariah),
        ("cashier", &desk.cashier),
        ("finance", &desk.finance),
        ("md", &desk.world.md),
        ("admin", &desk.world.admin),
        ("employee", &desk.world.bystander),
        ("stranger", &desk.world.foreign_admin),
    ];
    let names = people.map(|(name, _)| format!("{name:<16}")).concat();
    let mut table = format!("{:<28}{}\n", "", names.trim_end());
    for status in STATUSES {
        for action in ACTIONS {
            let mut line = format!("{:<28}", format!("{status} {action}"));
            let mut specimens = (Specimen::of(&maker), Specimen::of(&desk.officer));
            for (_, by) in people {
                let is_maker = by.staff() == maker.staff();
                let specimen = if is_maker { &mut specimens.0 } else { &mut specimens.1 };
                let cell = cell(&desk, (specimen, by), status, action).await;
                write!(line, "{cell:<16}").unwrap();
            }
            writeln!(table, "{}", line.trim_end()).unwrap();
        }
    }
    assert!(table == TABLE, "the table has changed; review it:\n{table}");
}
