//! The vocabulary of credit: all enums with a text representation.

text_enum! {
    /// The product of a facility.
    ProductType {
        /// A sale at cost plus a disclosed profit, paid in instalments.
        Murabaha = "murabaha",
        /// A lease whose rentals recover the cost of the asset.
        Ijarah = "ijarah",
        /// Joint ownership; the customer buys the provider's share unit by unit.
        DiminishingMusharakah = "diminishing_musharakah",
    }
}

text_enum! {
    /// The distribution of principal and profit over a schedule.
    ScheduleMethod {
        /// Equal parts of the cost and of a fixed profit.
        StraightLine = "straight_line",
        /// Equal parts of the principal; the profit follows the balance.
        EqualPrincipal = "equal_principal",
        /// Equal payments; the profit follows the balance.
        Level = "level",
    }
}

text_enum! {
    /// The status of a facility.
    FacilityStatus {
        /// Is being structured.
        Draft = "draft",
        /// Waits for the reviewer.
        PendingReview = "pending_review",
        /// Waits for the Shariah officer.
        ShariahReview = "shariah_review",
        /// May be activated once the provider owns the asset.
        Approved = "approved",
        /// Rejected; final.
        Rejected = "rejected",
        /// Withdrawn by its maker; final.
        Withdrawn = "withdrawn",
        /// Live, nothing overdue.
        Active = "active",
        /// Live, an instalment is overdue.
        Overdue = "overdue",
        /// Live, without income recognition.
        NonAccrual = "non_accrual",
        /// Nothing is owed any more; final.
        Settled = "settled",
    }
}

text_enum! {
    /// A Shariah rule that the service monitors.
    ComplianceRule {
        /// The provider owned the asset before activation.
        AssetOwned = "asset_owned",
        /// No person took more than one step of the approval.
        SeparateHands = "separate_hands",
        /// No income was recognised on non-accrual.
        NoIncomeOnNonAccrual = "no_income_on_non_accrual",
        /// A document proves the ownership of the asset at activation.
        OwnershipDocumented = "ownership_documented",
        /// The maker neither recorded the ownership of the asset nor activated the facility.
        MakerNotActivator = "maker_not_activator",
        /// No payment was reversed by the person who recorded it.
        ReversalByAnother = "reversal_by_another",
        /// The customer of a musharakah has a share of the asset from the start.
        CustomerShare = "customer_share",
    }
}

text_enum! {
    /// The owner of the asset.
    AssetStatus {
        /// Not acquired.
        None = "none",
        /// The provider owns it.
        OwnedByProvider = "owned_by_provider",
        /// Provider and customer own it together.
        CoOwned = "co_owned",
        /// The provider has sold it to the customer: a murabaha from its activation.
        Sold = "sold",
        /// The customer owns it: a lease whose title was transferred, a musharakah whose last unit
        /// was bought.
        Transferred = "transferred",
    }
}

text_enum! {
    /// The kind of a line in a schedule.
    LineKind {
        /// An instalment of the contract.
        Scheduled = "scheduled",
        /// An extra payment of principal.
        Extra = "extra",
    }
}

text_enum! {
    /// The status of a line in a schedule.
    LineStatus {
        /// Nothing paid, not overdue.
        Pending = "pending",
        /// Paid in part.
        Partial = "partial",
        /// Overdue; may be paid in part.
        Overdue = "overdue",
        /// Nothing is owed on it any more.
        Paid = "paid",
        /// An extra payment retired all of its principal.
        Waived = "waived",
    }
}

text_enum! {
    /// An event of the ledger, posted as one debit and one credit.
    CreditEvent {
        /// The facility was activated.
        Origination = "origination",
        /// A murabaha's total profit was deferred (gross presentation).
        ProfitDeferral = "profit_deferral",
        /// Principal of a due instalment was received.
        InstallmentPrincipal = "installment_principal",
        /// Profit or rent of an instalment was received as income (net presentation).
        InstallmentProfit = "installment_profit",
        /// A murabaha's profit of an instalment was received against the receivable (gross
        /// presentation).
        InstallmentProfitCollection = "installment_profit_collection",
        /// A murabaha's deferred profit became income (gross presentation).
        ProfitRecognition = "profit_recognition",
        /// Principal was received beyond the amount due.
        ExtraPayment = "extra_payment",
        /// The remaining principal was received at once.
        EarlySettlementPrincipal = "early_settlement_principal",
        /// A murabaha's remaining profit was received at once as income (net presentation).
        EarlySettlementProfit = "early_settlement_profit",
        /// A murabaha's remaining profit was received at once against the receivable (gross
        /// presentation).
        EarlySettlementProfitCollection = "early_settlement_profit_collection",
        /// A payment was received on non-accrual.
        NonAccrualReceipt = "non_accrual_receipt",
    }
}

/// The effect of an event on the outstanding principal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PrincipalEffect {
    /// Adds the amount.
    Increase,
    /// Deducts the amount.
    Decrease,
    /// Leaves the principal unchanged.
    None,
}

impl CreditEvent {
    /// The effect of the event on the outstanding principal.
    pub const fn principal_effect(self) -> PrincipalEffect {
        match self {
            Self::Origination => PrincipalEffect::Increase,
            Self::InstallmentPrincipal
            | Self::ExtraPayment
            | Self::EarlySettlementPrincipal
            | Self::NonAccrualReceipt => PrincipalEffect::Decrease,
            Self::ProfitDeferral
            | Self::InstallmentProfit
            | Self::InstallmentProfitCollection
            | Self::ProfitRecognition
            | Self::EarlySettlementProfit
            | Self::EarlySettlementProfitCollection => PrincipalEffect::None,
        }
    }
}

text_enum! {
    /// A side of the ledger.
    Side {
        Debit = "debit",
        Credit = "credit",
    }
}

text_enum! {
    /// The presentation of a murabaha's receivable in the books; fixed at activation.
    Presentation {
        /// The receivable is the outstanding cost; profit becomes income when received.
        Net = "net",
        /// The receivable is the whole price, whose profit is deferred.
        Gross = "gross",
    }
}

text_enum! {
    /// The rounding of instalments; fixed when the facility is created.
    InstalmentRounding {
        /// To four fractional digits, like every amount.
        None = "none",
        /// To whole minor units of the currency; the last instalment takes the remainder.
        MinorUnit = "minor_unit",
    }
}

text_enum! {
    /// The way in which a facility was settled.
    SettlementType {
        /// The last instalment was received.
        Scheduled = "scheduled",
        /// By the quote of an early settlement.
        Early = "early",
        /// All principal was received and the suspended profit was waived.
        Waived = "waived",
    }
}

text_enum! {
    /// The arrears bucket of a facility, by the days since its oldest unpaid due date.
    AgeingBucket {
        /// Nothing is overdue.
        Current = "current",
        /// One to thirty days.
        Days1To30 = "1-30",
        /// 31 to 60 days.
        Days31To60 = "31-60",
        /// 61 to 90 days.
        Days61To90 = "61-90",
        /// 91 to 180 days.
        Days91To180 = "91-180",
        /// 181 to 365 days.
        Days181To365 = "181-365",
        /// More than a year.
        Over365 = ">365",
    }
}
