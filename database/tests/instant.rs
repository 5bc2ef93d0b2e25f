//! Timestamps compare the same in both databases, with any fraction of a second.

use chrono::{DateTime, TimeDelta, Utc};
use database::on_both;
use database::test_support::TestDatabase;

use super::sample::{self, HOUSE, Sample};

on_both!(instants_sort_and_compare_by_their_fraction, the_edge_of_a_period_is_exact);

const SORTED: &str = "SELECT at FROM sample WHERE organization_id = $1 ORDER BY at";
const BEFORE: &str = "SELECT COUNT(*) FROM sample WHERE organization_id = $1 AND at < $2";
const UNTIL: &str = "SELECT COUNT(*) FROM sample WHERE organization_id = $1 AND at <= $2";

/// From none to six digits after the point, in order.
const FRACTIONS: [&str; 9] =
    ["", ".000001", ".001", ".001001", ".1", ".10001", ".123", ".9", ".999999"];

fn instants() -> Vec<DateTime<Utc>> {
    let minutes = ["09:59:59", "10:00:00", "10:00:01"];
    let texts = minutes.iter().flat_map(|minute| {
        FRACTIONS.iter().map(move |fraction| format!("2026-11-21T{minute}{fraction}Z"))
    });
    texts.map(|text| text.parse().unwrap()).collect()
}

async fn store(db: &TestDatabase, instants: &[DateTime<Utc>]) {
    sample::create(db).await;
    let samples: Vec<_> =
        (1..).zip(instants).map(|(id, at)| Sample { at: Some(*at), ..Sample::empty(id) }).collect();
    let mut tx = db.begin().await.unwrap();
    sample::add(&mut tx, &samples).await.unwrap();
    tx.commit().await.unwrap();
}

async fn instants_sort_and_compare_by_their_fraction(db: TestDatabase) {
    let instants = instants();
    let reversed: Vec<_> = instants.iter().rev().copied().collect();
    store(&db, &reversed).await;
    let mut tx = db.read().await.unwrap();
    let sorted = tx.sql(SORTED).bind(HOUSE).scalars::<DateTime<Utc>>().await.unwrap();
    assert_eq!(sorted, instants);
    for (count, at) in (0_i64..).zip(&instants) {
        let before: i64 = tx.sql(BEFORE).bind(HOUSE).bind(*at).scalar().await.unwrap();
        assert_eq!(before, count, "{at}");
    }
}

async fn the_edge_of_a_period_is_exact(db: TestDatabase) {
    let end: DateTime<Utc> = "2026-11-21T10:00:00.7Z".parse().unwrap();
    store(&db, &[end]).await;
    let mut tx = db.read().await.unwrap();
    for (distance, count) in [(-1, 0), (0, 1), (1, 1)] {
        let now = end + TimeDelta::microseconds(distance);
        let found: i64 = tx.sql(UNTIL).bind(HOUSE).bind(now).scalar().await.unwrap();
        assert_eq!(found, count, "{distance}");
    }
}
