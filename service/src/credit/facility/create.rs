//! Structuring of a facility.

use chrono::NaiveDate;
use shared::audit::AuditAction;
use shared::credit::facility::{Facility, FacilityInput};
use shared::credit::journal::FacilityEventType;
use shared::credit::schedule::schedule;
use shared::error::{Error, FieldCode, Result};
use shared::event::{EventType, FacilityEventData};
use shared::id::FacilityId;
use shared::permission::Permission;

use super::repo::{self, NewFacility};
use super::{Facilities, timeline};
use crate::act::{Act, WriteTx};
use crate::caller::Caller;
use crate::credit::entry;
use crate::credit::timeline::Event;
use crate::random::random_bytes;

/// The characters at the end of a reference.
const LETTERS: &[u8; 36] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/// The number of attempts to find a free reference. A day has 1 679 616 of them, so that even when
/// half are in use one creation in a trillion fails.
const TRIES: usize = 40;

/// The fields that the audit entry of a creation names.
const CREATED: &[&str] = &[
    "customerId",
    "productType",
    "assetCost",
    "downPayment",
    "rate",
    "termPeriods",
    "periodsPerYear",
    "fixedTotalProfit",
    "scheduleMethod",
    "asset",
];

impl Facilities<'_> {
    /// Creates a draft with its schedule. Needs `credit:create`. A repeated idempotency key with
    /// the same input returns the first response.
    ///
    /// Errors: 400 naming every invalid field; 409 `IDEMPOTENCY_KEY_REUSED`.
    pub async fn create(&self, caller: &Caller, input: FacilityInput) -> Result<Facility> {
        let caller = caller.require(Permission::CreditCreate)?;
        let input = input.check()?;
        let mut act = self.0.act(caller).await?;
        if let Some(answer) = act.repeated("facility.create", &input).await? {
            return Ok(answer);
        }
        let facility_ref = self.add(&mut act, &input).await?;
        let facility = self.read(&mut act, &caller, &facility_ref).await?;
        let data = FacilityEventData {
            amount: Some(facility.facility_amount),
            ..FacilityEventData::new(&facility_ref, Some(caller.staff()), facility.status)
        };
        act.event(EventType::FacilityCreated, data).await?;
        act.respond(facility).await
    }

    /// Writes the draft, its lines, its first event and the audit entry; returns its reference.
    async fn add(&self, act: &mut Act<'_>, input: &FacilityInput) -> Result<String> {
        let (caller, start) = (act.caller(), act.today());
        let circumstances = repo::circumstances(act, input.customer_id).await?;
        let terms = input.terms(circumstances.instalment_unit());
        let lines = schedule(&terms, start)?;
        if !circumstances.has_customer() {
            return Err(Error::field("customerId", FieldCode::Invalid, "Unknown customer."));
        }
        let id = FacilityId(self.0.id());
        let rounding = circumstances.instalment_rounding;
        let new = NewFacility { id, input, rounding, terms, start, created_by: caller.staff() };
        let facility_ref = self.add_under_free_reference(act, &new).await?;
        repo::add_lines(act, id, &lines).await?;
        let event = Event::by(caller.staff(), FacilityEventType::Created);
        timeline::record(act, self.0, id, event).await?;
        act.audit(entry(AuditAction::FacilityCreated, &facility_ref, CREATED)).await?;
        Ok(facility_ref)
    }

    async fn add_under_free_reference(
        &self,
        tx: &mut WriteTx,
        new: &NewFacility<'_>,
    ) -> Result<String> {
        for _ in 0..TRIES {
            let facility_ref = reference(new.start)?;
            if repo::add(tx, &facility_ref, new, self.0.now()).await? {
                return Ok(facility_ref);
            }
        }
        tracing::error!(start = %new.start, "the references of the day are used up");
        Err(Error::unavailable())
    }
}

/// A random reference for a day: `CF-YYYYMMDD-` and four of 0-9A-Z.
///
/// Errors: 503 without randomness.
fn reference(day: NaiveDate) -> Result<String> {
    let bytes = random_bytes::<8>().map_err(|error| {
        tracing::error!(%error, "no randomness");
        Error::unavailable()
    })?;
    let mut number = u64::from_le_bytes(bytes);
    let mut ending = String::with_capacity(4);
    for _ in 0..4 {
        let place = usize::try_from(number % 36).unwrap_or_default();
        ending.push(char::from(LETTERS[place]));
        number /= 36;
    }
    Ok(format!("CF-{}-{ending}", day.format("%Y%m%d")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reference_names_its_day_and_ends_in_four_letters_or_digits() {
        let day = "2026-01-05".parse().unwrap();
        for _ in 0..200 {
            let reference = reference(day).unwrap();
            let ending = reference.strip_prefix("CF-20260105-").unwrap();
            let is_plain = |it: char| it.is_ascii_digit() || it.is_ascii_uppercase();
            assert!(ending.len() == 4 && ending.chars().all(is_plain), "{reference}");
        }
    }
}
