//! The facilities of the demo, and the accounts to which they are posted.

use shared::credit::account_map::AccountPlace;
use shared::credit::vocabulary::{CreditEvent, FacilityStatus, ProductType, Side};

/// The number of days since the account map was filled.
pub(super) const FIRST_DAYS_AGO: u64 = 79;

/// The reason for the rejection of a facility.
pub(super) const REJECTION: &str =
    "The statements of account cover four months; twelve are needed.";

/// The reason for the withdrawal of a draft.
pub(super) const WITHDRAWAL: &str = "The customer buys the machine without financing.";

/// The reason for non-accrual.
pub(super) const INSOLVENCY: &str = "The customer has asked for protection from creditors.";

/// A facility of the demo.
pub(super) struct FacilityContent {
    pub(super) product_type: ProductType,
    pub(super) reached: FacilityStatus,
    /// The name of a customer.
    pub(super) customer: &'static str,
    pub(super) asset: &'static str,
    /// The evidence of ownership.
    pub(super) document_ref: &'static str,
    pub(super) is_asset_owned: bool,
    pub(super) asset_cost: &'static str,
    pub(super) down_payment: &'static str,
    /// The total profit of a murabaha; the rate of other products.
    pub(super) price: &'static str,
    pub(super) term_periods: u32,
    pub(super) periods_per_year: u32,
    /// The number of days since it was structured.
    pub(super) days_ago: u64,
}

impl FacilityContent {
    const fn new(product_type: ProductType, customer: &'static str, asset: &'static str) -> Self {
        Self {
            product_type,
            reached: FacilityStatus::Draft,
            customer,
            asset,
            document_ref: "",
            is_asset_owned: false,
            asset_cost: "",
            down_payment: "0",
            price: "",
            term_periods: 12,
            periods_per_year: 12,
            days_ago: 1,
        }
    }

    /// Cost, down payment, and profit or rate.
    const fn at(
        mut self,
        asset_cost: &'static str,
        down_payment: &'static str,
        price: &'static str,
    ) -> Self {
        self.asset_cost = asset_cost;
        self.down_payment = down_payment;
        self.price = price;
        self
    }

    const fn over(mut self, term_periods: u32) -> Self {
        self.term_periods = term_periods;
        self
    }

    const fn reaches(mut self, reached: FacilityStatus, days_ago: u64) -> Self {
        self.reached = reached;
        self.days_ago = days_ago;
        self
    }

    const fn owned_by(mut self, document_ref: &'static str) -> Self {
        self.document_ref = document_ref;
        self.is_asset_owned = true;
        self
    }
}

const MURABAHA: ProductType = ProductType::Murabaha;
const IJARAH: ProductType = ProductType::Ijarah;
const MUSHARAKAH: ProductType = ProductType::DiminishingMusharakah;

