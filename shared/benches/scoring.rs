//! Benchmark of scores: `cargo bench -p shared --bench scoring`.

use divan::{Bencher, black_box};
use shared::appraisal::{RoleCategory, Section};
use shared::rating::Rating;
use shared::scoring::{Post, ScoredRow, score};
use shared::weight::Weight;

fn main() {
    divan::main();
}

/// A form with the given number of rows in each section, all rated.
fn rows(each: i64) -> Vec<ScoredRow> {
    let sections = Section::ALL.iter();
    let row = |section: Section, number: i64| ScoredRow {
        section,
        weight: Weight::from_ten_thousandths(10_000 / each),
        supervisor_score: Rating::from_ten_thousandths(10_000 * (1 + number % 5)).ok(),
    };
    sections.flat_map(|&section| (0..each).map(move |number| row(section, number))).collect()
}

fn measure(bencher: Bencher<'_, '_>, is_manager_role: bool) {
    let post = Post { role_category: RoleCategory::Sales, is_manager_role };
    let rows = rows(8);
    bencher.bench(|| score(black_box(post), black_box(&rows)));
}

#[divan::bench]
fn manager_of_forty_rows(bencher: Bencher<'_, '_>) {
    measure(bencher, true);
}

#[divan::bench]
fn employee_of_forty_rows(bencher: Bencher<'_, '_>) {
    measure(bencher, false);
}
