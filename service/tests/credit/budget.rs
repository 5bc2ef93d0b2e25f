//! The database cost of facilities does not grow with their number or their lines.

use database::on_both;
use database::test_support::TestDatabase;
use shared::credit::facility::FacilityQuery;
use shared::credit::journal::JournalQuery;
use shared::credit::vocabulary::{FacilityStatus, ProductType};

use crate::credit_desk::CreditDesk;

on_both!(facilities_cost_a_fixed_number_of_statements);

async fn cost<T>(desk: &CreditDesk, use_case: impl Future<Output = shared::Result<T>>) -> u64 {
    let before = desk.world.db.statements();
    use_case.await.unwrap();
    desk.world.db.statements() - before
}

/// The statements of every read, of a creation and of an activation.
async fn costs(desk: &CreditDesk, term_periods: u32) -> [u64; 8] {
    let facilities = desk.world.service.facilities();
    let mut input = desk.input(ProductType::Murabaha);
    input.term_periods = term_periods;
    let before = desk.world.db.statements();
    let made = facilities.create(&desk.officer, input).await.unwrap();
    let created = desk.world.db.statements() - before;
    let at = made.facility_ref.as_str();
    for (action, by) in [
        ("review", &desk.officer),
        ("approve", &desk.reviewer),
        ("approve", &desk.shariah),
        ("asset_owned", &desk.shariah),
    ] {
        desk.perform(action, by, at).await.unwrap();
    }
    [
        created,
        cost(desk, desk.perform("activate", &desk.shariah, at)).await,
        cost(desk, facilities.list(&desk.officer, FacilityQuery::default())).await,
        cost(desk, facilities.find(&desk.officer, at)).await,
        cost(desk, facilities.schedule(&desk.officer, at)).await,
        cost(desk, facilities.timeline(&desk.officer, at)).await,
        cost(desk, facilities.journals(&desk.officer, at)).await,
        cost(desk, desk.world.service.journals().list(&desk.officer, JournalQuery::default()))
            .await,
    ]
}

async fn facilities_cost_a_fixed_number_of_statements(db: TestDatabase) {
    let desk = CreditDesk::new(db).await;
    let few = costs(&desk, 1).await;
    for &product in ProductType::ALL {
        desk.reach(product, FacilityStatus::Active).await;
    }
    let many = costs(&desk, 600).await;
    assert_eq!(few, many);
    assert_eq!(many, [8, 16, 4, 3, 2, 2, 3, 3]);
}
