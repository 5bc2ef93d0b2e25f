//! Declares SQL texts, with tests that check each of them on both databases.

/// Declares the SQL texts of a repository, with tests that both databases accept each of them, and
/// that none scans a growing table unless `walks.txt` allows it.
///
/// ```ignore
/// statements! {
///     FIND = "SELECT id, name FROM department WHERE organization_id = $1 AND id = $2";
///     ADD = "INSERT INTO department (organization_id, id, name) VALUES ($1, $2, $3)";
/// }
/// ```
macro_rules! statements {
    ($($(#[$meta:meta])* $name:ident = $text:expr;)+) => {
        $($(#[$meta])* const $name: &str = $text;)+

        #[cfg(test)]
        mod statements {
            const ALL: &[(&str, &str)] = &[$((stringify!($name), super::$name),)+];

            $crate::on_both!(are_accepted);

            async fn are_accepted(db: $crate::database::test_support::TestDatabase) {
                db.accepts(ALL).await;
            }

            #[tokio::test]
            async fn walk_only_as_said() {
                $crate::database::walks::check(module_path!(), ALL).await;
            }
        }
    };
}

pub(crate) use statements;
