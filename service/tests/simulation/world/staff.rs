//! Changes of the staff, on the service.

use service::Caller;
use shared::error::Result;
use shared::patch::Patch;
use shared::staff::StaffPatch;

use super::{House, Response, World};
use crate::simulation::people::Person;

impl World {
    pub(super) async fn block(
        &self,
        house: &House,
        caller: &Caller,
        person: Person,
        is_blocked: bool,
    ) -> Result<Response> {
        let patch = StaffPatch { is_blocked: Some(is_blocked), ..StaffPatch::default() };
        self.change_staff(caller, house.caller(person), patch).await
    }

    pub(super) async fn set_line_manager(
        &self,
        house: &House,
        caller: &Caller,
        person: Person,
        manager: Option<Person>,
    ) -> Result<Response> {
        let manager = manager.map(|it| house.caller(it).staff());
        let line_manager_id = manager.map_or(Patch::Null, Patch::Value);
        let patch = StaffPatch { line_manager_id, ..StaffPatch::default() };
        self.change_staff(caller, house.caller(person), patch).await
    }

    async fn change_staff(
        &self,
        caller: &Caller,
        person: &Caller,
        patch: StaffPatch,
    ) -> Result<Response> {
        let changed = self.service.staff().change(caller, person.staff(), patch).await?;
        Ok(Response::Staff(Box::new(changed)))
    }
}
