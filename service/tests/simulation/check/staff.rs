//! Comparison of the staff.

use super::{Checked, failed, leave, same};
use crate::simulation::model::Organization;
use crate::simulation::people::Person;
use crate::simulation::world::{House, World};

/// Compares a person, and the leave that waits for everyone.
pub(super) async fn check(
    world: &World,
    house: &House,
    organization: &Organization,
    person: Person,
) -> Checked {
    let administrator = house.caller(Person::Administrator);
    let found = world.service.staff().find(administrator, house.caller(person).staff()).await;
    let found = found.map_err(failed)?;
    let employment = organization.employments[&person];
    same("the block of a person", &found.is_blocked, &employment.is_blocked)?;
    let manager = employment.line_manager.map(|it| house.caller(it).staff());
    same("the line manager of a person", &found.line_manager_id, &manager)?;
    for decider in Person::ALL {
        leave::queue(world, house, organization, decider).await?;
    }
    Ok(())
}
