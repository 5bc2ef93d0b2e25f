//! Permissions as stored.

use shared::permission::{Permission, PermissionSet};

/// The stored text: their keys, in order, separated by spaces.
pub(crate) fn format_permissions<'p>(
    permissions: impl IntoIterator<Item = &'p Permission>,
) -> String {
    let keys: Vec<_> = permissions.into_iter().map(|permission| permission.as_str()).collect();
    keys.join(" ")
}

/// The stored permissions that this version knows; those of a later version grant nothing here.
pub(crate) fn parse_permissions(text: &str) -> PermissionSet {
    text.split_whitespace().filter_map(|key| key.parse().ok()).collect()
}

/// The stored text of changed permissions, with those of a later version as they were before.
pub(super) fn replace_permissions(before: &str, after: &[Permission]) -> String {
    let unknown = before.split_whitespace().filter(|key| key.parse::<Permission>().is_err());
    let known = after.iter().map(|permission| permission.as_str());
    known.chain(unknown).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_permission_of_a_later_version_grants_nothing_and_survives_a_change() {
        let stored = "org:manage vault:open staff:view";
        let known = parse_permissions(stored);
        assert_eq!(known.len(), 2);
        let changed = replace_permissions(stored, &[Permission::StaffView]);
        assert_eq!(changed, "staff:view vault:open");
    }
}
