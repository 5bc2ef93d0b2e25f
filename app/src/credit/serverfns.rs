//! Server functions of the credit pages.

use std::collections::BTreeMap;

use leptos::prelude::*;
use serde::{Deserialize, Serialize};
use shared::credit::account_map::AccountMap;
use shared::credit::account_name::AccountNames;
use shared::credit::closed_period::ClosedPeriod;
#[cfg(feature = "ssr")]
use shared::credit::facility::{AssetOwnedInput, RevisionInput, TransferInput};
use shared::credit::facility::{Facility, FacilityAction, FacilityQuery};
use shared::credit::journal::{FacilityEvent, Journal, JournalQuery, TrialBalance};
use shared::credit::payment::Payment;
#[cfg(feature = "ssr")]
use shared::credit::payment::{AsOfInput, PaymentInput, ReasonInput};
use shared::credit::receipt::Receipt;
use shared::credit::report::{IncomeReport, PortfolioReport, ShariahReport, TieOut};
use shared::credit::schedule::ScheduleLine;
use shared::credit::vocabulary::FacilityStatus;
use shared::date::Date;
use shared::id::{CustomerId, PaymentId};
use shared::page::{Page, PageRequest};
#[cfg(feature = "ssr")]
use shared::permission::Permission;

use super::action_figures::ActionFigures;
#[cfg(feature = "ssr")]
use super::action_figures::read_action_figures;
use super::facility_form::FacilityForm;
#[cfg(feature = "ssr")]
use super::facility_page::done_text;
#[cfg(feature = "ssr")]
use super::label::{with_form_places, with_places};
use super::payment_form::{PaymentCheck, PaymentForm, PaymentPageData};
use super::queue_page_data::ReviewPageData;
use super::quote_page_data::QuotePageData;
use crate::error::UiResult;
#[cfg(feature = "ssr")]
use crate::return_path::return_path;
#[cfg(feature = "ssr")]
use crate::server::{answer, caller, confirm_done, redirect_if_form, service};
#[cfg(feature = "ssr")]
use crate::ui::label::Language;
use crate::wire::Json;

/// The maximum number of customers that a form offers.
pub const CHOICES_MAX: usize = 100;

/// A customer who can be selected.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CustomerChoice {
    pub id: CustomerId,
    pub name: String,
}

/// A tab of the facility page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum FacilityTab {
    Schedule,
    Payments,
    Ledger,
    Timeline,
    Evidence,
}

/// The content of a tab.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum TabContent {
    Schedule(Vec<ScheduleLine>),
    Payments(Page<Payment>),
    Ledger(Vec<Journal>),
    Timeline(Vec<FacilityEvent>),
    Evidence(Vec<FacilityEvent>),
}

/// A facility with the content of one tab.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FacilityView {
    pub facility: Facility,
    /// The tie-out of ledger and schedule; `None` before the first posting.
    pub tie_out: Option<TieOut>,
    pub action_figures: ActionFigures,
    pub content: TabContent,
}

/// A page of facilities.
#[server(name = ListFacilities, endpoint = "credit/list", input = Json, output = Json)]
pub async fn list_facilities(query: FacilityQuery) -> UiResult<Page<Facility>> {
    answer(async { service()?.facilities().list(&caller()?, query).await }.await)
}

/// Reads a facility with the content of one tab.
#[server(name = ReadFacility, endpoint = "credit/facility", input = Json, output = Json)]
pub async fn facility_view(
    facility_ref: String,
    tab: FacilityTab,
    page: PageRequest,
) -> UiResult<FacilityView> {
    answer(read_facility(&facility_ref, tab, page).await)
}

#[cfg(feature = "ssr")]
async fn read_facility(
    facility_ref: &str,
    tab: FacilityTab,
    page: PageRequest,
) -> shared::Result<FacilityView> {
    let (service, caller) = (service()?, caller()?);
    let facilities = service.facilities();
    let facility = facilities.find(&caller, facility_ref).await?;
    let journals = facilities.journals(&caller, facility_ref).await?;
    let is_live = facility.activated_at.is_some();
    let tie_out = is_live.then(|| TieOut::of_facility(&journals, facility.outstanding_principal));
    let content = match tab {
        FacilityTab::Schedule => {
            TabContent::Schedule(facilities.schedule(&caller, facility_ref).await?.lines)
        }
        FacilityTab::Payments => {
            TabContent::Payments(service.payments().list(&caller, facility_ref, page).await?)
        }
        FacilityTab::Ledger => TabContent::Ledger(journals),
        FacilityTab::Timeline => {
            TabContent::Timeline(facilities.timeline(&caller, facility_ref).await?)
        }
        FacilityTab::Evidence => {
            TabContent::Evidence(facilities.timeline(&caller, facility_ref).await?)
        }
    };
    let action_figures = read_action_figures(&facility, &content).await?;
    Ok(FacilityView { facility, tie_out, action_figures, content })
}

