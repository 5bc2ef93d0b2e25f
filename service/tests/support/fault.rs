//! Planted faults: a table that refuses every new row, to show that an action writes all or
//! nothing.

use database::Engine;
use database::test_support::TestDatabase;

use crate::support::run_sql;

/// A table that refuses every new row.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fault<'d> {
    db: &'d TestDatabase,
    table: &'static str,
}

impl<'d> Fault<'d> {
    /// Makes every insert into the table fail from now on.
    pub(crate) async fn plant(db: &'d TestDatabase, table: &'static str) -> Self {
        let fault = Self { db, table };
        match db.engine() {
            Engine::Sqlite => {
                let text = "CREATE TRIGGER planted_fault BEFORE INSERT ON {} \
                            BEGIN SELECT RAISE(ABORT, 'planted fault'); END";
                fault.run(text).await;
            }
            Engine::Postgres => {
                let text = "CREATE FUNCTION planted_fault() RETURNS trigger LANGUAGE plpgsql \
                            AS 'BEGIN RAISE EXCEPTION ''planted fault''; END'";
                fault.run(text).await;
                let text = "CREATE TRIGGER planted_fault BEFORE INSERT ON {} \
                            FOR EACH ROW EXECUTE FUNCTION planted_fault()";
                fault.run(text).await;
            }
        }
        fault
    }

    /// Makes the table accept rows again.
    pub(crate) async fn remove(self) {
        match self.db.engine() {
            Engine::Sqlite => self.run("DROP TRIGGER planted_fault").await,
            Engine::Postgres => {
                self.run("DROP TRIGGER planted_fault ON {}").await;
                self.run("DROP FUNCTION planted_fault()").await;
            }
        }
    }

    async fn run(self, text: &str) {
        let text: &'static str = String::leak(text.replace("{}", self.table));
        run_sql!(self.db, text);
    }
}
