//! Transactions that are limited to one organization.

use shared::id::OrganizationId;

/// A transaction that runs queries within one organization: `$1` of every statement.
pub(crate) type ReadTx = database::ReadTx<OrganizationId>;

/// A transaction that also runs changes within one organization.
pub(crate) type WriteTx = database::WriteTx<OrganizationId>;
