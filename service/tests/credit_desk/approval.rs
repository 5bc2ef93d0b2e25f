//! Facilities from draft to activation.

use service::Caller;
use shared::credit::facility::{Asset, AssetOwnedInput, Facility, FacilityInput, RevisionInput};
use shared::credit::payment::ReasonInput;
use shared::credit::vocabulary::{FacilityStatus, ProductType};
use shared::error::Result;

use super::{CreditDesk, because};

impl CreditDesk {
    /// The input for a facility of a product.
    pub(crate) fn input(&self, product_type: ProductType) -> FacilityInput {
        let is_murabaha = product_type == ProductType::Murabaha;
        FacilityInput {
            customer_id: self.customer,
            product_type,
            asset_cost: "120000".parse().unwrap(),
            down_payment: "20000".parse().unwrap(),
            rate: (!is_murabaha).then(|| "9.75".parse().unwrap()),
            term_periods: 12,
            periods_per_year: 12,
            fixed_total_profit: is_murabaha.then(|| "10000".parse().unwrap()),
            schedule_method: None,
            asset: Asset { description: "Delivery van".to_owned(), cost: None },
        }
    }

    pub(crate) async fn draft(&self, product_type: ProductType) -> String {
        self.draft_by(&self.officer, product_type).await
    }

    pub(crate) async fn draft_by(&self, creator: &Caller, product_type: ProductType) -> String {
        let input = self.input(product_type);
        let facilities = self.world.service.facilities();
        facilities.create(creator, input).await.unwrap().facility_ref
    }

    /// Advances a draft to that status.
    pub(crate) async fn reach(&self, product_type: ProductType, status: FacilityStatus) -> String {
        self.reach_by(&self.officer, product_type, status).await
    }

    /// The same with a draft of that creator.
    pub(crate) async fn reach_by(
        &self,
        creator: &Caller,
        product_type: ProductType,
        status: FacilityStatus,
    ) -> String {
        use FacilityStatus as S;
        let facility_ref = self.draft_by(creator, product_type).await;
        if status == S::Withdrawn {
            self.perform("withdraw", creator, &facility_ref).await.unwrap();
        }
        if matches!(status, S::Draft | S::Withdrawn) {
            return facility_ref;
        }
        self.perform("review", creator, &facility_ref).await.unwrap();
        if status == S::Rejected {
            self.perform("reject", &self.reviewer, &facility_ref).await.unwrap();
        }
        if matches!(status, S::PendingReview | S::Rejected) {
            return facility_ref;
        }
        self.perform("approve", &self.reviewer, &facility_ref).await.unwrap();
        if status == S::ShariahReview {
            return facility_ref;
        }
        self.perform("approve", &self.shariah, &facility_ref).await.unwrap();
        if status == S::Approved {
            return facility_ref;
        }
        self.perform("asset_owned", &self.shariah, &facility_ref).await.unwrap();
        self.perform("activate", &self.shariah, &facility_ref).await.unwrap();
        facility_ref
    }

    /// An action by its name.
    pub(crate) async fn perform(
        &self,
        action: &str,
        by: &Caller,
        facility_ref: &str,
    ) -> Result<Facility> {
        let facilities = self.world.service.facilities();
        match action {
            "review" => facilities.review(by, facility_ref, RevisionInput::default()).await,
            "approve" => facilities.approve(by, facility_ref, RevisionInput::default()).await,
            "reject" => {
                let reason = ReasonInput { reason: "Income not shown".to_owned(), revision: None };
                facilities.reject(by, facility_ref, reason).await
            }
            "withdraw" => {
                let reason = because("The customer buys elsewhere");
                facilities.withdraw(by, facility_ref, reason).await
            }
            "asset_owned" => {
                let document_ref = Some("Invoice 17".to_owned());
                let input = AssetOwnedInput { document_ref, revision: None };
                facilities.own_asset(by, facility_ref, input).await
            }
            "activate" => facilities.activate(by, facility_ref, RevisionInput::default()).await,
            _ => panic!("no such action: {action}"),
        }
    }
}
