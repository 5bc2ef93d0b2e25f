//! The thing that is financed, and the papers that show who owns it.

use serde::{Deserialize, Serialize};

use crate::check::{Checks, is_blank};
use crate::error::Result;
use crate::money::Money;

/// The thing that is financed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Asset {
    /// What it is.
    pub description: String,
    /// What it costs: the same as the facility's asset cost, where given.
    #[serde(default)]
    pub cost: Option<Money>,
}

/// The paper that shows who owns the asset.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct AssetOwnedInput {
    /// Its number or its place in the archive.
    pub document_ref: Option<String>,
    /// The revision of the facility that the caller has seen; an older one is refused.
    pub revision: Option<i64>,
}

impl AssetOwnedInput {
    /// Answers the reference without outer spaces; a blank one is none.
    ///
    /// Errors: 400 for what is too long or holds control characters.
    pub fn check(self) -> Result<Option<String>> {
        let given = self.document_ref.filter(|text| !is_blank(text));
        let mut checks = Checks::new();
        let document_ref = given.map(|text| checks.name("documentRef", &text));
        checks.finish()?;
        Ok(document_ref)
    }
}

/// The paper by which the title of an asset passes to the customer.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct TransferInput {
    /// Its number or its place in the archive.
    pub document_ref: String,
    /// The revision of the facility that the caller has seen; an older one is refused.
    #[serde(default)]
    pub revision: Option<i64>,
}

impl TransferInput {
    /// Answers the reference without outer spaces.
    ///
    /// Errors: 400 for a blank one, and for what is too long or holds control characters.
    pub fn check(self) -> Result<String> {
        let mut checks = Checks::new();
        let document_ref = checks.name("documentRef", &self.document_ref);
        checks.finish()?;
        Ok(document_ref)
    }
}
