//! Roles: named sets of permissions. Each member of staff has one.

use serde::{Deserialize, Serialize};

use crate::check::Checks;
use crate::error::Result;
use crate::member::present;
use crate::permission::{ADMIN, Permission, PermissionSet, with_respond};

/// The longest key of a role, in characters.
pub const KEY_LENGTH_MAX: usize = 50;

/// A role.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Role {
    /// Unique in the organization; never changes.
    pub key: String,
    /// As people read it.
    pub name: String,
    /// What it allows, in a fixed order.
    pub permissions: Vec<Permission>,
    /// True for the roles that every organization starts with.
    pub is_seeded: bool,
}

/// A role to be made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RoleInput {
    /// Unique in the organization: small letters, digits and `_`, a letter first. When it is not
    /// given, it follows from the name.
    #[serde(default)]
    pub key: Option<String>,
    /// As people read it.
    pub name: String,
    /// What it allows; `appraisals:respond` is added.
    #[serde(default)]
    pub permissions: Vec<Permission>,
}

/// What changes of a role.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(default)]
pub struct RolePatch {
    /// As people read it.
    #[serde(deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// What it allows, as a whole; `appraisals:respond` is added.
    #[serde(deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    pub permissions: Option<Vec<Permission>>,
}

impl RoleInput {
    /// The checked role.
    ///
    /// Errors: 400 for a name or a key that cannot be accepted.
    pub fn check(self) -> Result<Role> {
        let mut checks = Checks::new();
        let name = checks.name("name", &self.name);
        let key = self.key.unwrap_or_else(|| key_of(&name));
        checks.ensure(
            is_key(&key),
            "key",
            "INVALID",
            "Give 1 to 50 small letters, digits and _, with a letter first.",
        );
        checks.finish()?;
        let permissions = with_respond(self.permissions).into_iter().collect();
        Ok(Role { key, name, permissions, is_seeded: false })
    }
}

impl RolePatch {
    /// The role after the change.
    ///
    /// Errors: 400 for a name that cannot be accepted, and for an administrator's role without
    /// `org:manage`: nobody could give it back.
    pub fn apply(self, role: Role) -> Result<Role> {
        let mut checks = Checks::new();
        let name = self.name.map(|name| checks.name("name", &name));
        let permissions: Option<PermissionSet> = self.permissions.map(with_respond);
        if let Some(set) = &permissions {
            checks.ensure(
                role.key != ADMIN || set.contains(&Permission::OrgManage),
                "permissions",
                "LOCKED_OUT",
                "The administrator's role keeps org:manage.",
            );
        }
        checks.finish()?;
        Ok(Role {
            name: name.unwrap_or(role.name),
            permissions: permissions.map_or(role.permissions, |set| set.into_iter().collect()),
            ..role
        })
    }
}

fn is_key(key: &str) -> bool {
    let allowed = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
    key.len() <= KEY_LENGTH_MAX
        && key.starts_with(|c: char| c.is_ascii_lowercase())
        && key.chars().all(allowed)
}

/// The key that a name suggests: "Branch manager (south)" gives `branch_manager_south`.
fn key_of(name: &str) -> String {
    let lowered = name.to_lowercase();
    let words = lowered.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join("_")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn input(key: Option<&str>, name: &str) -> RoleInput {
        RoleInput { key: key.map(str::to_owned), name: name.to_owned(), permissions: vec![] }
    }

    fn admin() -> Role {
        let permissions = Permission::ALL.to_vec();
        Role {
            key: ADMIN.to_owned(),
            name: "Administrator".to_owned(),
            permissions,
            is_seeded: true,
        }
    }

    #[test]
    fn the_key_follows_from_the_name_when_it_is_not_given() {
        assert_eq!(
            input(None, " Branch manager (south) ").check().unwrap().key,
            "branch_manager_south"
        );
        assert!(input(None, "مدير").check().is_err());
        assert_eq!(input(Some("mudir"), "مدير").check().unwrap().key, "mudir");
    }

    #[test]
    fn keys_that_would_not_fit_into_an_address_are_refused() {
        for key in ["", "A", "1a", "_a", "a b", "a/b", "ä", &"a".repeat(51)] {
            assert!(input(Some(key), "Name").check().is_err(), "{key}");
        }
    }

    #[test]
    fn no_role_lacks_the_permission_to_respond() {
        let role = input(None, "Auditor").check().unwrap();
        assert_eq!(role.permissions, [Permission::AppraisalsRespond]);
        let patch =
            RolePatch { permissions: Some(vec![Permission::AuditView]), ..Default::default() };
        let role = patch.apply(role).unwrap();
        assert_eq!(role.permissions, [Permission::AppraisalsRespond, Permission::AuditView]);
    }

    #[test]
    fn the_administrators_role_keeps_the_key_to_the_house() {
        let without =
            RolePatch { permissions: Some(vec![Permission::StaffView]), ..Default::default() };
        assert!(without.apply(admin()).is_err());
        let with =
            RolePatch { permissions: Some(vec![Permission::OrgManage]), ..Default::default() };
        assert_eq!(with.apply(admin()).unwrap().permissions.len(), 2);
    }

    #[test]
    fn null_for_a_member_that_cannot_be_empty_is_a_wrong_type() {
        assert!(serde_json::from_str::<RolePatch>(r#"{"name":null}"#).is_err());
        assert!(serde_json::from_str::<RolePatch>(r#"{"permissions":["all"]}"#).is_err());
        assert_eq!(serde_json::from_str::<RolePatch>("{}").unwrap(), RolePatch::default());
    }
}
