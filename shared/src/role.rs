//! Roles: named sets of permissions. Each member of staff has one.

use std::collections::HashSet;

use serde::{Deserialize, Serialize};

use crate::check::Checks;
use crate::error::{FieldCode, Result};
use crate::patch::{null_is_absent, present};
use crate::permission::{ADMIN, Permission, PermissionSet, with_respond};

/// The maximum length of a role's key, in characters.
pub const KEY_LENGTH_MAX: usize = 50;

/// A role.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Role {
    /// Unique in the organization; never changes.
    pub key: String,
    /// The display name.
    pub name: String,
    /// The permissions, in a fixed order.
    pub permissions: Vec<Permission>,
    /// True for the predefined roles of every organization.
    pub is_seeded: bool,
}

/// The input for a new role.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RoleInput {
    /// Unique in the organization: small letters, digits and `_`, starting with a letter. If
    /// absent, an unused key is derived from the name.
    #[serde(default)]
    pub key: Option<String>,
    /// The display name.
    pub name: String,
    /// The permissions; `appraisals:respond` is added.
    #[serde(default, deserialize_with = "null_is_absent")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<Vec<Permission>>))]
    pub permissions: Vec<Permission>,
}

/// A change of a role.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(default)]
pub struct RolePatch {
    /// The display name.
    #[serde(deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub name: Option<String>,
    /// The full set of permissions; `appraisals:respond` is added.
    #[serde(deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub permissions: Option<Vec<Permission>>,
}

impl RoleInput {
    /// Returns the validated role. A key derived from the name is an unused one.
    ///
    /// Errors: 400 for an invalid name or key.
    pub fn check(self, taken: &[String]) -> Result<Role> {
        let mut checks = Checks::new();
        let name = checks.name("name", &self.name);
        let key = self.key.unwrap_or_else(|| free_key_of(&name, taken));
        checks.ensure(
            is_key(&key),
            "key",
            FieldCode::Invalid,
            "Use 1 to 50 lowercase letters, digits or _, starting with a letter.",
        );
        checks.finish()?;
        let permissions = with_respond(self.permissions).into_iter().collect();
        Ok(Role { key, name, permissions, is_seeded: false })
    }
}

