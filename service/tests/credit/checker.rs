//! No maker approves their own work.

use database::on_both;
use database::test_support::TestDatabase;
use service::Caller;
use shared::credit::facility::FacilityAction;
use shared::credit::vocabulary::{FacilityStatus, ProductType};
use shared::error::Code;
use shared::id::PaymentId;
use shared::organization::OrganizationPatch;

use crate::credit_desk::{CreditDesk, as_of, because, code, receipt};

on_both!(
    the_creator_passes_nothing_in_any_order_of_calls,
    the_reviewer_gives_the_shariah_approval_only_where_the_policy_lets_them,
    the_order_of_the_checks_is_permission_record_state_person,
    a_queue_holds_the_facilities_that_its_reader_may_act_on,
);

/// Facilities by an administrator, who has every permission.
async fn own_draft(desk: &CreditDesk, product: ProductType) -> String {
    let facilities = desk.world.service.facilities();
    let input = desk.input(product);
    facilities.create(&desk.world.admin, input).await.unwrap().facility_ref
}

async fn separate(desk: &CreditDesk, separate: bool) {
    let patch =
        OrganizationPatch { separate_shariah_approver: Some(separate), ..Default::default() };
    desk.world.service.organizations().change(&desk.world.admin, patch).await.unwrap();
}

/// After any sequence of four of these actions, by the creator and by others, the facility has no
/// approval by its creator.
async fn the_creator_passes_nothing_in_any_order_of_calls(db: TestDatabase) {
    let desk = CreditDesk::new(db).await;
    let creator = desk.world.admin.clone();
    let calls: [(&str, &Caller); 4] = [
        ("review", &creator),
        ("approve", &creator),
        ("approve", &desk.reviewer),
        ("approve", &desk.shariah),
    ];
    separate(&desk, false).await;
    for order in 0..4_usize.pow(4) {
        let facility_ref = own_draft(&desk, ProductType::Murabaha).await;
        for step in 0..4 {
            let (action, by) = calls[order / 4_usize.pow(step) % 4];
            let _ = desk.perform(action, by, &facility_ref).await;
        }
        let facility = desk.facility(&facility_ref).await;
        assert_ne!(facility.reviewed_by_id, Some(creator.staff()), "{order}");
        assert_ne!(facility.approved_by_id, Some(creator.staff()), "{order}");
    }
}

async fn the_reviewer_gives_the_shariah_approval_only_where_the_policy_lets_them(db: TestDatabase) {
    let desk = CreditDesk::new(db).await;
    let admin = &desk.world.admin;
    let facility_ref = desk.reach(ProductType::Ijarah, FacilityStatus::PendingReview).await;
    desk.perform("approve", admin, &facility_ref).await.unwrap();
    let facilities = desk.world.service.facilities();
    let seen = facilities.find(admin, &facility_ref).await.unwrap();
    assert_eq!(seen.allowed_actions, [FacilityAction::Reject]);
    assert_eq!(code(desk.perform("approve", admin, &facility_ref).await), Code::MakerChecker);
    separate(&desk, false).await;
    let seen = facilities.find(admin, &facility_ref).await.unwrap();
    assert_eq!(seen.allowed_actions, [FacilityAction::Approve, FacilityAction::Reject]);
    let approved = desk.perform("approve", admin, &facility_ref).await.unwrap();
    assert_eq!(approved.status, FacilityStatus::Approved);
}

/// The responses of each action to invalid input.
async fn nonsense(desk: &CreditDesk, facility_ref: &str) -> Vec<Code> {
    let admin = &desk.world.admin;
    let (facilities, payments) = (desk.world.service.facilities(), desk.world.service.payments());
    let blank = || because(" ");
    let nothing = || receipt("0", "2026-11-21");
    let never = Some(chrono::NaiveDate::MAX);
    let id = PaymentId(uuid::Uuid::from_u128(7));
    vec![
        code(facilities.reject(admin, facility_ref, blank()).await),
        code(facilities.stop_accrual(admin, facility_ref, blank()).await),
        code(facilities.resume_accrual(admin, facility_ref, blank()).await),
        code(facilities.overdue(admin, facility_ref, as_of(never)).await),
        code(facilities.settlement_quote(admin, facility_ref, never).await),
        code(payments.preview(admin, facility_ref, nothing()).await),
        code(payments.record(admin, facility_ref, nothing()).await),
        code(payments.reverse(admin, facility_ref, id, blank()).await),
    ]
}

