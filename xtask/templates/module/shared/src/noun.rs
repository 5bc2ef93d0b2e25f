//! __Nouns_text__.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use crate::check::Checks;
use crate::error::Result;
use crate::id::__Noun__Id;

/// One __noun_text__.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct __Noun__ {
    /// Its id.
    pub id: __Noun__Id,
    /// Unique in the organization.
    pub name: String,
    /// The time of creation.
    pub created_at: DateTime<Utc>,
}

/// The input for a new __noun_text__.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct __Noun__Input {
    /// Unique in the organization.
    pub name: String,
}

impl __Noun__Input {
    /// Returns the input with its name trimmed.
    ///
    /// Errors: 400 for a blank or overlong name.
    pub fn check(mut self) -> Result<Self> {
        let mut checks = Checks::new();
        self.name = checks.name("name", &self.name);
        checks.finish()?;
        Ok(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::FieldCode;

    #[test]
    fn a_name_is_trimmed_and_required() {
        let named = |name: &str| __Noun__Input { name: name.to_owned() }.check();
        assert_eq!(named(" First ").unwrap().name, "First");
        assert_eq!(named(" ").unwrap_err().problem().errors[0].code, FieldCode::Required);
    }
}
