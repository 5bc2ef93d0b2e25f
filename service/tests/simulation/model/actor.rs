//! A person with the rights of a request.

use shared::error::Code;
use shared::permission::Permission;

use crate::simulation::act::Scope;
use crate::simulation::people::Person;
use crate::simulation::role::Role;

/// The person of an act, with their role at the time and the limit of an API token.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Actor {
    pub(crate) person: Person,
    pub(crate) role: Role,
    pub(crate) limit: Option<Scope>,
}

impl PartialEq<Person> for Actor {
    fn eq(&self, person: &Person) -> bool {
        self.person == *person
    }
}

impl Actor {
    pub(crate) fn may(self, permission: Permission) -> bool {
        let is_within = self.limit.is_none_or(|it| it.permissions().contains(&permission));
        self.role.grants(permission) && is_within
    }

    /// Errors: 403 for an API token.
    pub(crate) fn require_person(self) -> Result<(), Code> {
        if self.limit.is_none() { Ok(()) } else { Err(Code::Forbidden) }
    }

    /// Errors: 403 unless it is an administrator in a session.
    pub(crate) fn require_administrator(self) -> Result<(), Code> {
        self.require(Permission::OrgManage)?;
        self.require_person()
    }

    /// Errors: 403 without the permission.
    pub(crate) fn require(self, permission: Permission) -> Result<(), Code> {
        self.require_any(&[permission])
    }

    /// Errors: 403 without any of the permissions.
    pub(crate) fn require_any(self, permissions: &[Permission]) -> Result<(), Code> {
        let is_permitted = permissions.iter().any(|it| self.may(*it));
        if is_permitted { Ok(()) } else { Err(Code::Forbidden) }
    }
}