impl RolePatch {
    /// The role after the change.
    ///
    /// Errors: 400 for an invalid name, and for the role `admin` without one of the permissions:
    /// administrators have all of them.
    pub fn apply(self, role: Role) -> Result<Role> {
        let mut checks = Checks::new();
        let name = self.name.map(|name| checks.name("name", &name));
        let permissions: Option<PermissionSet> = self.permissions.map(with_respond);
        if let Some(set) = &permissions {
            checks.ensure(
                role.key != ADMIN || Permission::ALL.iter().all(|it| set.contains(it)),
                "permissions",
                FieldCode::LockedOut,
                "The administrator role always has every permission.",
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

/// The key derived from a name, with a number appended when it is in use: "Finance" gives
/// `finance`, then `finance_2`.
fn free_key_of(name: &str, taken: &[String]) -> String {
    let taken: HashSet<&str> = taken.iter().map(String::as_str).collect();
    let suggested = key_of(name);
    let mut key = shortened(&suggested, "");
    let mut number = 1;
    while taken.contains(&*key) {
        number += 1;
        key = shortened(&suggested, &format!("_{number}"));
    }
    key
}

/// "Branch manager (south)" gives `branch_manager_south`, "2nd approver" gives `role_2nd_approver`,
/// and a name without a letter that is allowed in keys gives `role`.
fn key_of(name: &str) -> String {
    let lowered = name.to_lowercase();
    let words = lowered.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    let key = words.collect::<Vec<_>>().join("_");
    match key.chars().next() {
        None => "role".to_owned(),
        Some(first) if first.is_ascii_digit() => format!("role_{key}"),
        Some(_) => key,
    }
}

/// The beginning of a key, shortened so that the suffix fits.
fn shortened(key: &str, end: &str) -> String {
    let length = key.len().min(KEY_LENGTH_MAX - end.len());
    format!("{}{end}", key[..length].trim_end_matches('_'))
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

    fn key_made_of(name: &str, taken: &[&str]) -> String {
        let taken: Vec<String> = taken.iter().map(|&key| key.to_owned()).collect();
        input(None, name).check(&taken).unwrap().key
    }

    #[test]
    fn a_key_is_made_of_any_name() {
        let long = "a".repeat(200);
        // The 50th character would be the space.
        let apart = format!("{} {}", &long[..49], &long[..150]);
        for (name, key) in [
            (" Branch manager (south) ", "branch_manager_south"),
            ("2nd approver", "role_2nd_approver"),
            ("مدير الفرع", "role"),
            ("– 7 –", "role_7"),
            (&*long, &long[..50]),
            (&*apart, &long[..49]),
        ] {
            assert_eq!(key_made_of(name, &[]), key, "{name}");
            assert!(is_key(key));
        }
        assert_eq!(input(Some("mudir"), "مدير").check(&[]).unwrap().key, "mudir");
    }

    /// Comparing each attempt with every key would take billions of comparisons.
    #[test]
    fn a_key_is_made_among_very_many_of_the_same_name() {
        let others = (2..60_000).map(|number| format!("finance_{number}"));
        let taken: Vec<String> = others.chain(["finance".to_owned()]).collect();
        assert_eq!(input(None, "Finance").check(&taken).unwrap().key, "finance_60000");
    }

    #[test]
    fn a_key_that_is_made_is_free() {
        assert_eq!(key_made_of("Finance", &["finance"]), "finance_2");
        assert_eq!(key_made_of("Finance", &["finance", "finance_2", "finance_3"]), "finance_4");
        assert_eq!(key_made_of("مدير", &["role"]), "role_2");
        let long = "a".repeat(50);
        let shorter = format!("{}_2", &long[..48]);
        assert_eq!(key_made_of(&long, &[&long]), shorter);
        assert_eq!(key_made_of(&long, &[&long, &shorter]), format!("{}_3", &long[..48]));
        // An explicit key is never changed silently.
        let sent = input(Some("finance"), "Finance").check(&["finance".to_owned()]);
        assert_eq!(sent.unwrap().key, "finance");
    }

    #[test]
    fn keys_that_would_not_fit_into_an_address_are_refused() {
        for key in ["", "A", "1a", "_a", "a b", "a/b", "ä", &"a".repeat(51)] {
            assert!(input(Some(key), "Name").check(&[]).is_err(), "{key}");
        }
    }

    #[test]
    fn no_role_lacks_the_permission_to_respond() {
        let role = input(None, "Auditor").check(&[]).unwrap();
        assert_eq!(role.permissions, [Permission::AppraisalsRespond]);
        let patch =
            RolePatch { permissions: Some(vec![Permission::AuditView]), ..Default::default() };
        let role = patch.apply(role).unwrap();
        assert_eq!(role.permissions, [Permission::AppraisalsRespond, Permission::AuditView]);
    }

    #[test]
    fn the_administrators_role_keeps_every_permission() {
        for missing in Permission::ALL.iter().filter(|it| **it != Permission::AppraisalsRespond) {
            let left = Permission::ALL.iter().copied().filter(|it| it != missing).collect();
            let patch = RolePatch { permissions: Some(left), ..Default::default() };
            assert!(patch.apply(admin()).is_err(), "{missing}");
        }
        let all = RolePatch { permissions: Some(Permission::ALL.to_vec()), ..Default::default() };
        assert_eq!(all.apply(admin()).unwrap(), admin());
    }

    #[test]
    fn null_for_a_member_that_cannot_be_empty_is_a_wrong_type() {
        assert!(serde_json::from_str::<RolePatch>(r#"{"name":null}"#).is_err());
        assert!(serde_json::from_str::<RolePatch>(r#"{"permissions":["all"]}"#).is_err());
        assert_eq!(serde_json::from_str::<RolePatch>("{}").unwrap(), RolePatch::default());
    }
}
