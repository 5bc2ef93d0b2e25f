//! The current names of the records in audit entries, for readers who do not know the ids.

use std::collections::HashMap;

use shared::audit::AuditEntry;
use shared::error::Result;
use shared::permission::Permission;
use uuid::Uuid;

use super::repo;
use crate::caller::Caller;
use crate::transaction::ReadTx;

/// Adds the name of each entry's record: that of an employee, or of the subject of an appraisal or
/// a request; records with a key or a reference are named by it. Customers are named only for
/// readers who may see them.
pub(super) async fn add_names(
    tx: &mut ReadTx,
    caller: &Caller,
    entries: &mut [AuditEntry],
) -> Result<()> {
    let mut ids: Vec<Uuid> = entries.iter().filter_map(id).collect();
    ids.sort_unstable();
    ids.dedup();
    let mut names: HashMap<Uuid, String> = HashMap::new();
    if !ids.is_empty() {
        names.extend(repo::names(tx, &ids).await?);
        if caller.may(Permission::CustomersView) {
            names.extend(repo::customer_names(tx, &ids).await?);
        }
    }
    for entry in entries {
        entry.entity_name = match id(entry) {
            Some(id) => names.get(&id).cloned(),
            None => entry.entity_id.clone(),
        };
    }
    Ok(())
}

fn id(entry: &AuditEntry) -> Option<Uuid> {
    entry.entity_id.as_deref()?.parse().ok()
}
