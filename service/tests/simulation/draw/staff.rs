//! Changes of the staff, drawn from the state of the model.

use super::Script;
use crate::simulation::act::Act;
use crate::simulation::people::Person;

impl Script {
    /// A block, which is lifted soon, or another line manager; mostly none.
    pub(super) fn staffing(&mut self, organization: usize) -> Option<(Person, Act)> {
        let house = &self.model.organizations[organization];
        let blocked = Person::ALL.into_iter().filter(|it| house.is_blocked(*it));
        let blocked: Vec<_> = blocked.collect();
        let person = self.random.one_of(&Person::ALL)?;
        let manager = self.random.one_of(&Person::ALL).filter(|_| !self.random.one_in(3));
        let act = match self.random.one_of(&blocked).filter(|_| self.random.one_in(5)) {
            Some(person) => Act::Block(person, false),
            None if self.random.one_in(50) => Act::Block(person, true),
            None if self.random.one_in(50) => Act::SetLineManager(person, manager),
            None => return None,
        };
        let by = self.random.weighted(&[(3, Person::Administrator), (1, Person::HumanResources)]);
        Some((by, act))
    }
}
