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
    }
}

text_enum! {
    /// Who holds the asset before activation, as far as the house has shown.
    AssetStatus {
        /// Not acquired.
        None = "none",
        /// The house owns it.
        OwnedByProvider = "owned_by_provider",
        /// House and customer own it together.
        CoOwned = "co_owned",
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
        /// Profit or rent of a line was received.
        InstallmentProfit = "installment_profit",
        /// A murabaha's deferred profit became income (gross presentation).
        ProfitRecognition = "profit_recognition",
        /// Principal was received beyond what was due.
        ExtraPayment = "extra_payment",
        /// The principal left was received at once.
        EarlySettlementPrincipal = "early_settlement_principal",
        /// A murabaha's profit left was received at once.
        EarlySettlementProfit = "early_settlement_profit",
        /// Money was received while no income is recognised.
        NonAccrualReceipt = "non_accrual_receipt",
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
