//! A table for tests, with every type of column that the schemas use.

use chrono::{DateTime, NaiveDate, Utc};
use database::test_support::TestDatabase;
use database::{Engine, ReadTx, WriteTx};
use uuid::Uuid;

const CREATE_SQLITE: &str = "CREATE TABLE sample (
    organization_id BLOB NOT NULL,
    id BLOB NOT NULL,
    parent_id BLOB,
    note TEXT,
    amount INTEGER,
    due TEXT,
    at TEXT,
    active INTEGER,
    PRIMARY KEY (organization_id, id),
    FOREIGN KEY (organization_id, parent_id) REFERENCES sample (organization_id, id)
) STRICT";

const CREATE_POSTGRES: &str = "CREATE TABLE sample (
    organization_id UUID NOT NULL,
    id UUID NOT NULL,
    parent_id UUID,
    note TEXT,
    amount BIGINT,
    due DATE,
    at TIMESTAMPTZ,
    active BOOLEAN,
    PRIMARY KEY (organization_id, id),
    FOREIGN KEY (organization_id, parent_id) REFERENCES sample (organization_id, id)
)";

const ADD_MANY: &str = "INSERT INTO sample
    (organization_id, id, parent_id, note, amount, due, at, active)
    VALUES {rows: UUID, UUID, UUID, TEXT, BIGINT, DATE, TIMESTAMPTZ, BOOLEAN}";

const LIST: &str = "SELECT id, parent_id, note, amount, due, at, active
    FROM sample WHERE organization_id = $1 ORDER BY id";

const COUNT: &str = "SELECT COUNT(*) FROM sample WHERE organization_id = $1";

pub const HOUSE: Uuid = Uuid::from_u128(1);

#[derive(Clone, Debug, PartialEq, database::FromRow)]
pub struct Sample {
    pub id: Uuid,
    pub parent_id: Option<Uuid>,
    pub note: Option<String>,
    pub amount: Option<i64>,
    pub due: Option<NaiveDate>,
    pub at: Option<DateTime<Utc>>,
    pub active: Option<bool>,
}

impl Sample {
    pub fn empty(number: u128) -> Self {
        Self {
            id: Uuid::from_u128(number),
            parent_id: None,
            note: None,
            amount: None,
            due: None,
            at: None,
            active: None,
        }
    }

    pub fn full(number: u128) -> Self {
        Self {
            id: Uuid::from_u128(number),
            parent_id: Some(Uuid::from_u128(number)),
            note: Some("مراجعة \u{1f4c8} it's {rows}".to_owned()),
            amount: Some(i64::MIN),
            due: NaiveDate::from_ymd_opt(2024, 2, 29),
            at: DateTime::from_timestamp_micros(1_735_689_599_123_456),
            active: Some(true),
        }
    }
}

pub async fn create(db: &TestDatabase) {
    let text = match db.engine() {
        Engine::Sqlite => CREATE_SQLITE,
        Engine::Postgres => CREATE_POSTGRES,
    };
    let mut tx = db.begin().await.unwrap();
    tx.sql(text).execute().await.unwrap();
    tx.commit().await.unwrap();
}

pub async fn add(tx: &mut WriteTx, samples: &[Sample]) -> database::Result<u64> {
    tx.sql(ADD_MANY)
        .rows(samples, |row, sample| {
            row.bind(HOUSE)
                .bind(sample.id)
                .bind(sample.parent_id)
                .bind(&sample.note)
                .bind(sample.amount)
                .bind(sample.due)
                .bind(sample.at)
                .bind(sample.active)
        })
        .execute()
        .await
}

pub async fn list(db: &TestDatabase) -> Vec<Sample> {
    let mut tx = db.read().await.unwrap();
    tx.sql(LIST).bind(HOUSE).all().await.unwrap()
}

pub async fn count(tx: &mut ReadTx) -> i64 {
    tx.sql(COUNT).bind(HOUSE).scalar().await.unwrap()
}
