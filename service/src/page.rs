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
    let (key, id) = page.position(start)?;
    Ok(statement.bind(key).bind(id).bind(i64::from(page.limit)).bind(page.offset()))
}
