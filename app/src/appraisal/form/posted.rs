//! The whole form as a browser without JavaScript posts it.

#[cfg(feature = "ssr")]
mod input;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use shared::id::AppraisalItemId;

/// Every field of one desk's form, as texts. A score that is not chosen is not posted.
///
/// Rows are named by [`row_name`], because a name that begins with a digit is read as a position.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct PostedForm {
    /// The scores of the buttons, by row.
    pub scores: BTreeMap<String, String>,
    /// The scores that were typed, by row.
    pub others: BTreeMap<String, String>,
    /// The displayed text of each score input, by row; empty ones are not posted.
    pub shown: BTreeMap<String, String>,
    /// Achievements or comments, by row.
    pub texts: BTreeMap<String, String>,
    /// The answers, by the key of the question.
    pub answers: BTreeMap<String, String>,
    /// The rows of the plans, by kind; a grid without rows is not posted and stays.
    pub plans: BTreeMap<String, BTreeMap<usize, PostedLine>>,
    /// The fields of human resources, by name.
    pub hr: BTreeMap<String, String>,
}

/// One row of a plan.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct PostedLine {
    /// The first text.
    pub first: String,
    /// The second text.
    pub second: String,
    /// The third text.
    pub third: String,
    /// The date.
    pub date: String,
}

impl PostedLine {
    /// The names of the members, in the order of the columns.
    pub const NAMES: [&str; 4] = ["first", "second", "third", "date"];
}

/// The name of the buttons of a row.
pub fn scores_name(row: &str) -> String {
    format!("form[scores][{row}]")
}

/// The name of the field for a score that has no button.
pub fn others_name(row: &str) -> String {
    format!("form[others][{row}]")
}

/// The name of what that field showed.
pub fn shown_name(row: &str) -> String {
    format!("form[shown][{row}]")
}

/// The name of a row in a posted form.
pub fn row_name(id: AppraisalItemId) -> String {
    format!("row-{id}")
}