async fn the_order_of_the_checks_is_permission_record_state_person(db: TestDatabase) {
    let desk = CreditDesk::new(db).await;
    let unknown = "CF-20260101-0000";
    for action in ["review", "approve", "reject", "asset_owned", "activate"] {
        let by_cashier = desk.perform(action, &desk.cashier, unknown).await;
        assert_eq!(code(by_cashier), Code::Forbidden, "{action}");
        let by_admin = desk.perform(action, &desk.world.admin, unknown).await;
        assert_eq!(code(by_admin), Code::NotFound, "{action}");
    }
    for refused in nonsense(&desk, unknown).await {
        assert_eq!(refused, Code::NotFound);
    }
    let facility_ref = own_draft(&desk, ProductType::Murabaha).await;
    for refused in nonsense(&desk, &facility_ref).await {
        assert_eq!(refused, Code::WrongState);
    }
    let admin = &desk.world.admin;
    assert_eq!(code(desk.perform("approve", admin, &facility_ref).await), Code::WrongState);
    desk.perform("review", admin, &facility_ref).await.unwrap();
    assert_eq!(code(desk.perform("approve", admin, &facility_ref).await), Code::MakerChecker);
    assert_eq!(code(desk.perform("approve", &desk.shariah, &facility_ref).await), Code::Forbidden);
    desk.perform("approve", &desk.reviewer, &facility_ref).await.unwrap();
    assert_eq!(code(desk.perform("approve", &desk.reviewer, &facility_ref).await), Code::Forbidden);
}

async fn a_queue_holds_the_facilities_that_its_reader_may_act_on(db: TestDatabase) {
    use FacilityStatus as S;
    let desk = CreditDesk::new(db).await;
    let (world, product) = (&desk.world, ProductType::Ijarah);
    let admin = &world.admin;
    for status in S::ALL {
        if !matches!(status, S::Overdue | S::NonAccrual | S::Settled) {
            desk.reach(product, *status).await;
        }
    }
    let check = async |by: &Caller, expected: &[(FacilityStatus, u64)]| {
        let found = world.service.facilities().waiting(by).await.unwrap();
        let found: Vec<_> = found.into_iter().map(|it| (it.status, it.count)).collect();
        assert_eq!(found, expected, "{}", by.name());
    };
    check(&desk.officer, &[(S::Draft, 1)]).await;
    check(&desk.reviewer, &[(S::PendingReview, 1)]).await;
    check(&desk.shariah, &[(S::ShariahReview, 1), (S::Approved, 1)]).await;
    check(&desk.cashier, &[]).await;
    check(&world.foreign_admin, &[]).await;
    let others = [(S::PendingReview, 1), (S::ShariahReview, 1), (S::Approved, 1)];
    check(admin, &others).await;
    let refused = world.service.facilities().waiting(&world.bystander).await;
    assert_eq!(code(refused), Code::Forbidden);

    // They may not approve their own work.
    let own = own_draft(&desk, product).await;
    desk.perform("review", admin, &own).await.unwrap();
    check(&desk.reviewer, &[(S::PendingReview, 2)]).await;
    check(admin, &others).await;

    // A reviewer may approve their own review only if the policy allows it.
    let reviewed = desk.reach(product, S::PendingReview).await;
    desk.perform("approve", admin, &reviewed).await.unwrap();
    separate(&desk, true).await;
    check(admin, &others).await;
    separate(&desk, false).await;
    check(admin, &[(S::PendingReview, 1), (S::ShariahReview, 2), (S::Approved, 1)]).await;
}
