//! The words of the credit desk, as they travel and are stored.

text_enum! {
    /// The contract that a facility is structured as.
    ProductType {
        /// A sale at cost and a disclosed profit, paid off over time.
        Murabaha = "murabaha",
        /// A lease whose rentals recover the cost of the asset.
        Ijarah = "ijarah",
        /// Ownership together; the customer buys the provider's share unit by unit.
        DiminishingMusharakah = "diminishing_musharakah",
    }
}

text_enum! {
    /// How a schedule spreads principal and profit over its lines.
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
    /// Where a facility stands.
    FacilityStatus {
        /// Being structured.
        Draft = "draft",
        /// Waits for the reviewer.
        PendingReview = "pending_review",
        /// Waits for the Shariah officer.
        ShariahReview = "shariah_review",
        /// May be activated once the house owns the asset.
        Approved = "approved",
        /// Turned down; the end.
        Rejected = "rejected",
        /// Given up by its maker; the end.
        Withdrawn = "withdrawn",
        /// Live, nothing late.
        Active = "active",
        /// Live, a line is late.
        Overdue = "overdue",
        /// Live, no income is recognised.
        NonAccrual = "non_accrual",
        /// Nothing is owed any more; the end.
        Settled = "settled",
    }
}

text_enum! {
    /// A rule of the Shariah that the service watches.
    ComplianceRule {
        /// The house owned the asset before the facility came to life.
        AssetOwned = "asset_owned",
        /// Nobody took more than one step of the approval.
        SeparateHands = "separate_hands",
        /// No income was booked on non-accrual.
        NoIncomeOnNonAccrual = "no_income_on_non_accrual",
        /// A document shows who owned the asset when the facility came to life.
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
    /// Who holds the asset.
    AssetStatus {
        /// Not acquired.
        None = "none",
        /// The house owns it.
        OwnedByProvider = "owned_by_provider",
        /// House and customer own it together.
        CoOwned = "co_owned",
        /// The house has sold it to the customer: a murabaha from its activation.
        Sold = "sold",
        /// The customer owns it: a lease whose title was transferred, a musharakah whose last unit
        /// was bought.
        Transferred = "transferred",
    }
}

text_enum! {
    /// What a line of a schedule stands for.
    LineKind {
        /// An instalment of the contract.
        Scheduled = "scheduled",
        /// A payment of principal beyond what was due.
        Extra = "extra",
    }
}

text_enum! {
    /// How a line of a schedule stands.
    LineStatus {
        /// Nothing paid, not late.
        Pending = "pending",
        /// Something paid, not all.
        Partial = "partial",
        /// Late; something may be paid.
        Overdue = "overdue",
        /// Nothing is owed on it any more.
        Paid = "paid",
        /// An extra payment retired all of its principal.
        Waived = "waived",
    }
}

text_enum! {
    /// What happened, as the ledger names it: one debit and one credit each.
    CreditEvent {
        /// The facility came to life.
        Origination = "origination",
        /// A murabaha's whole profit was put off (gross presentation).
        ProfitDeferral = "profit_deferral",
        /// Principal of a due line was received.
        InstallmentPrincipal = "installment_principal",
        /// Profit or rent of a line was received as income (net presentation).
        InstallmentProfit = "installment_profit",
        /// A murabaha's profit of a line was received from the receivable (gross presentation).
        InstallmentProfitCollection = "installment_profit_collection",
        /// A murabaha's deferred profit became income (gross presentation).
        ProfitRecognition = "profit_recognition",
        /// Principal was received beyond what was due.
        ExtraPayment = "extra_payment",
        /// The principal left was received at once.
        EarlySettlementPrincipal = "early_settlement_principal",
        /// A murabaha's profit left was received at once as income (net presentation).
        EarlySettlementProfit = "early_settlement_profit",
        /// A murabaha's profit left was received at once from the receivable (gross presentation).
        EarlySettlementProfitCollection = "early_settlement_profit_collection",
        /// Money was received while no income is recognised.
        NonAccrualReceipt = "non_accrual_receipt",
    }
}

/// How an event changes the principal that is owed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PrincipalEffect {
    /// It adds its amount.
    Increase,
    /// It takes its amount off.
    Decrease,
    /// It leaves the principal as it is.
    None,
}

impl CreditEvent {
    /// How the event changes the principal that is owed.
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
        /// The debit.
        Debit = "debit",
        /// The credit.
        Credit = "credit",
    }
}

text_enum! {
    /// How the books show a murabaha's receivable; fixed at activation.
    Presentation {
        /// The receivable is the cost still owed; profit becomes income when received.
        Net = "net",
        /// The receivable holds the whole price, the profit in it is deferred.
        Gross = "gross",
    }
}

text_enum! {
    /// How a facility came to its end.
    SettlementType {
        /// The last amount of the schedule was received.
        Scheduled = "scheduled",
        /// By the quote of an early settlement.
        Early = "early",
        /// All principal was received and the suspended profit was waived.
        Waived = "waived",
    }
}

text_enum! {
    /// How late a facility is, by the days since its oldest unpaid due date.
    AgeingBucket {
        /// Nothing is late.
        Current = "current",
        /// One to thirty days.
        Days1To30 = "1-30",
        /// To sixty days.
        Days31To60 = "31-60",
        /// To ninety days.
        Days61To90 = "61-90",
        /// To half a year.
        Days91To180 = "91-180",
        /// To a year.
        Days181To365 = "181-365",
        /// More than a year.
        Over365 = ">365" | "over_365",
    }
}
