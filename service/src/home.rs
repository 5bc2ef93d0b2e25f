//! The figures of the home page.

mod repo;

use chrono::Days;
use shared::appraisal::stuck::LATE_DAYS;
use shared::calendar::{confirmation_due_within, month_of};
use shared::credit::facility::FacilityQuery;
use shared::credit::report::PortfolioAtRisk;
use shared::credit::vocabulary::FacilityStatus;
use shared::error::Result;
use shared::home::{
    CollectionFigures, FacilityCount, HomeFigures, LedgerFigures, PROBATION_NOTICE_DAYS,
    PeopleFigures,
};
use shared::page::PageRequest;
use shared::permission::Permission;

use crate::caller::Caller;
use crate::context::use_cases;
use crate::credit::{AccountMaps, CreditReports, Facilities};

use_cases! {
    /// The home page.
    Home, home
}

impl Home<'_> {
    /// The figures for the tasks of the caller.
    pub async fn figures(&self, caller: &Caller) -> Result<HomeFigures> {
        let may = |permission| caller.may(permission);
        let directs = caller.is_managing_director() && may(Permission::CreditView);
        let mut figures = HomeFigures::default();
        if may(Permission::CreditRecordPayment) {
            figures.collection = Some(self.collection(caller).await?);
        }
        if may(Permission::CreditCreate) {
            figures.pipeline = self.pipeline(caller).await?;
        }
        if may(Permission::CreditConfigManage) {
            figures.ledger = Some(self.ledger(caller).await?);
        }
        if directs {
            let report = CreditReports(self.0).portfolio(caller, None).await?;
            figures.portfolio = Some(PortfolioAtRisk::of(&report.ageing));
        }
        if may(Permission::CreditApprove) {
            let report = CreditReports(self.0).shariah_compliance(caller).await?;
            figures.exceptions = Some(u64::try_from(report.exceptions.len()).unwrap_or(u64::MAX));
        }
        if may(Permission::AppraisalsHrManage) {
            figures.people = Some(self.people(caller).await?);
        }
        Ok(figures)
    }

    async fn collection(&self, caller: &Caller) -> Result<CollectionFigures> {
        let due = FacilityQuery { due_within: Some(0), ..FacilityQuery::default() };
        let overdue =
            FacilityQuery { status: vec![FacilityStatus::Overdue], ..FacilityQuery::default() };
        Ok(CollectionFigures {
            due_today: self.count(caller, due).await?,
            overdue: self.count(caller, overdue).await?,
        })
    }

    async fn count(&self, caller: &Caller, query: FacilityQuery) -> Result<u64> {
        let query = FacilityQuery { page: PageRequest::new(1, 1), ..query };
        Ok(Facilities(self.0).list(caller, query).await?.pagination.total)
    }

    async fn pipeline(&self, caller: &Caller) -> Result<Vec<FacilityCount>> {
        let caller = caller.require(Permission::CreditCreate)?;
        let mut tx = self.0.read(caller).await?;
        repo::pipeline(&mut tx, caller.staff()).await
    }

    async fn ledger(&self, caller: &Caller) -> Result<LedgerFigures> {
        let tie_out = CreditReports(self.0).portfolio(caller, None).await?.tie_out;
        let missing = AccountMaps(self.0).find(caller).await?.missing.len();
        let caller = caller.require(Permission::CreditConfigManage)?;
        let (first, last) = month_of(self.0.today(caller.time_zone()));
        let mut tx = self.0.read_on_replica(caller).await?;
        Ok(LedgerFigures {
            tie_out,
            unmapped: u64::try_from(missing).unwrap_or(u64::MAX),
            still_due: repo::still_due(&mut tx, first, last).await?,
            received: repo::received(&mut tx, first, last).await?,
        })
    }

    async fn people(&self, caller: &Caller) -> Result<PeopleFigures> {
        let caller = caller.require(Permission::AppraisalsHrManage)?;
        let today = self.0.today(caller.time_zone());
        let cutoff = confirmation_due_within(today, PROBATION_NOTICE_DAYS);
        let now = self.0.now();
        let late_since = now.checked_sub_days(Days::new(LATE_DAYS.unsigned_abs())).unwrap_or(now);
        let mut tx = self.0.read_on_replica(caller).await?;
        Ok(PeopleFigures {
            probation_ending: repo::probation_ending(&mut tx, cutoff).await?,
            late: repo::late(&mut tx, late_since).await?,
        })
    }
}