/// The initial data of the page for a new facility: customers by name, the selected one first.
#[server(name = ReadCreationPage, endpoint = "credit/creation-page", input = Json, output = Json)]
pub async fn creation_page_data(
    find: Option<String>,
    chosen: Option<CustomerId>,
) -> UiResult<Vec<CustomerChoice>> {
    answer(read_choices(find, chosen).await)
}

#[cfg(feature = "ssr")]
async fn read_choices(
    find: Option<String>,
    chosen: Option<CustomerId>,
) -> shared::Result<Vec<CustomerChoice>> {
    let (service, caller) = (service()?, caller()?);
    let limit = u32::try_from(CHOICES_MAX).unwrap_or(shared::page::LIMIT_CAP);
    let page = PageRequest::new(1, limit);
    let query = shared::customer::CustomerQuery { q: find, page, ..Default::default() };
    let found = service.customers().list(&caller, query).await?.data;
    let mut customers: Vec<_> =
        found.into_iter().map(|it| CustomerChoice { id: it.id, name: it.name }).collect();
    service::collation::sort_by_name(&mut customers, |customer| &customer.name);
    if let Some(id) = chosen
        && !customers.iter().any(|customer| customer.id == id)
    {
        let customer = service.customers().find(&caller, id).await?;
        customers.insert(0, CustomerChoice { id, name: customer.name });
    }
    Ok(customers)
}

/// Creates a facility and returns its reference.
#[server(name = CreateFacility, endpoint = "credit/create", output = Json)]
pub async fn create_facility(facility: FacilityForm) -> UiResult<String> {
    let made = async {
        let input = facility.input()?;
        service()?.facilities().create(&caller()?, input).await
    };
    let reference = answer(made.await)?.facility_ref;
    redirect_if_form(&format!("/credit/{reference}"));
    Ok(reference)
}

/// A completed action.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CompletedAction {
    pub facility_ref: String,
    pub step: FacilityAction,
    /// The resulting status.
    pub status: FacilityStatus,
}

/// Performs the action `step` on the `revision` of a facility that the user has seen. The next page
/// is `then`, or that of the facility if `then` is empty.
#[server(name = MoveFacility, endpoint = "credit/move", output = Json)]
pub async fn move_facility(
    facility_ref: String,
    step: FacilityAction,
    revision: i64,
    #[server(default)] said: String,
    #[server(default)] then: String,
) -> UiResult<CompletedAction> {
    let i18n = Language::provide(crate::language::of_request());
    let taken = answer(take_step(&facility_ref, step, revision, said).await);
    let status = taken.map_err(|error| with_places(i18n, error))?.status;
    let own = format!("/credit/{facility_ref}");
    redirect_if_form(&if then.is_empty() { own } else { return_path(Some(&then)) });
    let taken = CompletedAction { facility_ref, step, status };
    confirm_done(&done_text(i18n, &taken));
    Ok(taken)
}

#[cfg(feature = "ssr")]
async fn take_step(
    facility_ref: &str,
    step: FacilityAction,
    revision: i64,
    said: String,
) -> shared::Result<Facility> {
    let (service, caller) = (service()?, caller()?);
    let facilities = service.facilities();
    let revision = Some(revision);
    let seen = RevisionInput { revision };
    let reason = ReasonInput { reason: said.clone(), revision };
    match step {
        FacilityAction::Review => facilities.review(&caller, facility_ref, seen).await,
        FacilityAction::Withdraw => facilities.withdraw(&caller, facility_ref, reason).await,
        FacilityAction::Approve => facilities.approve(&caller, facility_ref, seen).await,
        FacilityAction::Reject => facilities.reject(&caller, facility_ref, reason).await,
        FacilityAction::AssetOwned => {
            require_document(&said)?;
            let document = AssetOwnedInput { document_ref: Some(said), revision };
            facilities.own_asset(&caller, facility_ref, document).await
        }
        FacilityAction::Activate => facilities.activate(&caller, facility_ref, seen).await,
        FacilityAction::Overdue => {
            let today = AsOfInput { as_of: None, revision };
            facilities.overdue(&caller, facility_ref, today).await
        }
        FacilityAction::NonAccrual => facilities.stop_accrual(&caller, facility_ref, reason).await,
        FacilityAction::ResumeAccrual => {
            facilities.resume_accrual(&caller, facility_ref, reason).await
        }
        FacilityAction::WaiveProfit => facilities.waive_profit(&caller, facility_ref, reason).await,
        FacilityAction::TransferOwnership => {
            let document = TransferInput { document_ref: said, revision };
            facilities.transfer_ownership(&caller, facility_ref, document).await
        }
        FacilityAction::RecordPayment | FacilityAction::ReversePayment => {
            Err(shared::Error::field(
                "step",
                shared::error::FieldCode::Invalid,
                "Payments have pages of their own.",
            ))
        }
    }
}

