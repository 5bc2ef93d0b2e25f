//! Unsent changes in the browser's local storage, one entry per field. They survive a lost
//! connection, a closed tab and a new sign-in, and changes of two tabs merge by field.

use shared::id::{AppraisalId, StaffId};
use web_sys::Storage;

use super::field::{FieldKey, FieldValue};

/// The unsent changes of one user in one appraisal.
#[derive(Clone, Debug)]
pub struct DraftStorage {
    prefix: String,
}

impl DraftStorage {
    pub fn new(reader: StaffId, appraisal: AppraisalId) -> Self {
        Self { prefix: format!("mizan.appraisal.{reader}.{appraisal}.") }
    }

    /// Stores a change. Returns false if the browser refuses, for example in a private window.
    pub fn put(&self, key: FieldKey, value: &FieldValue) -> bool {
        let Some(storage) = storage() else { return false };
        let Ok(json) = serde_json::to_string(value) else { return false };
        storage.set_item(&self.name(key), &json).is_ok()
    }

    /// Removes a change that the server now has, unless another tab has stored a newer one.
    pub fn settle(&self, key: FieldKey, value: &FieldValue) {
        let Some(storage) = storage() else { return };
        let stored = storage.get_item(&self.name(key)).ok().flatten();
        let is_same = stored
            .and_then(|json| serde_json::from_str::<FieldValue>(&json).ok())
            .is_some_and(|stored| stored == *value);
        if is_same {
            self.remove(key);
        }
    }

    /// Removes the stored value of a field.
    pub fn remove(&self, key: FieldKey) {
        if let Some(storage) = storage() {
            // A value that cannot be removed is sent again, which changes nothing.
            let _ = storage.remove_item(&self.name(key));
        }
    }

    /// All stored changes.
    pub fn all(&self) -> Vec<(FieldKey, FieldValue)> {
        let Some(storage) = storage() else { return Vec::new() };
        let names = (0..storage.length().unwrap_or_default())
            .filter_map(|position| storage.key(position).ok().flatten());
        let stored = names.filter_map(|name| {
            let json = storage.get_item(&name).ok().flatten()?;
            self.read(&name, &json)
        });
        stored.collect()
    }

    /// Parses a storage entry; `None` if it does not belong to this form.
    pub fn read(&self, name: &str, json: &str) -> Option<(FieldKey, FieldValue)> {
        let key = name.strip_prefix(&self.prefix)?.parse().ok()?;
        Some((key, serde_json::from_str(json).ok()?))
    }

    fn name(&self, key: FieldKey) -> String {
        format!("{}{key}", self.prefix)
    }
}

fn storage() -> Option<Storage> {
    leptos::prelude::window().local_storage().ok().flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_belongs_to_one_reader_and_one_appraisal() {
        let id = "018f3a52-0000-7000-8000-000000000001";
        let other = "018f3a52-0000-7000-8000-000000000002";
        let storage_of = |reader: &str, appraisal: &str| {
            DraftStorage::new(reader.parse().unwrap(), appraisal.parse().unwrap())
        };
        let key = FieldKey::Comment(id.parse().unwrap());
        let name = storage_of(id, other).name(key);
        let json = r#"{"text":"Good."}"#;
        let value = FieldValue::Text("Good.".to_owned());
        assert_eq!(storage_of(id, other).read(&name, json), Some((key, value)));
        assert_eq!(storage_of(other, id).read(&name, json), None);
        assert_eq!(storage_of(id, id).read(&name, json), None);
        assert_eq!(storage_of(id, other).read(&name, "not json"), None);
    }
}
