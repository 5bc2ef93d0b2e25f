//! The whole form, as a browser without JavaScript posts it.

#[cfg(feature = "ssr")]
mod input;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use shared::id::AppraisalItemId;

/// Every field of one stage's form, as text. An unselected score is not posted.
///
/// Rows are named by [`row_name`], because a name that begins with a digit is parsed as an index.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct PostedForm {
    /// The scores selected with buttons, by row.
    pub scores: BTreeMap<String, String>,
    /// The entered scores, by row.
    pub others: BTreeMap<String, String>,
    /// The displayed text of each score input, by row; empty ones are not posted.
    pub shown: BTreeMap<String, String>,
    /// Achievements or comments, by row.
    pub texts: BTreeMap<String, String>,
    /// The answers, by the key of the question.
    pub answers: BTreeMap<String, String>,
    /// The rows of the plans, by kind; a grid without rows is not posted and stays unchanged.
    pub plans: BTreeMap<String, BTreeMap<usize, PostedLine>>,
    /// The HR fields, by JSON name.
    pub hr: BTreeMap<String, String>,
}

/// One row of a plan.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct PostedLine {
    pub first: String,
    pub second: String,
    pub third: String,
    pub date: String,
}

impl PostedLine {
    /// The names of the members, in the order of the columns.
    pub const NAMES: [&str; 4] = ["first", "second", "third", "date"];
}

/// The field name of the buttons of a row.
pub fn scores_name(row: &str) -> String {
    format!("form[scores][{row}]")
}

/// The field name of the input for a score that has no button.
pub fn others_name(row: &str) -> String {
    format!("form[others][{row}]")
}

/// The field name of the text that the input for a score displayed.
pub fn shown_name(row: &str) -> String {
    format!("form[shown][{row}]")
}

/// The name of a row in a posted form.
pub fn row_name(id: AppraisalItemId) -> String {
    format!("row-{id}")
}
