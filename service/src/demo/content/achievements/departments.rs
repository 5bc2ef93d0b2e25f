//! Achievements for the KPIs of the departments, template by template.

mod compliance;
mod driver;
mod finance;
mod general;
mod human_resources;
mod information_technology;

use super::AchievementContent;

/// One list for each seeded template.
pub(super) const ALL: [&[AchievementContent]; 6] = [
    &finance::ALL,
    &compliance::ALL,
    &human_resources::ALL,
    &information_technology::ALL,
    &driver::ALL,
    &general::ALL,
];
