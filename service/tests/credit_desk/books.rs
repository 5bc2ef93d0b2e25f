//! The stored state of credit, and the reconciliation at the end of each test.

use database::Engine;
use database::test_support::TestDatabase;
use shared::total::Total;
use tokio::runtime::Handle;
use tokio::sync::OnceCell;

use super::CreditDesk;

/// The tables of facilities, their ledger and their trail, except the account map.
const TABLES: [&str; 12] = [
    "facilities",
    "schedule_lines",
    "payments",
    "payment_lines",
    "reversed_settlements",
    "profit_waivers",
    "profit_waiver_lines",
    "journals",
    "journal_entries",
    "facility_events",
    "idempotency_keys",
    "audit_entries",
];

impl CreditDesk {
    /// Every column of every row of facilities, their ledger and their trail, to detect any write.
    pub(crate) async fn dump(&self) -> Vec<String> {
        let mut dump = Vec::new();
        for statement in statements(&self.world.db).await {
            let mut tx = self.world.db.read().await.unwrap();
            dump.extend(tx.sql(*statement).scalars::<String>().await.unwrap());
        }
        dump
    }

    /// The number of rows of every table of the database.
    pub(crate) async fn row_counts(&self) -> Vec<String> {
        const SQLITE: &str = "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name";
        const POSTGRES: &str = "SELECT CAST(table_name AS TEXT) FROM information_schema.tables
            WHERE table_schema = 'public' AND table_type = 'BASE TABLE' ORDER BY table_name";
        let mut tx = self.world.db.read().await.unwrap();
        let tables = match tx.engine() {
            Engine::Sqlite => SQLITE,
            Engine::Postgres => POSTGRES,
        };
        let tables = tx.sql(tables).scalars::<String>().await.unwrap();
        assert!(TABLES.iter().all(|table| tables.iter().any(|it| it == table)), "{tables:?}");
        let counts = tables.iter().map(|it| format!("SELECT '{it} ' || COUNT(*) FROM {it}"));
        let counts = counts.collect::<Vec<_>>().join(" UNION ALL ");
        tx.sql(&*String::leak(counts)).scalars().await.unwrap()
    }

    /// The ledger balances and agrees with the schedules.
    pub(crate) async fn ties_out(&self) {
        let balance =
            self.world.service.journals().trial_balance(&self.finance, None, None).await.unwrap();
        assert!(balance.totals.balance.is_zero(), "{balance:?}");
        let report = self.world.service.credit_reports().portfolio(&self.finance, None).await;
        let report = report.unwrap();
        assert!(report.tie_out.agrees(), "{report:?}");
    }

    /// The debit balance of an account.
    pub(crate) async fn balance(&self, account: &str) -> Total {
        let journals = self.world.service.journals();
        let balance = journals.trial_balance(&self.finance, None, None).await.unwrap();
        let row = balance.rows.iter().find(|row| row.gl_account == account);
        row.map_or(Total::ZERO, |row| row.balance)
    }

    /// The test has damaged the books intentionally: they need not tie out when it ends.
    pub(crate) fn leave_damaged(&mut self) {
        self.is_damaged = true;
    }
}

/// The books have to tie out at the end of every test.
impl Drop for CreditDesk {
    fn drop(&mut self) {
        if !self.is_damaged && !std::thread::panicking() {
            let runtime = Handle::current();
            tokio::task::block_in_place(|| runtime.block_on(self.ties_out()));
        }
    }
}

/// One statement for each table, which returns its rows as text.
async fn statements(db: &TestDatabase) -> &'static [&'static str] {
    static SQLITE: OnceCell<Vec<&'static str>> = OnceCell::const_new();
    static POSTGRES: OnceCell<Vec<&'static str>> = OnceCell::const_new();
    let statements = match db.engine() {
        Engine::Sqlite => &SQLITE,
        Engine::Postgres => &POSTGRES,
    };
    let make = async || {
        let mut made = Vec::new();
        for table in TABLES {
            let row = match db.engine() {
                Engine::Postgres => "CAST(it AS TEXT)".to_owned(),
                Engine::Sqlite => columns(db, table).await.join(" || '|' || "),
            };
            let statement = format!("SELECT {row} FROM {table} AS it ORDER BY 1");
            made.push(&*String::leak(statement));
        }
        made
    };
    statements.get_or_init(make).await
}

async fn columns(db: &TestDatabase, table: &'static str) -> Vec<String> {
    let mut tx = db.read().await.unwrap();
    let columns = tx.sql("SELECT 'quote(' || name || ')' FROM pragma_table_info($1)");
    columns.bind(table).scalars::<String>().await.unwrap()
}
