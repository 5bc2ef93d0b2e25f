//! The financed asset, and the documents that prove its ownership.

use serde::{Deserialize, Serialize};

use crate::check::{Checks, is_blank};
use crate::error::Result;
use crate::money::Money;

/// The financed asset.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Asset {
    /// The description of the asset.
    pub description: String,
    /// The cost of the asset: if given, the same as the facility's asset cost.
    #[serde(default)]
    pub cost: Option<Money>,
}

/// The document that proves ownership of the asset.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct AssetOwnedInput {
    /// The number of the document or its place in the archive.
    pub document_ref: Option<String>,
    /// The revision of the facility that the caller has seen; an older one is refused.
    pub revision: Option<i64>,
}

impl AssetOwnedInput {
    /// Returns the reference trimmed; a blank one becomes none.
    ///
    /// Errors: 400 for an overlong reference or one with control characters.
    pub fn check(self) -> Result<Option<String>> {
        let given = self.document_ref.filter(|text| !is_blank(text));
        let mut checks = Checks::new();
        let document_ref = given.map(|text| checks.name("documentRef", &text));
        checks.finish()?;
        Ok(document_ref)
    }
}

/// The document of the transfer of title to the customer.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct TransferInput {
    /// The number of the document or its place in the archive.
    pub document_ref: String,
    /// The revision of the facility that the caller has seen; an older one is refused.
    #[serde(default)]
    pub revision: Option<i64>,
}

impl TransferInput {
    /// Returns the reference trimmed.
    ///
    /// Errors: 400 for a blank or overlong reference or one with control characters.
    pub fn check(self) -> Result<String> {
        let mut checks = Checks::new();
        let document_ref = checks.name("documentRef", &self.document_ref);
        checks.finish()?;
        Ok(document_ref)
    }
}
