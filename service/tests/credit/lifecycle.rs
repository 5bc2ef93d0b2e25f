//! A facility from draft to activation.

use database::on_both;
use database::test_support::TestDatabase;
use shared::credit::facility::{FacilityAction, FacilityQuery};
use shared::credit::journal::{FacilityEventType as E, JournalQuery};
use shared::credit::rounding::InstalmentUnit;
use shared::credit::schedule::{ScheduleLine, schedule};
use shared::credit::vocabulary::{AssetStatus, FacilityStatus, ProductType};
use shared::error::Code;

use crate::credit_desk::{CreditDesk, code};

on_both!(
    every_product_goes_from_draft_to_active,
    a_draft_reads_back_as_it_was_made_and_recomputes_to_the_byte,
    owning_the_asset_again_changes_nothing,
    a_rejection_keeps_its_reason_and_is_the_end,
    another_organization_sees_nothing_of_a_facility,
);

async fn every_product_goes_from_draft_to_active(db: TestDatabase) {
    let desk = CreditDesk::new(db).await;
    for &product in ProductType::ALL {
        let facility_ref = desk.draft(product).await;
        let draft = desk.find(&facility_ref).await;
        assert_eq!(draft.status, FacilityStatus::Draft);
        assert_eq!(draft.facility_amount.to_string(), "100000.0000");
        assert_eq!((draft.next_due, draft.activated_at), (None, None));
        assert_eq!(draft.allowed_actions, [FacilityAction::Review, FacilityAction::Withdraw]);
        for (action, by, status) in [
            ("review", &desk.officer, FacilityStatus::PendingReview),
            ("approve", &desk.reviewer, FacilityStatus::ShariahReview),
            ("approve", &desk.shariah, FacilityStatus::Approved),
            ("asset_owned", &desk.shariah, FacilityStatus::Approved),
            ("activate", &desk.shariah, FacilityStatus::Active),
        ] {
            let after = desk.perform(action, by, &facility_ref).await.unwrap();
            assert_eq!(after.status, status, "{product} {action}");
        }
        let live = desk.find(&facility_ref).await;
        let held = match product {
            ProductType::Murabaha => AssetStatus::Sold,
            ProductType::Ijarah | ProductType::DiminishingMusharakah => {
                product.required_asset_status()
            }
        };
        assert_eq!(live.asset_status, held);
        assert_eq!(live.asset_document_ref.as_deref(), Some("Invoice 17"));
        assert!(live.origination_journal_id.is_some() && live.activated_at.is_some());
        assert_eq!(live.next_due.unwrap().date.to_string(), "2026-12-21");
        assert_eq!(live.reviewed_by_id, Some(desk.reviewer.staff()));
        assert_eq!(live.approved_by_id, Some(desk.shariah.staff()));
        let timeline = desk.world.service.facilities().timeline(&desk.cashier, &facility_ref).await;
        let events: Vec<_> =
            timeline.unwrap().into_iter().map(|event| event.event_type.known().unwrap()).collect();
        let path = [E::Activated, E::AssetOwned, E::ShariahApproved, E::Reviewed, E::Submitted];
        assert_eq!(events, [path.as_slice(), &[E::Created]].concat());
    }
}

async fn a_draft_reads_back_as_it_was_made_and_recomputes_to_the_byte(db: TestDatabase) {
    let desk = CreditDesk::new(db).await;
    let facilities = desk.world.service.facilities();
    for &product in ProductType::ALL {
        let mut input = desk.input(product);
        input.asset_cost = "99999999999.9999".parse().unwrap();
        input.term_periods = 600;
        input.periods_per_year = 52;
        let made = facilities.create(&desk.officer, input.clone()).await.unwrap();
        let found = desk.find(&made.facility_ref).await;
        assert_eq!(serde_json::to_string(&made).unwrap(), serde_json::to_string(&found).unwrap());
        let stored = facilities.schedule(&desk.officer, &made.facility_ref).await.unwrap();
        let today = "2026-11-21".parse().unwrap();
        let computed = schedule(&input.terms(InstalmentUnit::default()), today).unwrap();
        let computed: Vec<_> = computed.iter().map(ScheduleLine::from).collect();
        let (stored, computed) =
            (serde_json::to_string(&stored.lines), serde_json::to_string(&computed));
        assert_eq!(stored.unwrap(), computed.unwrap());
    }
}

async fn owning_the_asset_again_changes_nothing(db: TestDatabase) {
    let desk = CreditDesk::new(db).await;
    let facility_ref = desk.reach(ProductType::Ijarah, FacilityStatus::Approved).await;
    let owned = desk.perform("asset_owned", &desk.shariah, &facility_ref).await.unwrap();
    assert_eq!(owned.asset_status, AssetStatus::OwnedByProvider);
    let before = desk.dump().await;
    let again = desk.perform("asset_owned", &desk.shariah, &facility_ref).await.unwrap();
    assert_eq!(again, owned);
    assert_eq!(desk.dump().await, before);
}

async fn a_rejection_keeps_its_reason_and_is_the_end(db: TestDatabase) {
    let desk = CreditDesk::new(db).await;
    for status in [FacilityStatus::PendingReview, FacilityStatus::ShariahReview] {
        let facility_ref = desk.reach(ProductType::Murabaha, status).await;
        let rejected = desk.perform("reject", &desk.reviewer, &facility_ref).await.unwrap();
        assert_eq!(rejected.rejection_reason.as_deref(), Some("Income not shown"));
        for action in ["review", "approve", "reject", "asset_owned", "activate"] {
            let refused = desk.perform(action, &desk.world.admin, &facility_ref).await;
            assert_eq!(code(refused), Code::WrongState, "{action}");
        }
    }
}

async fn another_organization_sees_nothing_of_a_facility(db: TestDatabase) {
    let desk = CreditDesk::new(db).await;
    let stranger = &desk.world.foreign_admin;
    let facility_ref = desk.reach(ProductType::Murabaha, FacilityStatus::Active).await;
    let before = desk.dump().await;
    let facilities = desk.world.service.facilities();
    assert_eq!(code(facilities.find(stranger, &facility_ref).await), Code::NotFound);
    assert_eq!(code(facilities.schedule(stranger, &facility_ref).await), Code::NotFound);
    assert_eq!(code(facilities.timeline(stranger, &facility_ref).await), Code::NotFound);
    assert_eq!(code(facilities.journals(stranger, &facility_ref).await), Code::NotFound);
    for action in ["review", "approve", "reject", "asset_owned", "activate"] {
        assert_eq!(
            code(desk.perform(action, stranger, &facility_ref).await),
            Code::NotFound,
            "{action}"
        );
    }
    assert_eq!(
        facilities.list(stranger, FacilityQuery::default()).await.unwrap().pagination.total,
        0
    );
    let journals = desk.world.service.journals();
    assert_eq!(journals.list(stranger, JournalQuery::default()).await.unwrap().pagination.total, 0);
    assert!(journals.trial_balance(stranger, None, None).await.unwrap().rows.is_empty());
    let map = desk.world.service.account_map().find(stranger).await.unwrap();
    assert!(map.mappings.is_empty());
    let refused = facilities.create(stranger, desk.input(ProductType::Ijarah)).await;
    assert_eq!(refused.unwrap_err().problem().errors[0].field, "customerId");
    assert_eq!(desk.dump().await, before);
}
