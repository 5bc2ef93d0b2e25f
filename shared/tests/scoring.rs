//! Score arithmetic, natively and in WebAssembly: worked figures, and ten thousand forms whose
//! scores must be identical bit for bit on both.
#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use serde_json::Value;
use shared::appraisal::{Band, RoleCategory, Section};
use shared::rating::Rating;
use shared::scoring::{Post, Scorecard, ScoredRow, lifts, score};
use shared::weight::Weight;

const FORMS: u64 = 10_000;
/// The digest of the scores of those forms (FNV-1a over their JSON), the same on every machine.
const DIGEST: u64 = 0x637f_6b73_5897_a37b;

fn cases() -> Vec<Value> {
    let data: Value = serde_json::from_str(include_str!("data/scoring.json")).unwrap();
    data["cases"].as_array().unwrap().clone()
}

fn read_rows(case: &Value) -> Vec<ScoredRow> {
    let mut rows = Vec::new();
    for &section in Section::ALL {
        for row in case[section.as_str()].as_array().unwrap() {
            rows.push(ScoredRow {
                section,
                weight: row[0].as_str().unwrap().parse().unwrap(),
                supervisor_score: serde_json::from_value(row[1].clone()).unwrap(),
            });
        }
    }
    rows
}

#[test]
fn the_worked_figures_come_out_to_the_fourth_digit() {
    for case in cases() {
        let post = Post {
            role_category: case["roleCategory"].as_str().unwrap().parse().unwrap(),
            is_manager_role: case["isManagerRole"].as_bool().unwrap(),
        };
        let card = serde_json::to_value(score(post, &read_rows(&case))).unwrap();
        for (name, value) in card.as_object().unwrap() {
            if let Some(expected) = case.get(name) {
                assert_eq!(value, expected, "{} {name}", case["id"]);
            }
        }
    }
}

/// A small deterministic generator (splitmix64).
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound
    }

    fn form(&mut self) -> (Post, Vec<ScoredRow>) {
        let categories = RoleCategory::ALL;
        let category = usize::try_from(self.below(4)).unwrap();
        let post =
            Post { role_category: categories[category], is_manager_role: self.below(2) == 0 };
        let mut rows = Vec::new();
        for &section in Section::ALL {
            if section == Section::Managerial && !post.is_manager_role {
                continue;
            }
            for _ in 0..=self.below(15) {
                rows.push(ScoredRow {
                    section,
                    weight: Weight::from_ten_thousandths(
                        i64::try_from(1 + self.below(2_500)).unwrap(),
                    ),
                    supervisor_score: self.rating(),
                });
            }
        }
        (post, rows)
    }

    fn rating(&mut self) -> Option<Rating> {
        let value = match self.below(10) {
            0 => return None,
            1..=6 => 10_000 * (1 + self.below(5)),
            _ => 10_000 + self.below(40_001),
        };
        Some(Rating::from_ten_thousandths(i64::try_from(value).unwrap()).unwrap())
    }
}

/// The four scores by an independent method: integers only, with one common denominator.
fn whole_number_scores(post: Post, rows: &[ScoredRow]) -> [i64; 4] {
    // weight (4 digits) x rating (4 digits), then x 2 for the division by five: 9 digits.
    let sum = |section| -> i128 {
        rows.iter()
            .filter(|row| row.section == section)
            .map(|row| {
                let rating = row.supervisor_score.map_or(0, Rating::ten_thousandths);
                i128::from(row.weight.ten_thousandths()) * i128::from(rating) * 2
            })
            .sum()
    };
    let competency_section =
        if post.is_manager_role { Section::Managerial } else { Section::Competency };
    // 10 digits, 9 digits and 9 digits.
    let kpi = 8 * sum(Section::DeptKpi) + 2 * sum(Section::RiskKpi);
    let (competency, behaviour) = (sum(competency_section), sum(Section::Behaviour));
    let (a, b, c) = match post.role_category {
        RoleCategory::Sales => (70, 20, 10),
        RoleCategory::Operations | RoleCategory::SeniorExecutive => (50, 30, 20),
        RoleCategory::Other => (60, 25, 15),
    };
    // 12 digits.
    let overall = a * kpi + b * competency * 10 + c * behaviour * 10;
    [round(kpi, 6), round(competency, 5), round(behaviour, 5), round(overall, 8)]
}

/// Drops the given number of digits of a non-negative number, rounding half up.
fn round(value: i128, digits: u32) -> i64 {
    let unit = 10_i128.pow(digits);
    i64::try_from((value + unit / 2) / unit).unwrap()
}

fn stamped(card: &Scorecard) -> [i64; 4] {
    [card.kpi_score, card.competency_score, card.behaviour_score, card.overall_score]
        .map(shared::scoring::Score::ten_thousandths)
}

#[test]
fn ten_thousand_forms_score_the_same_here_and_everywhere() {
    let mut numbers = Numbers(42);
    let mut digest = 0xcbf2_9ce4_8422_2325_u64;
    for _ in 0..FORMS {
        let (post, rows) = numbers.form();
        let card = score(post, &rows);
        assert_eq!(stamped(&card), whole_number_scores(post, &rows));
        assert_eq!(card.overall_band, Band::of(card.overall_score));
        for byte in serde_json::to_vec(&card).unwrap() {
            digest = (digest ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
    assert_eq!(digest, DIGEST, "{digest:#x}");
}

#[test]
fn every_lift_reaches_the_next_band_and_one_step_less_does_not() {
    let mut numbers = Numbers(7);
    for _ in 0..200 {
        let (post, rows) = numbers.form();
        let Some(target) = score(post, &rows).overall_band.next() else { continue };
        for lift in lifts(post, &rows) {
            let with = |value: i64| {
                let mut changed = rows.clone();
                changed[lift.row].supervisor_score = Rating::from_ten_thousandths(value).ok();
                score(post, &changed).overall_score
            };
            let needed = lift.score.ten_thousandths();
            assert_eq!(with(needed), lift.overall);
            assert!(with(needed) >= target.floor());
            assert!(needed == 10_000 || with(needed - 10_000) < target.floor());
        }
    }
}

#[test]
fn self_scores_have_no_place_in_the_arithmetic() {
    // A scored row has no self score: the type enforces the rule.
    let row = ScoredRow {
        section: Section::DeptKpi,
        weight: Weight::from_ten_thousandths(10_000),
        supervisor_score: None,
    };
    let post = Post { role_category: RoleCategory::Other, is_manager_role: false };
    assert_eq!(score(post, &[row]).overall_score.ten_thousandths(), 0);
}

#[test]
fn each_kind_of_post_weighs_its_three_scores_to_a_whole() {
    for category in RoleCategory::ALL {
        let weights = category.section_weights();
        let sum = Weight::sum([weights.kpi, weights.competency, weights.behaviour]);
        assert_eq!(sum, shared::weight::WHOLE, "{category}");
    }
}

#[test]
fn the_bands_begin_exactly_at_their_floors() {
    let band = |value| Band::of(shared::scoring::Score::from_ten_thousandths(value));
    assert_eq!(band(10_002), Band::Outstanding);
    assert_eq!(band(9_000), Band::Outstanding);
    assert_eq!(band(8_999), Band::ExceedsExpectations);
    assert_eq!(band(8_000), Band::ExceedsExpectations);
    assert_eq!(band(7_000), Band::MeetsExpectations);
    assert_eq!(band(6_000), Band::NeedsImprovement);
    assert_eq!(band(5_999), Band::Unsatisfactory);
    assert_eq!(band(0), Band::Unsatisfactory);
}
