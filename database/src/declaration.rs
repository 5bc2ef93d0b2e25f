//! Declarations of SQL texts, with tests that check each of them on both databases.

/// A declared SQL text and the way in which PostgreSQL plans it. SQLite plans each text once.
#[derive(Clone, Copy, Debug)]
pub struct Sql {
    /// The text, with `$1`, `$2`, … as placeholders.
    pub text: &'static str,
    /// The way in which PostgreSQL plans it.
    pub plan: Plan,
}

/// The way in which PostgreSQL plans a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Plan {
    /// Prepared once for each connection; PostgreSQL plans it for the given values if it estimates
    /// a benefit.
    Prepared,
    /// Prepared, and planned once for each connection whatever the values. For a statement that
    /// takes longer to plan than to run.
    Generic,
    /// Not prepared, planned for the given values each time. For optional filters, as in
    /// `$2 IS NULL OR name = $2`: PostgreSQL may use a generic plan for a prepared statement from
    /// its sixth execution on, assumes that such a filter is highly selective, and then scans a
    /// whole table for each page.
    PerValue,
}

impl Sql {
    /// A text that is prepared.
    pub const fn new(text: &'static str) -> Self {
        Self { text, plan: Plan::Prepared }
    }

    /// The same text with another plan.
    #[must_use]
    pub const fn planned(self, plan: Plan) -> Self {
        Self { plan, ..self }
    }
}

impl From<&'static str> for Sql {
    fn from(text: &'static str) -> Self {
        Self::new(text)
    }
}

/// Declares the SQL texts of a repository, with tests that both databases accept each of them, and
/// that none scans a growing table unless `full_scans.txt` of the crate allows it.
///
/// ```ignore
/// statements! {
///     FIND = "SELECT id, name FROM department WHERE organization_id = $1 AND id = $2";
///     SEARCH (plan per value) = "SELECT id FROM department WHERE $1 IS NULL OR name = $1";
///     PAGE (generic plan) = "SELECT id FROM department ORDER BY name LIMIT $1";
/// }
/// ```
#[macro_export]
macro_rules! statements {
    ($($(#[$meta:meta])* $name:ident $(($($plan:ident)+))? = $text:expr;)+) => {
        $(
            $(#[$meta])*
            const $name: $crate::Sql =
                $crate::Sql::new($text)$(.planned($crate::plan!($($plan)+)))?;
        )+

        #[cfg(test)]
        mod statements {
            const ALL: &[(&str, $crate::Sql)] = &[$((stringify!($name), super::$name),)+];

            $crate::on_both!(are_accepted);

            async fn are_accepted(db: $crate::test_support::TestDatabase) {
                db.accepts(ALL).await;
            }

            #[test]
            fn with_optional_filters_are_planned_per_value() {
                $crate::test_support::have_plans(ALL);
            }

            #[tokio::test]
            async fn scan_only_as_listed() {
                let allowed = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/full_scans.txt"));
                $crate::full_scans::check(module_path!(), ALL, allowed).await;
            }
        }
    };
}

/// The plan named in a declaration of [`statements!`].
#[doc(hidden)]
#[macro_export]
macro_rules! plan {
    (generic plan) => {
        $crate::Plan::Generic
    };
    (plan per value) => {
        $crate::Plan::PerValue
    };
}
