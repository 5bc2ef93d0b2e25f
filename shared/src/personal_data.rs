//! Everything that is stored about a person, for that person.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use serde::Serialize;
use serde_json::{Map, Value};
use uuid::Uuid;

text_enum! {
    /// The kind of a person whose data are exported.
    PersonKind {
        /// A member of staff.
        Staff = "staff",
        /// A customer.
        Customer = "customer",
    }
}

/// The records of one kind: the members have the names of the stored columns.
pub type Records = Vec<Map<String, Value>>;

/// Everything that the organization stores about one person. In place of passwords, secrets and
/// tokens, which are stored as hashes or encrypted, it says `held`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct PersonalData {
    /// The kind of person.
    pub kind: PersonKind,
    /// The id of the member of staff or of the customer.
    pub id: Uuid,
    /// The time of the export.
    pub exported_at: DateTime<Utc>,
    /// The records by their kind; a kind without records has an empty list.
    #[cfg_attr(feature = "openapi", schema(value_type = Object))]
    pub records: BTreeMap<&'static str, Records>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_are_named_as_everywhere_in_the_api() {
        let data = PersonalData {
            kind: PersonKind::Staff,
            id: Uuid::nil(),
            exported_at: DateTime::UNIX_EPOCH,
            records: BTreeMap::from([("leaveRequests", Vec::new())]),
        };
        let json = serde_json::to_value(data).unwrap();
        assert_eq!(json["kind"], "staff");
        assert_eq!(json["exportedAt"], "1970-01-01T00:00:00Z");
        assert_eq!(json["records"]["leaveRequests"], Value::Array(Vec::new()));
    }
}
