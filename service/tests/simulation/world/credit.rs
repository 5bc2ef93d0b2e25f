//! Acts of the credit desk on the service.

use service::Caller;
use shared::credit::facility::{
    Asset, AssetOwnedInput, FacilityInput, RevisionInput, TransferInput,
};
use shared::credit::payment::{AsOfInput, PaymentInput, ReasonInput};
use shared::credit::rate::Rate;
use shared::credit::vocabulary::ProductType;
use shared::error::Result;
use shared::id::PaymentId;
use uuid::Uuid;

use super::{House, Response, World};
use crate::simulation::act::{FacilityAct, Terms};

const SEEN: RevisionInput = RevisionInput { revision: None };

impl World {
    pub(super) async fn create(
        &self,
        house: &House,
        caller: &Caller,
        terms: Terms,
    ) -> Result<Response> {
        let is_murabaha = terms.product == ProductType::Murabaha;
        let rate = Rate::from_millionths(terms.rate * 10_000).unwrap();
        let input = FacilityInput {
            customer_id: house.customer,
            product_type: terms.product,
            asset_cost: terms.cost.money(),
            down_payment: terms.down_payment.money(),
            rate: (!is_murabaha).then_some(rate),
            term_periods: terms.periods,
            periods_per_year: terms.periods_per_year,
            fixed_total_profit: is_murabaha.then(|| terms.profit.money()),
            schedule_method: Some(terms.method),
            asset: Asset { description: "Delivery van".to_owned(), cost: None },
        };
        let facility = self.service.facilities().create(caller, input).await?;
        Ok(Response::Facility(Box::new(facility)))
    }

    pub(super) async fn act_on(
        &self,
        house: &House,
        caller: &Caller,
        (number, act): (u32, FacilityAct),
    ) -> Result<Response> {
        use FacilityAct as A;
        let (facilities, reference) = (self.service.facilities(), &house.references[&number]);
        let because = || ReasonInput { reason: "Agreed".to_owned(), revision: None };
        let facility = match act {
            A::Submit => facilities.review(caller, reference, SEEN).await,
            A::Approve => facilities.approve(caller, reference, SEEN).await,
            A::Reject => facilities.reject(caller, reference, because()).await,
            A::Withdraw => facilities.withdraw(caller, reference, because()).await,
            A::RecordOwnership => {
                let document_ref = Some("Deed 12".to_owned());
                let input = AssetOwnedInput { document_ref, revision: None };
                facilities.own_asset(caller, reference, input).await
            }
            A::Activate => facilities.activate(caller, reference, SEEN).await,
            A::Evaluate { as_of } => {
                let input = AsOfInput { as_of: Some(as_of), revision: None };
                facilities.overdue(caller, reference, input).await
            }
            A::StopAccrual => facilities.stop_accrual(caller, reference, because()).await,
            A::ResumeAccrual => facilities.resume_accrual(caller, reference, because()).await,
            A::WaiveProfit => facilities.waive_profit(caller, reference, because()).await,
            A::TransferTitle => {
                let input = TransferInput { document_ref: "Deed 13".to_owned(), revision: None };
                facilities.transfer_ownership(caller, reference, input).await
            }
            A::Pay { .. } | A::Settle { .. } | A::Reverse(_) => {
                return self.pay(house, caller, (number, act)).await;
            }
        };
        facility.map(|facility| Response::Facility(Box::new(facility)))
    }

    async fn pay(
        &self,
        house: &House,
        caller: &Caller,
        (number, act): (u32, FacilityAct),
    ) -> Result<Response> {
        let (payments, reference) = (self.service.payments(), &house.references[&number]);
        let payment = match act {
            FacilityAct::Pay { amount, on } | FacilityAct::Settle { amount, on } => {
                let input = PaymentInput {
                    amount: amount.money(),
                    payment_date: on,
                    reference: "Transfer".to_owned(),
                    early_settlement: matches!(act, FacilityAct::Settle { .. }),
                    revision: None,
                };
                payments.record(caller, reference, input).await
            }
            FacilityAct::Reverse(payment) => {
                let known = house.payments.get(&number).and_then(|it| it.get(payment)).copied();
                let id = known.unwrap_or(PaymentId(Uuid::nil()));
                let reason = ReasonInput { reason: "Bounced".to_owned(), revision: None };
                payments.reverse(caller, reference, id, reason).await
            }
            _ => unreachable!("acts on payments only"),
        };
        payment.map(|payment| Response::Payment(Box::new(payment)))
    }
}