/// The Shariah audit requires a document that proves the ownership of the asset.
///
/// Errors: 400 for a blank document reference.
#[cfg(feature = "ssr")]
fn require_document(said: &str) -> shared::Result<()> {
    if !shared::check::is_blank(said) {
        return Ok(());
    }
    let message = "Give the document that proves the ownership.";
    Err(shared::Error::field("documentRef", shared::error::FieldCode::Required, message))
}

/// The facilities pending for the caller's decision, and the selected one: `chosen`, or the first.
/// `decided` is the facility of the latest decision.
#[server(name = ReadReviewPageData, endpoint = "credit/review-page", input = Json, output = Json)]
pub async fn review_page_data(
    page: u32,
    chosen: Option<String>,
    decided: Option<String>,
) -> UiResult<ReviewPageData> {
    answer(
        async { ReviewPageData::read(&service()?, &caller()?, page, chosen, decided).await }.await,
    )
}

/// The settlement quote of a facility on a day, by default today.
#[server(name = ReadQuotePageData, endpoint = "credit/quote-page", input = Json, output = Json)]
pub async fn quote_page_data(facility_ref: String, as_of: Option<Date>) -> UiResult<QuotePageData> {
    answer(
        async {
            QuotePageData::read(&service()?, &caller()?, &facility_ref, as_of.map(|it| it.0)).await
        }
        .await,
    )
}

/// The initial data of the page for a new payment.
#[server(name = ReadPaymentPageData, endpoint = "credit/payment-page", input = Json, output = Json)]
pub async fn payment_page_data(
    facility_ref: String,
    typed: Option<PaymentForm>,
) -> UiResult<PaymentPageData> {
    answer(
        async { PaymentPageData::read(&service()?, &caller()?, &facility_ref, typed).await }.await,
    )
}

/// The effect of a payment, and the accepted amounts.
#[server(name = CheckPayment, endpoint = "credit/look-at-payment", input = Json, output = Json)]
pub async fn check_payment(facility_ref: String, payment: PaymentForm) -> UiResult<PaymentCheck> {
    answer(
        async { PaymentCheck::read(&service()?, &caller()?, &facility_ref, &payment).await }.await,
    )
}

/// Records a payment and returns its id. `revision` is the revision of the facility that the form
/// was rendered for.
#[server(name = RecordPayment, endpoint = "credit/record-payment", output = Json)]
pub async fn record_payment(
    facility_ref: String,
    revision: i64,
    payment: PaymentForm,
) -> UiResult<PaymentId> {
    let recorded = async {
        let (service, caller) = (service()?, caller()?);
        let input = PaymentInput { revision: Some(revision), ..payment.input()? };
        service.payments().record(&caller, &facility_ref, input).await
    };
    let id = answer(recorded.await)?.payment_id;
    redirect_if_form(&format!("/credit/{facility_ref}/payments?recorded={id}"));
    Ok(id)
}

/// Reverses the latest payment.
#[server(name = ReversePayment, endpoint = "credit/reverse-payment", output = Json)]
pub async fn reverse_payment(
    facility_ref: String,
    payment_id: PaymentId,
    revision: i64,
    #[server(default)] said: String,
) -> UiResult<()> {
    let undone = async {
        let reason = ReasonInput { reason: said, revision: Some(revision) };
        service()?.payments().reverse(&caller()?, &facility_ref, payment_id, reason).await
    };
    answer(undone.await)?;
    redirect_if_form(&format!("/credit/{facility_ref}/payments"));
    Ok(())
}

/// The data of the account map page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AccountsPageData {
    /// The account map.
    pub map: AccountMap,
    /// The names of accounts.
    pub names: AccountNames,
    /// The day through which the books are closed; `None` for users who may not close periods.
    pub closed: Option<ClosedPeriod>,
}

/// Reads the account map and the closed period. `replaced` lists the accounts that the last change
/// replaced, each after the name of its entry.
#[server(name = ReadAccountMap, endpoint = "credit/account-map", input = Json, output = Json)]
pub async fn accounts_page_data(replaced: Vec<String>) -> UiResult<AccountsPageData> {
    let data = async {
        let (service, caller) = (service()?, caller()?);
        let mut map = service.account_map().find(&caller).await?;
        if !replaced.is_empty() && caller.may(Permission::CreditView) {
            let balance = service.journals().trial_balance(&caller, None, None).await?;
            let warnings = super::account_changes::replaced_with_balance(
                &replaced,
                &map.mappings,
                &balance.rows,
            );
            map.warnings.extend(warnings);
        }
        let closed = if caller.may(Permission::CreditConfigManage) {
            Some(service.closed_periods().find(&caller).await?)
        } else {
            None
        };
        let names = service.account_names().find(&caller).await?;
        Ok(AccountsPageData { map, names, closed })
    };
    answer(data.await)
}

