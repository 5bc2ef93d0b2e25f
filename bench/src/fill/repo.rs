//! SQL that copies the records of a demo. The statements are composed at run time, because the
//! columns are read from the database.

use std::str::FromStr;

use anyhow::Result;
use database::Engine;
use sqlx::postgres::PgConnectOptions;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions, Executor, PgConnection, SqliteConnection};

/// The tables that are copied; a snapshot of each is taken first.
const SNAPSHOTS: [&str; 19] = [
    "staff",
    "appraisals",
    "appraisal_items",
    "appraisal_narratives",
    "appraisal_plan_rows",
    "appraisal_reviews",
    "notifications",
    "leave_requests",
    "leave_request_days",
    "leave_adjustments",
    "customers",
    "facilities",
    "schedule_lines",
    "journals",
    "journal_entries",
    "payments",
    "payment_lines",
    "facility_events",
    "departments",
];

/// Settings of the connection: the data does not need to survive a crash, and copies may be
/// inserted before the rows that they refer to.
const PREPARE_SQLITE: &str = "PRAGMA foreign_keys = OFF; PRAGMA synchronous = OFF;
    PRAGMA cache_size = -400000; PRAGMA temp_store = MEMORY; PRAGMA busy_timeout = 60000";
const PREPARE_POSTGRES: &str = "SET session_replication_role = replica; SET work_mem = '256MB'";

/// Employees who have a manager and confirmed employment, and those of them without open records.
const PEOPLE: &str = "CREATE TEMP TABLE o_people AS
    SELECT id, line_manager_id, ROW_NUMBER() OVER (ORDER BY id) - 1 AS number FROM staff
    WHERE line_manager_id IS NOT NULL AND employment_confirmed_at IS NOT NULL
        AND id NOT IN (SELECT id FROM o_staff);
    CREATE INDEX o_people_number ON o_people (number)";
const FREE_PEOPLE: &str = "CREATE TEMP TABLE o_free AS
    SELECT id, line_manager_id, ROW_NUMBER() OVER (ORDER BY id) - 1 AS number FROM staff
    WHERE line_manager_id IS NOT NULL AND id NOT IN (SELECT id FROM o_staff)
        AND id NOT IN (SELECT staff_id FROM appraisals WHERE status <> 'finalized');
    CREATE INDEX o_free_number ON o_free (number)";
const RANKS: &str = "CREATE TEMP TABLE o_ranks AS
    SELECT id, status, ROW_NUMBER() OVER (PARTITION BY status ORDER BY id) - 1 AS number
    FROM o_appraisals";

/// Completes pending forms, so that they only need to be submitted.
const FILL_IN: &str = "UPDATE o_appraisal_items SET self_score = COALESCE(self_score, 40000),
        actual_achievement = COALESCE(actual_achievement, 'Done as planned, and on time.')
    WHERE appraisal_id IN (SELECT id FROM o_appraisals WHERE status = 'pending_self');
    UPDATE o_appraisal_narratives SET answer = COALESCE(answer, 'As agreed at the start.')
    WHERE section IN ('self_assessment')
        AND appraisal_id IN (SELECT id FROM o_appraisals WHERE status = 'pending_self')";

/// Recomputed here because triggers are disabled while PostgreSQL is filled.
const LENGTHS: &str = "DELETE FROM list_lengths;
    INSERT INTO list_lengths (organization_id, list, slot, length)
    SELECT organization_id, 'appraisals', 0, COUNT(*) FROM appraisals GROUP BY organization_id;
    INSERT INTO list_lengths (organization_id, list, slot, length)
    SELECT organization_id, 'facilities', 0, COUNT(*) FROM facilities GROUP BY organization_id;
    INSERT INTO list_lengths (organization_id, list, slot, length)
    SELECT organization_id, status, 0, COUNT(*) FROM appraisals
    WHERE status IN ('pending_md', 'pending_hr') GROUP BY organization_id, status;
    DELETE FROM queue_lengths;
    INSERT INTO queue_lengths (organization_id, staff_id, status, length)
    SELECT organization_id, line_manager_staff_id, status, COUNT(*) FROM appraisals
    WHERE status = 'pending_lm' GROUP BY organization_id, line_manager_staff_id, status;
    INSERT INTO queue_lengths (organization_id, staff_id, status, length)
    SELECT organization_id, department_head_staff_id, status, COUNT(*) FROM appraisals
    WHERE status = 'pending_dept_head'
    GROUP BY organization_id, department_head_staff_id, status";

/// The connection that fills the database.
pub(super) enum Session {
    Sqlite(SqliteConnection),
    Postgres(PgConnection),
}

/// The differences between the copies of a table and the original rows.
#[derive(Clone, Copy, Debug)]
pub(super) struct Copy<'c> {
    pub(super) table: &'c str,
    /// Columns with ids of copied rows.
    pub(super) ids: &'c [&'c str],
    /// Columns with other values, each with its SQL expression.
    pub(super) others: &'c [(&'c str, &'c str)],
    /// The joins to the original row `o` and the number of the copy `n.n`, and the filter of rows.
    pub(super) rest: &'c str,
}

impl Session {
    pub(super) async fn open(url: &str) -> Result<Self> {
        let mut session = if url.starts_with("sqlite:") {
            Self::Sqlite(SqliteConnectOptions::from_str(url)?.connect().await?)
        } else {
            Self::Postgres(PgConnectOptions::from_str(url)?.connect().await?)
        };
        session
            .run(match session.engine() {
                Engine::Sqlite => PREPARE_SQLITE,
                Engine::Postgres => PREPARE_POSTGRES,
            })
            .await?;
        for table in SNAPSHOTS {
            session.run(&format!("CREATE TEMP TABLE o_{table} AS TABLE_OF {table}")).await?;
        }
        session.run(RANKS).await?;
        session.run(FILL_IN).await?;
        Ok(session)
    }

