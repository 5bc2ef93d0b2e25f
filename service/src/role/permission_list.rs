//! Permissions as stored.

use shared::error::{Error, Result};
use shared::permission::{Permission, PermissionSet};

/// The stored text: their keys, in order, separated by spaces.
pub(crate) fn format_permissions<'p>(
    permissions: impl IntoIterator<Item = &'p Permission>,
) -> String {
    let keys: Vec<_> = permissions.into_iter().map(|permission| permission.as_str()).collect();
    keys.join(" ")
}

/// Parses stored permissions.
///
/// Errors: 500 when the text contains a permission that this build does not know.
pub(crate) fn parse_permissions(text: &str) -> Result<PermissionSet> {
    let parsed: Result<PermissionSet, _> = text.split_whitespace().map(str::parse).collect();
    parsed.map_err(|error| {
        tracing::error!(%error, "a stored set of permissions cannot be read");
        Error::internal()
    })
}