/// Names the accounts in a CSV table; an empty name removes the name.
#[server(name = SaveAccountNames, endpoint = "credit/save-account-names", output = Json)]
pub async fn save_account_names(#[server(default)] csv: String) -> UiResult<()> {
    let saved = async {
        let input = shared::credit::account_name::AccountNamesInput::of_table(&csv)?;
        service()?.account_names().change(&caller()?, input).await
    };
    answer(saved.await)?;
    redirect_if_form("/credit/accounts?saved=true");
    Ok(())
}

/// Closes the books through a day; an empty day reopens all.
#[server(name = SaveClosedPeriod, endpoint = "credit/save-closed-period", output = Json)]
pub async fn save_closed_period(#[server(default)] closed_through: String) -> UiResult<()> {
    let saved = async {
        let closed_through = super::closed_period_form::day(&closed_through)?;
        let input = ClosedPeriod { closed_through };
        service()?.closed_periods().change(&caller()?, input).await
    };
    answer(saved.await)?;
    redirect_if_form("/credit/accounts?saved=true");
    Ok(())
}

/// Saves the entries whose account differs from the displayed one. Both maps are keyed by
/// `product.event.side`; concurrent changes to other entries are kept.
#[server(name = SaveAccountMap, endpoint = "credit/save-account-map", output = Json)]
pub async fn save_account_map(
    #[server(default)] now: BTreeMap<String, String>,
    #[server(default)] was: BTreeMap<String, String>,
) -> UiResult<()> {
    let i18n = Language::provide(crate::language::of_request());
    let saved = async {
        let input = super::account_changes::changes(&now, &was)?;
        if input.mappings.is_empty() {
            return Ok(Vec::new());
        }
        let places = super::account_changes::names(&input);
        let changed = service()?.account_map().change(&caller()?, input).await;
        let map = changed.map_err(|error| super::account_changes::in_form(error, &places))?;
        Ok(map.warnings)
    };
    let warnings = answer(saved.await).map_err(|error| with_form_places(i18n, error))?;
    redirect_if_form(&super::account_changes::address_after(&warnings, &was));
    Ok(())
}

/// The portfolio by product, status and ageing.
#[server(name = ReadPortfolio, endpoint = "credit/portfolio", input = Json, output = Json)]
pub async fn portfolio(as_of: Option<Date>) -> UiResult<PortfolioReport> {
    answer(
        async { service()?.credit_reports().portfolio(&caller()?, as_of.map(|it| it.0)).await }
            .await,
    )
}

/// Income by product and month.
#[server(name = ReadIncome, endpoint = "credit/income", input = Json, output = Json)]
pub async fn income(from: Option<Date>, to: Option<Date>) -> UiResult<IncomeReport> {
    let (from, to) = (from.map(|it| it.0), to.map(|it| it.0));
    answer(async { service()?.credit_reports().income(&caller()?, from, to).await }.await)
}

/// The Shariah compliance report.
#[server(name = ReadShariah, endpoint = "credit/shariah", input = Json, output = Json)]
pub async fn shariah_report() -> UiResult<ShariahReport> {
    answer(async { service()?.credit_reports().shariah_compliance(&caller()?).await }.await)
}

/// A page of journals, newest first.
#[server(name = ListJournals, endpoint = "credit/journals", input = Json, output = Json)]
pub async fn list_journals(query: JournalQuery) -> UiResult<Page<Journal>> {
    answer(async { service()?.journals().list(&caller()?, query).await }.await)
}

/// Every account with the totals of its postings through the day `as_of`, and its balance before
/// the day `from`.
#[server(name = ReadTrialBalance, endpoint = "credit/trial-balance", input = Json, output = Json)]
pub async fn trial_balance(from: Option<Date>, as_of: Option<Date>) -> UiResult<TrialBalance> {
    let (from, as_of) = (from.map(|it| it.0), as_of.map(|it| it.0));
    answer(async { service()?.journals().trial_balance(&caller()?, from, as_of).await }.await)
}

/// The receipt for a payment.
#[server(name = ReadReceipt, endpoint = "credit/receipt", input = Json, output = Json)]
pub async fn payment_receipt(facility_ref: String, payment: PaymentId) -> UiResult<Receipt> {
    answer(async { service()?.payments().receipt(&caller()?, &facility_ref, payment).await }.await)
}
