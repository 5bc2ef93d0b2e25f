//! The uploaded file of an import, stored while its columns are chosen.

use std::sync::Arc;

use chrono::TimeDelta;
use shared::error::{Error, FieldCode, Result};
use shared::id::UploadId;
use shared::permission::Permission;
use shared::staff::{ImportMapping, ImportPreview, ImportResult};

use super::read::Sheet;
use super::{Mode, ROWS_MAX};
use crate::background::background;
use crate::caller::Caller;
use crate::idempotency::{self, Request};
use crate::staff::{StaffMembers, repo};

/// The retention period of a file.
const RETENTION: TimeDelta = TimeDelta::hours(24);

impl StaffMembers<'_> {
    /// Stores the file of an import unchanged, replacing the caller's earlier upload. Needs
    /// `staff:manage`.
    ///
    /// Errors: 400 for an empty file, and for one that is too long.
    pub async fn upload(&self, caller: &Caller, file: &[u8]) -> Result<UploadId> {
        let caller = caller.require(Permission::StaffManage)?;
        if file.is_empty() {
            return Err(Error::field("file", FieldCode::Required, "Choose a file, or paste rows."));
        }
        if file.len() > ImportPreview::BYTES_MAX {
            return Err(Error::field("file", FieldCode::TooLong, "Maximum 5 MiB."));
        }
        let id = UploadId(self.0.id());
        let mut act = self.0.act(caller).await?;
        repo::store_upload(&mut act, caller.staff(), id, file, self.0.now()).await?;
        act.commit().await?;
        Ok(id)
    }

    /// The beginning of an uploaded file, and the expected result of its import. Needs
    /// `staff:manage`.
    ///
    /// * `mapping`: the assignment of columns; if absent, guessed from the headings.
    ///
    /// Errors: 404 for a file that is not the caller's latest; 400 for a file that is not a table.
    pub async fn preview_upload(
        &self,
        caller: &Caller,
        id: UploadId,
        mapping: Option<ImportMapping>,
    ) -> Result<ImportPreview> {
        caller.require(Permission::StaffManage)?;
        let file = self.uploaded(caller, id).await?.ok_or_else(upload_not_found)?;
        let read = background(move || {
            let sheet = Sheet::of_file(&file, ROWS_MAX)?;
            let mapping = mapping.unwrap_or_else(|| sheet.guess());
            let preview = sheet.preview(mapping.clone());
            let is_complete = mapping.missing().next().is_none();
            let table = is_complete.then(|| sheet.mapped(mapping)).transpose()?;
            Ok::<_, Error>((preview, table))
        });
        let (mut preview, table) = read.await??;
        if let Some(table) = table {
            preview.result = Some(self.carry_out(caller, Arc::new(table), &Mode::Check).await?);
        }
        Ok(preview)
    }

    /// Imports an uploaded file as [`Self::import`] does, and deletes it. Needs `staff:manage`.
    ///
    /// Errors: 404 for a file that is not the caller's latest; 400 for a file that is not a table,
    /// or for a mapping that lacks a column.
    pub async fn import_upload(
        &self,
        caller: &Caller,
        id: UploadId,
        mapping: ImportMapping,
    ) -> Result<ImportResult> {
        caller.require(Permission::StaffManage)?;
        let request = Request::of(caller, "staff.import_upload", &(id, &mapping))?;
        let Some(file) = self.uploaded(caller, id).await? else {
            return self.imported_before(request.as_ref()).await;
        };
        let read = move || Sheet::of_file(&file, ROWS_MAX)?.mapped(mapping);
        let table = Arc::new(background(read).await??);
        self.carry_out(caller, table, &Mode::Import(request, Some(id))).await
    }

    /// Removes files that were never imported; returns their number.
    pub async fn prune_uploads(&self) -> Result<u64> {
        let mut tx = self.0.db.begin().await?;
        let removed = repo::prune_uploads(&mut tx, self.0.now() - RETENTION).await?;
        tx.commit().await?;
        Ok(removed)
    }

    async fn uploaded(&self, caller: &Caller, id: UploadId) -> Result<Option<Vec<u8>>> {
        let mut tx = self.0.autocommit_read(caller.signed_in()).await?;
        Ok(repo::upload(&mut tx, caller.staff(), id).await?)
    }

    /// The result of the same request, which has deleted the file.
    async fn imported_before(&self, request: Option<&Request>) -> Result<ImportResult> {
        let mut tx = self.0.db.begin().await?;
        idempotency::begin(&mut tx, self.0, request).await?.ok_or_else(upload_not_found)
    }
}

fn upload_not_found() -> Error {
    Error::not_found("Upload")
}