/// Each product in each status.
pub(super) const FACILITIES: [FacilityContent; 31] = [
    FacilityContent::new(MURABAHA, "Layan Trading LLC", "Two delivery vans, Toyota Hiace")
        .at("236000", "36000", "21000")
        .over(36)
        .owned_by("Supplier invoice TH-20418")
        .reaches(FacilityStatus::Active, 24),
    FacilityContent::new(MURABAHA, "Omar Haddad", "Car, Nissan Patrol 2026")
        .at("268500", "53700", "33250")
        .over(48)
        .owned_by("Supplier invoice NP-7731")
        .reaches(FacilityStatus::Active, 18),
    FacilityContent::new(MURABAHA, "Gulf Clinics Group", "Ultrasound scanner")
        .at("189900", "0", "18500.5")
        .over(24)
        .reaches(FacilityStatus::Approved, 9),
    FacilityContent::new(MURABAHA, "Rashid Logistics", "Forklift, three tonnes")
        .at("96000", "16000", "7400")
        .over(18)
        .reaches(FacilityStatus::ShariahReview, 6),
    FacilityContent::new(MURABAHA, "Farah Osman", "Kitchen of the family home")
        .at("42000", "7000", "3150")
        .reaches(FacilityStatus::PendingReview, 3),
    FacilityContent::new(MURABAHA, "Daniel Mensah", "Motorcycle, Honda NC750X")
        .at("38900", "3900", "2800")
        .over(24)
        .reaches(FacilityStatus::Rejected, 12),
    FacilityContent::new(MURABAHA, "Daniel Mensah", "Electric bicycle")
        .at("9400", "1400", "610")
        .reaches(FacilityStatus::Withdrawn, 4),
    FacilityContent::new(MURABAHA, "Salma Idris", "Furniture for a studio flat")
        .at("18500", "0", "1295")
        .reaches(FacilityStatus::Draft, 1),
    FacilityContent::new(IJARAH, "Gulf Clinics Group", "MRI scanner, 1.5 tesla")
        .at("3250000", "325000", "7.25")
        .over(84)
        .owned_by("Title deed MR-0091")
        .reaches(FacilityStatus::Active, 22),
    FacilityContent::new(IJARAH, "Rashid Logistics", "Refrigerated lorry")
        .at("415000", "83000", "8.5")
        .over(60)
        .owned_by("Vehicle licence 44810")
        .reaches(FacilityStatus::Approved, 8),
    FacilityContent::new(IJARAH, "Noor Bakeries", "Tunnel oven")
        .at("540000", "90000", "8.75")
        .over(48)
        .reaches(FacilityStatus::ShariahReview, 5),
    FacilityContent::new(IJARAH, "Layan Trading LLC", "Shelving of the Deira warehouse")
        .at("128000", "8000", "9")
        .over(36)
        .reaches(FacilityStatus::PendingReview, 2),
    FacilityContent::new(IJARAH, "Farah Osman", "Food truck")
        .at("145000", "15000", "9.25")
        .over(48)
        .reaches(FacilityStatus::Rejected, 14),
    FacilityContent::new(IJARAH, "Noor Bakeries", "Dough divider")
        .at("76000", "6000", "9")
        .over(36)
        .reaches(FacilityStatus::Withdrawn, 3),
    FacilityContent::new(IJARAH, "Noor Bakeries", "Packaging line")
        .at("310000", "31000", "8.9")
        .over(60)
        .reaches(FacilityStatus::Draft, 1),
    FacilityContent::new(MUSHARAKAH, "Omar Haddad", "Villa 12, Street 8, Mirdif")
        .at("2450000", "490000", "6.1")
        .over(240)
        .owned_by("Musharakah agreement and title deed 5518")
        .reaches(FacilityStatus::Active, 26),
    FacilityContent::new(MUSHARAKAH, "Salma Idris", "Flat 302, Palm Residence")
        .at("780000", "156000", "6.45")
        .over(180)
        .owned_by("Musharakah agreement 2231")
        .reaches(FacilityStatus::Approved, 10),
    FacilityContent::new(MUSHARAKAH, "Rashid Logistics", "Warehouse 9, Jebel Ali")
        .at("5600000", "1680000", "6.9")
        .over(120)
        .reaches(FacilityStatus::ShariahReview, 7),
    FacilityContent::new(MUSHARAKAH, "Gulf Clinics Group", "Clinic on the Corniche, two floors")
        .at("8900000", "2670000", "6.75")
        .over(180)
        .reaches(FacilityStatus::PendingReview, 4),
    FacilityContent::new(MUSHARAKAH, "Daniel Mensah", "Flat 7, Garden Court")
        .at("520000", "52000", "7")
        .over(240)
        .reaches(FacilityStatus::Rejected, 9),
    FacilityContent::new(MUSHARAKAH, "Salma Idris", "Townhouse 6, Al Furjan")
        .at("1720000", "344000", "6.4")
        .over(240)
        .reaches(FacilityStatus::Withdrawn, 5),
    FacilityContent::new(MUSHARAKAH, "Farah Osman", "House 41, Al Jazzat")
        .at("1350000", "270000", "6.3")
        .over(240)
        .reaches(FacilityStatus::Draft, 2),
    FacilityContent::new(MURABAHA, "Layan Trading LLC", "Counting and packing machine")
        .at("64000", "4000", "4800")
        .over(24)
        .owned_by("Supplier invoice CP-118")
        .reaches(FacilityStatus::Overdue, 48),
    FacilityContent::new(MURABAHA, "Noor Bakeries", "Two dough mixers")
        .at("52000", "0", "4100")
        .over(24)
        .owned_by("Supplier invoice DM-4402")
        .reaches(FacilityStatus::NonAccrual, 49),
    FacilityContent::new(MURABAHA, "Omar Haddad", "Solar panels of the villa")
        .at("37500", "7500", "1900")
        .owned_by("Supplier invoice SP-90")
        .reaches(FacilityStatus::Settled, 74),
    FacilityContent::new(IJARAH, "Salma Idris", "Car, Kia Sportage 2025")
        .at("98000", "18000", "8.4")
        .over(48)
        .owned_by("Vehicle licence 20977")
        .reaches(FacilityStatus::Overdue, 55),
    FacilityContent::new(IJARAH, "Noor Bakeries", "Proving chamber")
        .at("118000", "18000", "8.75")
        .over(36)
        .owned_by("Supplier invoice PC-55")
        .reaches(FacilityStatus::NonAccrual, 47),
    FacilityContent::new(IJARAH, "Layan Trading LLC", "Office of the Deira branch, fittings")
        .at("76000", "6000", "8.2")
        .over(24)
        .owned_by("Delivery note 3391")
        .reaches(FacilityStatus::Settled, 68),
    FacilityContent::new(MUSHARAKAH, "Layan Trading LLC", "Office 504, Creek Tower")
        .at("1180000", "236000", "6.8")
        .over(120)
        .owned_by("Musharakah agreement 1187")
        .reaches(FacilityStatus::Overdue, 62),
    FacilityContent::new(MUSHARAKAH, "Noor Bakeries", "Shop on Al Wahda Street")
        .at("640000", "192000", "7.1")
        .over(96)
        .owned_by("Musharakah agreement 1702")
        .reaches(FacilityStatus::NonAccrual, 46),
    FacilityContent::new(MUSHARAKAH, "Omar Haddad", "Plot 88, Al Khawaneej")
        .at("310000", "155000", "6.2")
        .over(60)
        .owned_by("Musharakah agreement and title deed 4471")
        .reaches(FacilityStatus::Settled, 72),
];

