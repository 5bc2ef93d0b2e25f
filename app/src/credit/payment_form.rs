//! The input of a payment, and the service's response to it.

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use shared::credit::facility::Facility;
use shared::credit::payment::PaymentInput;
use shared::credit::preview::PaymentPreview;
use shared::credit::servicing::Quote;
use shared::error::{Error, FieldCode, Result};
use shared::money::Money;

use crate::error::UiError;
use crate::ui::money::read_money;

/// The input of a payment, as entered.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct PaymentForm {
    pub amount: String,
    /// The value date.
    pub payment_date: String,
    /// The payer's or the bank's reference.
    pub reference: String,
    /// True to settle the facility; an unchecked checkbox is not sent.
    pub early_settlement: bool,
}

/// The initial data of the page for a new payment.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PaymentPageData {
    pub facility: Facility,
    /// The latest possible value date.
    pub today: NaiveDate,
    /// The initial input.
    pub form: PaymentForm,
    /// The service's response to it.
    pub check: PaymentCheck,
}

/// The service's response to a payment during input.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PaymentCheck {
    /// The amount owed on instalments due by then.
    pub due_now: Money,
    /// The settlement quote of that day; none if settlement is not possible.
    pub quote: Option<Quote>,
    /// The settlement amount today.
    pub total_today: Option<Money>,
    /// The effect of the payment, or the reason for its rejection.
    pub preview: std::result::Result<PaymentPreview, UiError>,
}

impl PaymentForm {
    /// Switches the settlement on or off. A settlement determines its own amount; the entered one
    /// is stored in `before` and restored when the settlement is switched off.
    pub(super) fn settle(&mut self, settles: bool, before: &mut String) {
        if settles {
            before.clone_from(&self.amount);
        } else if self.early_settlement {
            self.amount = std::mem::take(before);
        }
        self.early_settlement = settles;
    }

    /// Parses the payment.
    ///
    /// Errors: 400 naming the field that is invalid.
    pub fn input(&self) -> Result<PaymentInput> {
        let amount = read_money(&self.amount)
            .map_err(|error| Error::field("amount", FieldCode::Invalid, error.to_string()))?;
        Ok(PaymentInput {
            amount,
            payment_date: self.date()?,
            reference: self.reference.clone(),
            early_settlement: self.early_settlement,
            revision: None,
        })
    }

    fn date(&self) -> Result<NaiveDate> {
        let date = self.payment_date.trim().parse();
        date.map_err(|_| {
            Error::field("paymentDate", FieldCode::Invalid, "Give the day of the payment.")
        })
    }
}

#[cfg(feature = "ssr")]
mod read {
    use service::{Caller, Service};
    use shared::permission::Permission;

    use super::{Money, NaiveDate, PaymentCheck, PaymentForm, PaymentPageData, Result};
    use crate::ui::time::local_time;

    impl PaymentPageData {
        pub(in crate::credit) async fn read(
            service: &Service,
            caller: &Caller,
            facility_ref: &str,
            typed: Option<PaymentForm>,
        ) -> Result<Self> {
            caller.require(Permission::CreditRecordPayment)?;
            let facility = service.facilities().find(caller, facility_ref).await?;
            let today = local_time(service.now(), caller.time_zone()).date();
            let mut form = typed.unwrap_or_default();
            if form.payment_date.is_empty() {
                form.payment_date = today.to_string();
            }
            let mut check = PaymentCheck::read(service, caller, facility_ref, &form).await?;
            let suggested = match &check.quote {
                Some(quote) if form.early_settlement => Some(quote.total),
                _ if form.amount.is_empty() => Some(suggested(&check, &facility)),
                _ => None,
            };
            if let Some(amount) = suggested {
                form.amount = amount.to_string();
                check = PaymentCheck::read(service, caller, facility_ref, &form).await?;
            }
            Ok(Self { facility, today, form, check })
        }
    }

    /// The amount due now, otherwise the next instalment.
    fn suggested(check: &PaymentCheck, facility: &super::Facility) -> Money {
        if check.due_now.is_positive() {
            return check.due_now;
        }
        facility.next_due.map_or(Money::ZERO, |due| due.amount)
    }

    impl PaymentCheck {
        pub(in crate::credit) async fn read(
            service: &Service,
            caller: &Caller,
            facility_ref: &str,
            form: &PaymentForm,
        ) -> Result<Self> {
            let facilities = service.facilities();
            let schedule = facilities.schedule(caller, facility_ref).await?;
            let date = form
                .date()
                .unwrap_or_else(|_| local_time(service.now(), caller.time_zone()).date());
            let quote = facilities.settlement_quote(caller, facility_ref, Some(date)).await;
            let today = facilities.settlement_quote(caller, facility_ref, None).await;
            let preview = match form.input() {
                Ok(input) => service.payments().preview(caller, facility_ref, input).await,
                Err(error) => Err(error),
            };
            Ok(Self {
                due_now: due_by(&schedule.lines, date),
                quote: quote.ok().map(|quote| quote.quote),
                total_today: today.ok().map(|quote| quote.quote.total),
                preview: preview.map_err(Into::into),
            })
        }
    }

    /// The amount owed on the instalments due by a day.
    fn due_by(lines: &[shared::credit::schedule::ScheduleLine], date: NaiveDate) -> Money {
        use shared::credit::vocabulary::LineStatus;
        let owed = lines.iter().filter(|line| line.payment_date <= date).filter(|line| match line
            .status
        {
            LineStatus::Pending | LineStatus::Partial | LineStatus::Overdue => true,
            LineStatus::Paid | LineStatus::Waived => false,
        });
        let owed = owed.map(|line| {
            let paid = line.principal_paid.plus(line.profit_paid).unwrap_or_default();
            line.total_payment.minus(paid).unwrap_or_default()
        });
        Money::total(owed).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_amount_that_was_typed_comes_back_when_a_settlement_is_given_up() {
        let mut form = PaymentForm { amount: "1,500".to_owned(), ..PaymentForm::default() };
        let mut before = String::new();
        form.settle(true, &mut before);
        form.amount = "80560.0000".to_owned();
        form.settle(false, &mut before);
        assert_eq!((form.amount.as_str(), form.early_settlement), ("1,500", false));
    }

    #[test]
    fn unreadable_values_are_named() {
        let form = PaymentForm { amount: "1,5".to_owned(), ..PaymentForm::default() };
        assert_eq!(form.input().unwrap_err().problem().errors[0].field, "amount");
        let form = PaymentForm { amount: "1,500".to_owned(), ..PaymentForm::default() };
        assert_eq!(form.input().unwrap_err().problem().errors[0].field, "paymentDate");
    }
}
