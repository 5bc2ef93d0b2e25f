//! Binding of the requested page of a list.

use shared::error::Result;
use shared::page::PageRequest;
use shared::page::cursor::SortKey;
use uuid::Uuid;

use database::{Bind, Statement};

/// Binds the last four values of the statement of a list: the sort key and the id of the last row
/// before the page, the limit and the offset.
///
/// * `start`: the position before the first row of the list.
///
/// Errors: 400 for a cursor of another list or order.
pub(crate) fn bind_page<'t, K>(
    statement: Statement<'t>,
    page: &PageRequest,
    start: (K, Uuid),
) -> Result<Statement<'t>>
where
    K: SortKey + for<'q> Bind<'q>,
{
    Ok(bind_from(statement, page, page.position(start)?))
}

/// The same for the statement of the opposite order, with its own start.
///
/// Errors: 400 for a cursor of another list or order.
pub(crate) fn bind_opposite_page<'t, K>(
    statement: Statement<'t>,
    page: &PageRequest,
    start: (K, Uuid),
) -> Result<Statement<'t>>
where
    K: SortKey + for<'q> Bind<'q>,
{
    Ok(bind_from(statement, page, page.opposite_position(start)?))
}

fn bind_from<'t, K>(
    statement: Statement<'t>,
    page: &PageRequest,
    (key, id): (K, Uuid),
) -> Statement<'t>
where
    K: for<'q> Bind<'q>,
{
    statement.bind(key).bind(id).bind(i64::from(page.limit)).bind(page.offset())
}
