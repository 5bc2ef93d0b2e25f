//! Letters of confirmation.

use database::on_both;
use database::test_support::TestDatabase;
use service::Caller;
use shared::error::{Code, Result};
use shared::patch::Patch;
use shared::probation::ConfirmationLetter;
use shared::staff::StaffPatch;

use super::code;
use crate::support::World;

on_both!(
    there_is_a_letter_once_the_employment_is_confirmed,
    a_letter_is_for_the_employee_and_human_resources_only,
);

impl World {
    async fn letter(&self, caller: &Caller) -> Result<ConfirmationLetter> {
        self.service.staff().confirmation_letter(caller, self.employee.staff()).await
    }

    async fn confirm_employee(&self) {
        let employment_confirmed_at = Patch::Value("2026-11-01".parse().unwrap());
        let patch = StaffPatch { employment_confirmed_at, ..Default::default() };
        self.change(self.employee.staff(), patch).await;
    }
}

async fn there_is_a_letter_once_the_employment_is_confirmed(db: TestDatabase) {
    let world = World::new(db).await;
    assert_eq!(code(world.letter(&world.employee).await), Code::NotFound);
    world.confirm_employee().await;
    let letter = world.letter(&world.employee).await.unwrap();
    assert_eq!((&*letter.staff_name, &*letter.staff_number), ("Bilal", "BILAL"));
    assert_eq!(letter.employment_confirmed_at.to_string(), "2026-11-01");
    assert_eq!(letter.employment_start_date.to_string(), "2026-05-01");
    assert_eq!(letter.department_name.as_deref(), Some("Finance"));
    assert_eq!(world.letter(&world.hr).await.unwrap(), letter);
}

async fn a_letter_is_for_the_employee_and_human_resources_only(db: TestDatabase) {
    let world = World::new(db).await;
    world.confirm_employee().await;
    let others = [&world.manager, &world.head, &world.bystander, &world.stranger];
    for caller in others.into_iter().chain([&world.foreign_admin]) {
        assert_eq!(code(world.letter(caller).await), Code::NotFound);
    }
}