    pub(super) fn engine(&self) -> Engine {
        match self {
            Self::Sqlite(_) => Engine::Sqlite,
            Self::Postgres(_) => Engine::Postgres,
        }
    }

    /// Runs statements that are separated by semicolons.
    pub(super) async fn run(&mut self, text: &str) -> Result<()> {
        let text = AssertSqlSafe(text.replace("TABLE_OF", "SELECT * FROM"));
        match self {
            Self::Sqlite(connection) => connection.execute(sqlx::raw_sql(text)).await.map(drop)?,
            Self::Postgres(connection) => {
                connection.execute(sqlx::raw_sql(text)).await.map(drop)?;
            }
        }
        Ok(())
    }

    pub(super) async fn people(&mut self) -> Result<i64> {
        self.run(PEOPLE).await?;
        self.count("o_people").await
    }

    pub(super) async fn free_people(&mut self) -> Result<i64> {
        self.run(FREE_PEOPLE).await?;
        self.count("o_free").await
    }

    pub(super) async fn appraisals(&mut self, status: &str) -> Result<i64> {
        self.count(&format!("o_appraisals WHERE status = '{status}'")).await
    }

    pub(super) async fn count(&mut self, what: &str) -> Result<i64> {
        let text = AssertSqlSafe(format!("SELECT COUNT(*) FROM {what}"));
        Ok(match self {
            Self::Sqlite(connection) => sqlx::query_scalar(text).fetch_one(connection).await?,
            Self::Postgres(connection) => sqlx::query_scalar(text).fetch_one(connection).await?,
        })
    }

    async fn columns(&mut self, table: &str) -> Result<Vec<String>> {
        Ok(match self {
            Self::Sqlite(connection) => {
                let text = "SELECT name FROM pragma_table_info($1)";
                sqlx::query_scalar(text).bind(table).fetch_all(connection).await?
            }
            Self::Postgres(connection) => {
                let text = "SELECT CAST(column_name AS TEXT) FROM information_schema.columns
                    WHERE table_schema = 'public' AND table_name = $1 ORDER BY ordinal_position";
                sqlx::query_scalar(text).bind(table).fetch_all(connection).await?
            }
        })
    }

    /// Copies the rows of a table, with the copies numbered from `first` to `last`.
    pub(super) async fn copy(&mut self, (first, last): (i64, i64), copy: Copy<'_>) -> Result<()> {
        let columns = self.columns(copy.table).await?;
        let engine = self.engine();
        let values = columns.iter().map(|column| {
            let other = copy.others.iter().find(|(name, _)| name == column);
            match other {
                Some((_, expression)) => (*expression).to_owned(),
                None if copy.ids.contains(&&**column) => id(engine, column),
                None => format!("o.{column}"),
            }
        });
        let values = values.collect::<Vec<_>>().join(", ");
        let (table, rest, columns) = (copy.table, copy.rest, columns.join(", "));
        self.run(&format!(
            "INSERT INTO {table} ({columns})
            WITH RECURSIVE n (n) AS (SELECT {first} UNION ALL SELECT n + 1 FROM n WHERE n < {last})
            SELECT {values} FROM n CROSS JOIN o_{table} o {rest}"
        ))
        .await
    }

    /// Completes pending work of the database, so that none is left during the measurement.
    pub(super) async fn finish(&mut self) -> Result<()> {
        self.run(LENGTHS).await?;
        match self.engine() {
            Engine::Sqlite => self.run("PRAGMA wal_checkpoint(TRUNCATE)").await,
            Engine::Postgres => {
                self.run("VACUUM ANALYZE").await?;
                self.run("CHECKPOINT").await
            }
        }
    }
}

/// The id of the copy: its number replaces the last 32 bits, which are random.
pub(super) fn id(engine: Engine, column: &str) -> String {
    match engine {
        Engine::Sqlite => format!(
            "CASE WHEN o.{column} IS NULL THEN NULL
                ELSE unhex(substr(hex(o.{column}), 1, 24) || printf('%08X', n.n)) END"
        ),
        Engine::Postgres => format!(
            "CAST(substr(replace(CAST(o.{column} AS TEXT), '-', ''), 1, 24)
                || lpad(to_hex(n.n), 8, '0') AS UUID)"
        ),
    }
}

/// A timestamp this many hours before that of the column.
pub(super) fn hours_before(engine: Engine, column: &str, hours: &str) -> String {
    match engine {
        Engine::Sqlite => format!(
            "strftime('%Y-%m-%dT%H:%M:%f000+00:00', o.{column}, '-' || ({hours}) || ' hours')"
        ),
        Engine::Postgres => format!("o.{column} - ({hours}) * INTERVAL '1 hour'"),
    }
}

/// The reference of the copy of a facility: another date, the same four letters.
pub(super) fn reference(engine: Engine) -> String {
    match engine {
        Engine::Sqlite => "'CF-' || strftime('%Y%m%d', '2000-01-01', '+' || n.n || ' days')
            || substr(o.facility_ref, 12)"
            .to_owned(),
        Engine::Postgres => "'CF-' || to_char(DATE '2000-01-01' + n.n, 'YYYYMMDD')
            || substr(o.facility_ref, 12)"
            .to_owned(),
    }
}
