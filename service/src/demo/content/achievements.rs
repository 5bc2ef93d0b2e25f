//! Actual achievements that the subjects of the demo enter for the seeded rows.

mod catalogs;
mod departments;

/// Texts that suit one row of a seeded template or catalog.
#[derive(Clone, Copy, Debug)]
pub struct AchievementContent {
    /// The objective of the template row, or the label of the catalog row.
    pub label: &'static str,
    /// Achievements as reported by different subjects.
    pub texts: &'static [&'static str],
}

/// The texts for a row with this label; none for a label that is not seeded.
pub fn achievements_for(label: &str) -> &'static [&'static str] {
    departments::ALL
        .into_iter()
        .chain(catalogs::ALL)
        .flatten()
        .find(|achievement| achievement.label == label)
        .map_or(&[], |achievement| achievement.texts)
}
