//! Certificates of approved leave.

use database::on_both;
use database::test_support::TestDatabase;
use shared::error::Code;
use shared::id::LeaveRequestId;
use shared::leave::LeaveType;
use shared::leave::days::Days;

use super::{code, request_input, word};
use crate::support::World;

on_both!(
    a_certificate_has_the_dates_and_not_the_reason,
    a_certificate_is_for_the_employee_and_managers_of_leave_only,
    only_approved_leave_has_a_certificate,
);

impl World {
    async fn requested(&self) -> LeaveRequestId {
        let input = request_input(LeaveType::Casual, "2026-12-01", "2026-12-02");
        self.request_leave(&self.employee, input).await.unwrap().id
    }

    async fn approved(&self) -> LeaveRequestId {
        let id = self.requested().await;
        self.service.leave().approve(&self.manager, id, word()).await.unwrap();
        id
    }
}

async fn a_certificate_has_the_dates_and_not_the_reason(db: TestDatabase) {
    let world = World::new(db).await;
    let id = world.approved().await;
    let leave = world.service.leave();
    let certificate = leave.certificate(&world.employee, id).await.unwrap();
    assert_eq!((&*certificate.staff_name, &*certificate.staff_number), ("Bilal", "BILAL"));
    assert_eq!(certificate.leave_type, LeaveType::Casual);
    assert_eq!(certificate.period.start.to_string(), "2026-12-01");
    assert_eq!(certificate.period.end.to_string(), "2026-12-02");
    assert_eq!(certificate.days, Days::whole(2));
    assert!(certificate.approved_at.is_some());
    let text = format!("{certificate:?}");
    assert!(!text.contains("Moving house") && !text.contains("Seen"), "{text}");
    assert_eq!(leave.certificate(&world.hr, id).await.unwrap(), certificate);
}

async fn a_certificate_is_for_the_employee_and_managers_of_leave_only(db: TestDatabase) {
    let world = World::new(db).await;
    let id = world.approved().await;
    for caller in [&world.manager, &world.head, &world.bystander, &world.stranger] {
        let refused = world.service.leave().certificate(caller, id).await;
        assert_eq!(code(refused), Code::NotFound);
    }
}

async fn only_approved_leave_has_a_certificate(db: TestDatabase) {
    let world = World::new(db).await;
    let leave = world.service.leave();
    let id = world.requested().await;
    assert_eq!(code(leave.certificate(&world.employee, id).await), Code::NotFound);
    leave.approve(&world.manager, id, word()).await.unwrap();
    assert!(leave.certificate(&world.employee, id).await.is_ok());
    leave.cancel(&world.employee, id, word()).await.unwrap();
    assert_eq!(code(leave.certificate(&world.employee, id).await), Code::NotFound);
}
