//! Changes of the books, on the service.

use chrono::NaiveDate;
use service::Caller;
use shared::credit::account_map::{AccountMapInput, AccountMappingInput, AccountPlace};
use shared::credit::closed_period::ClosedPeriod;
use shared::credit::report::{PortfolioRow, PortfolioTotals};
use shared::credit::vocabulary::{FacilityStatus, ProductType};
use shared::error::Result;
use shared::total::Total;

use super::{House, Response, World};

/// Figures of the closed days, which do not change any more.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::simulation) struct ClosedBooks {
    pub(in crate::simulation) through: NaiveDate,
    portfolio: PortfolioTotals,
    /// The number of settled facilities by product.
    settled: Vec<(ProductType, u64)>,
    /// Recognised and waived profit by product and month.
    profit: Vec<(ProductType, String, [Total; 2])>,
    received: Vec<(String, Total)>,
}

impl World {
    /// The figures up to a day, without those that follow the schedules of today.
    pub(in crate::simulation) async fn books_until(
        &self,
        house: &House,
        through: NaiveDate,
    ) -> Result<ClosedBooks> {
        let reports = self.service.credit_reports();
        let reader = house.reader();
        let portfolio = reports.portfolio(reader, Some(through)).await?;
        let is_settled = |row: &PortfolioRow| row.status == FacilityStatus::Settled;
        let settled = portfolio.rows.iter().filter(|row| is_settled(row));
        let settled = settled.map(|row| (row.product_type, row.count)).collect();
        let income = reports.income(reader, None, Some(through)).await?;
        let rows = income.rows.into_iter();
        let rows = rows.map(|row| (row.product_type, row.month, [row.recognised, row.waived]));
        let collections = income.collections.into_iter();
        let received = collections.map(|month| (month.month, month.received));
        Ok(ClosedBooks {
            through,
            portfolio: PortfolioTotals { overdue_amount: Total::ZERO, ..portfolio.totals },
            settled,
            profit: rows.filter(|(.., profit)| *profit != [Total::ZERO; 2]).collect(),
            received: received.filter(|(_, amount)| !amount.is_zero()).collect(),
        })
    }

    /// Keeps the figures of the days that are closed from now on.
    pub(super) async fn keep_books(&mut self, organization: usize, through: Option<NaiveDate>) {
        let house = &self.houses[organization];
        let kept = match through {
            Some(day) => Some(self.books_until(house, day).await.unwrap()),
            None => None,
        };
        self.houses[organization].closed_books = kept;
    }

    pub(super) async fn close_books(
        &self,
        caller: &Caller,
        closed_through: Option<NaiveDate>,
    ) -> Result<Response> {
        let input = ClosedPeriod { closed_through };
        self.service.closed_periods().change(caller, input).await.map(Response::ClosedPeriod)
    }

    pub(super) async fn map_account(
        &self,
        caller: &Caller,
        AccountPlace { product_type, event_type, side }: AccountPlace,
        account: Option<&str>,
    ) -> Result<Response> {
        let mapping = AccountMappingInput {
            product_type,
            event_type: event_type.as_str().to_owned(),
            side,
            gl_account: account.map(str::to_owned),
        };
        let input = AccountMapInput { mappings: vec![mapping] };
        let map = self.service.account_map().change(caller, input).await?;
        Ok(Response::AccountMap(Box::new(map)))
    }
}
