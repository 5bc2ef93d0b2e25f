//! Everything that is stored about a person: its export for that person, and its erasure.

use std::collections::BTreeMap;

use chrono::{DateTime, Months, Utc};
use serde::Serialize;
use serde_json::{Map, Value};
use uuid::Uuid;

use crate::error::{Code, Error, Result};

text_enum! {
    /// The kind of a person whose data are exported or erased.
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

/// The facts that decide whether a person's data may be erased.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ErasureFacts {
    /// The person's name.
    pub name: String,
    /// The person's address.
    pub email: String,
    /// True if the person can sign in as a member of staff.
    pub has_access: bool,
    /// Appraisals, leave requests and facilities of the person that are not closed.
    pub open_records: i64,
    /// The last change, sign-in or act; none without any.
    pub last_activity: Option<DateTime<Utc>>,
}

impl ErasureFacts {
    /// Errors: 409 `WRONG_STATE` for a person who was erased before, has access, has open records,
    /// or whose records must be kept: `retention_years` since the last activity are not over.
    pub fn require_erasable(
        &self,
        id: Uuid,
        now: DateTime<Utc>,
        retention_years: u32,
    ) -> Result<()> {
        let refuse = |message: String| Err(Error::conflict(Code::WrongState, message));
        if self.email == erased_email(id) {
            return refuse("This person is erased already.".to_owned());
        }
        if self.has_access {
            return refuse("The person can still sign in. Block the account first.".to_owned());
        }
        if self.open_records > 0 {
            let open = "open appraisals, leave requests or facilities. Close them first.";
            return refuse(format!("The person has {} {open}", self.open_records));
        }
        let kept_since = Months::new(retention_years.saturating_mul(12));
        let kept_since = now.checked_sub_months(kept_since).unwrap_or(DateTime::<Utc>::MIN_UTC);
        match self.last_activity {
            Some(last) if last > kept_since => {
                let day = last.date_naive();
                refuse(format!(
                    "The records are kept for {retention_years} years after the last activity, \
                     which was on {day}."
                ))
            }
            Some(_) | None => Ok(()),
        }
    }
}

/// The address of an erased person: unique, and no mail can reach it (RFC 2606).
pub fn erased_email(id: Uuid) -> String {
    format!("erased-{id}@erased.invalid")
}

/// The staff number of an erased person: unique.
pub fn erased_staff_number(id: Uuid) -> String {
    format!("erased-{id}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn facts(last_activity: &str) -> ErasureFacts {
        ErasureFacts {
            name: "Bilal".to_owned(),
            email: "bilal@amanah.example".to_owned(),
            has_access: false,
            open_records: 0,
            last_activity: Some(last_activity.parse().unwrap()),
        }
    }

    #[test]
    fn a_person_is_erased_when_the_retention_period_is_over() {
        let now = "2026-02-28T12:00:00Z".parse().unwrap();
        let erasable =
            |facts: &ErasureFacts, years| facts.require_erasable(Uuid::nil(), now, years);
        assert!(erasable(&facts("2019-02-28T12:00:00Z"), 7).is_ok());
        assert!(erasable(&facts("2019-02-28T12:00:01Z"), 7).is_err());
        assert!(erasable(&facts("2024-02-29T00:00:00Z"), 2).is_err(), "a leap day");
        assert!(erasable(&facts("1000-01-01T00:00:00Z"), u32::MAX).is_err(), "out of range");
        let never_active = ErasureFacts { last_activity: None, ..facts("2019-01-01T00:00:00Z") };
        assert!(erasable(&never_active, 7).is_ok());
    }

    #[test]
    fn access_open_records_and_an_earlier_erasure_refuse_an_erasure() {
        let now = "2026-02-28T12:00:00Z".parse().unwrap();
        let old = || facts("2001-01-01T00:00:00Z");
        for refused in [
            ErasureFacts { has_access: true, ..old() },
            ErasureFacts { open_records: 1, ..old() },
            ErasureFacts { email: erased_email(Uuid::nil()), ..old() },
        ] {
            let error = refused.require_erasable(Uuid::nil(), now, 7).unwrap_err();
            assert_eq!(error.code(), Code::WrongState, "{refused:?}");
        }
    }

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