/// The names of the accounts.
pub(super) const ACCOUNT_NAMES: [(&str, &str); 9] = [
    ("1010", "Cash at bank"),
    ("1310", "Murabaha receivables"),
    ("1320", "Ijarah assets"),
    ("1330", "Musharakah investments"),
    ("1510", "Assets acquired for murabaha"),
    ("1520", "Assets acquired for ijarah"),
    ("4010", "Murabaha income"),
    ("4020", "Ijarah rental income"),
    ("4030", "Musharakah rental income"),
];

/// The account of a place: cash, the financed asset, the asset before it was financed, or income.
pub(super) fn account(place: AccountPlace) -> &'static str {
    let (asset, before, income) = match place.product_type {
        ProductType::Murabaha => ("1310", "1510", "4010"),
        ProductType::Ijarah => ("1320", "1520", "4020"),
        ProductType::DiminishingMusharakah => ("1330", "1010", "4030"),
    };
    match (place.event_type, place.side) {
        (CreditEvent::Origination, Side::Debit) => asset,
        (CreditEvent::Origination, Side::Credit) => before,
        (
            CreditEvent::InstallmentPrincipal
            | CreditEvent::InstallmentProfit
            | CreditEvent::InstallmentProfitCollection
            | CreditEvent::ExtraPayment
            | CreditEvent::EarlySettlementPrincipal
            | CreditEvent::EarlySettlementProfit
            | CreditEvent::EarlySettlementProfitCollection
            | CreditEvent::NonAccrualReceipt,
            Side::Debit,
        ) => "1010",
        (
            CreditEvent::InstallmentPrincipal
            | CreditEvent::InstallmentProfitCollection
            | CreditEvent::ExtraPayment
            | CreditEvent::EarlySettlementPrincipal
            | CreditEvent::EarlySettlementProfitCollection
            | CreditEvent::NonAccrualReceipt,
            Side::Credit,
        ) => asset,
        (CreditEvent::InstallmentProfit | CreditEvent::EarlySettlementProfit, Side::Credit) => {
            income
        }
        (CreditEvent::ProfitDeferral, Side::Debit) => asset,
        (CreditEvent::ProfitDeferral, Side::Credit) => "2310",
        (CreditEvent::ProfitRecognition, Side::Debit) => "2310",
        (CreditEvent::ProfitRecognition, Side::Credit) => income,
    }
}
