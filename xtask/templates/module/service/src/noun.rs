//! __Nouns_text__.

mod repo;

use shared::__noun__::{__Noun__, __Noun__Input};
use shared::audit::AuditAction;
use shared::error::{Error, FieldCode, Result};
use shared::id::__Noun__Id;
use shared::page::{Page, PageRequest};
use shared::permission::Permission;

use crate::transaction::ReadTx;
use crate::audit::Entry;
use crate::caller::Caller;
use crate::context::use_cases;

use_cases! {
    /// __Nouns_text__.
    __Nouns__, __nouns__
}

impl __Nouns__<'_> {
    /// A page of __nouns_text__, newest first. Needs `__nouns__:view`.
    pub async fn list(&self, caller: &Caller, page: PageRequest) -> Result<Page<__Noun__>> {
        let caller = caller.require(Permission::__Nouns__View)?;
        let mut tx = self.0.read(caller).await?;
        let total = repo::count(&mut tx).await?;
        let rows = repo::page(&mut tx, &page).await?;
        let next = page.next_cursor(&rows, total, repo::cursor);
        Ok(Page::new(rows.into_iter().map(__Noun__::from).collect(), &page, total, next))
    }

    /// One __noun_text__. Needs `__nouns__:view`.
    pub async fn find(&self, caller: &Caller, id: __Noun__Id) -> Result<__Noun__> {
        let caller = caller.require(Permission::__Nouns__View)?;
        let mut tx = self.0.read(caller).await?;
        find(&mut tx, id).await
    }

    /// Creates one. Needs `__nouns__:manage`.
    ///
    /// Errors: 400 for a name in use.
    pub async fn create(&self, caller: &Caller, input: __Noun__Input) -> Result<__Noun__> {
        let caller = caller.require(Permission::__Nouns__Manage)?;
        let input = input.check()?;
        let id = __Noun__Id(self.0.id());
        let mut act = self.0.act(caller).await?;
        if let Some(first) = act.repeated("__noun__.create", &input).await? {
            return Ok(first);
        }
        let now = act.now();
        repo::add(&mut act, id, &input, now)
            .await
            .map_err(|error| error.unique_or(name_taken()))?;
        act.audit(entry(AuditAction::__Noun__Created, id, &["name"])).await?;
        let created = find(&mut act, id).await?;
        act.respond(created).await
    }
}

async fn find(tx: &mut ReadTx, id: __Noun__Id) -> Result<__Noun__> {
    let row = repo::find(tx, id).await?;
    row.map(__Noun__::from).ok_or_else(|| Error::not_found("__Noun_text__"))
}

fn entry<'f>(action: AuditAction, id: __Noun__Id, fields: &'f [&'f str]) -> Entry<'f> {
    Entry { action, entity_type: "__noun__", entity_id: Some(id.to_string()), fields }
}

fn name_taken() -> Error {
    Error::field("name", FieldCode::NameTaken, "This name is already in use.")
}
