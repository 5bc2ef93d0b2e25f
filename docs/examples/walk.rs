use std::error::Error;
use std::process::Command;
use std::{env, fs};

use chrono::NaiveDate;
use mizan_client::apis::appraisal_stages_api::*;
use mizan_client::apis::appraisals_api::*;
use mizan_client::apis::configuration::Configuration;
use mizan_client::apis::credit_api::*;
use mizan_client::apis::customers_api::*;
use mizan_client::apis::portal_api::*;
use mizan_client::apis::sign_in_api::session_login;
use mizan_client::apis::staff_api::{staff_find, staff_list};
use mizan_client::models::*;
use uuid::Uuid;

const BASE: &str = "http://127.0.0.1:3000";

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// The accounts of the demo, which all have the same password.
struct Accounts(serde_json::Value);

fn visitor() -> Configuration {
    Configuration { base_path: BASE.to_owned(), ..Configuration::new() }
}

fn signed_in(access_token: String) -> Configuration {
    Configuration { bearer_access_token: Some(access_token), ..visitor() }
}

fn new_key() -> String {
    Uuid::new_v4().to_string()
}

impl Accounts {
    fn read() -> Result<Self> {
        let folder = env::var("DATA_DIR").unwrap_or_else(|_| "data".to_owned());
        let text = fs::read_to_string(format!("{folder}/demo_accounts.json"))?;
        Ok(Self(serde_json::from_str(&text)?))
    }

    fn login(&self, email: &str) -> Result<Configuration> {
        let password = self.0[0]["password"].as_str().ok_or("no account")?;
        let input = LoginInput::new(email.to_owned(), password.to_owned());
        match session_login(&visitor(), input)? {
            LoginOutcome::LoginAnswer(answer) => Ok(signed_in(answer.access_token)),
            LoginOutcome::MfaRequired(_) => Err("a second factor is enabled".into()),
        }
    }

    fn by_role(&self, role: &str) -> Result<Configuration> {
        let mut accounts = self.0.as_array().ok_or("no accounts")?.iter();
        let account = accounts.find(|account| account["role"] == role).ok_or("no such role")?;
        self.login(account["email"].as_str().ok_or("no address")?)
    }

    fn of_staff(&self, hr: &Configuration, id: Uuid) -> Result<Configuration> {
        self.login(&staff_find(hr, &id.to_string())?.email)
    }
}

/// A customer who signs in at the portal with a second factor.
fn portal(officer: &Configuration) -> Result<(Customer, Configuration)> {
    let email = format!("noor-{}@example.com", Uuid::new_v4().simple());
    let mut company = CustomerInput::new(email.clone(), "Noor Transport".to_owned());
    company.r#type = Some(Some(CustomerType::Company));
    let customer = customer_create(officer, company, None)?;
    let id = customer.id.to_string();
    let account = customer_create_account(officer, &id, PortalAccountInput::new(), None)?;

    let sign_in = |password: &str| {
        portal_login(&visitor(), LoginInput::new(email.clone(), password.to_owned()))
    };
    let (temporary, chosen) = (account.temporary_password, new_key());
    let LoginOutcomePortalLoginAnswer::PortalLoginAnswer(answer) = sign_in(&temporary)? else {
        return Err("a second factor is enabled".into());
    };
    let client = signed_in(answer.access_token);
    let answer = portal_change_password(&client, PasswordInput::new(temporary, chosen.clone()))?;
    let client = signed_in(answer.access_token);
    let secret = portal_mfa_setup(&client)?.secret;
    let code = Command::new("oathtool").args(["--totp", "--base32", &secret]).output()?.stdout;
    let code = MfaCompleteInput::new(String::from_utf8(code)?.trim().to_owned());
    let recovery_codes = portal_mfa_complete(&client, code)?.recovery_codes;

    let LoginOutcomePortalLoginAnswer::MfaRequired(answer) = sign_in(&chosen)? else {
        return Err("no second factor is enabled".into());
    };
    let second_step = MfaLoginInput::new(recovery_codes[0].clone(), answer.pre_auth_token);
    let client = signed_in(portal_login_mfa(&visitor(), second_step)?.access_token);
    let me = portal_me(&client)?;
    println!("{} {} {:?}", me.name, me.mfa_enabled, me.recovery_codes_remaining);
    println!("{}", portal_facility_list(&client, None, None, None)?.pagination.total);
    Ok((customer, client))
}

/// A murabaha from its structuring to the first payment.
fn facility(accounts: &Accounts, customer: &Customer, client: &Configuration) -> Result<()> {
    let officer = accounts.by_role("credit_officer")?;
    let reviewer = accounts.by_role("credit_reviewer")?;
    let shariah = accounts.by_role("shariah_officer")?;
    let cashier = accounts.by_role("cashier")?;

    let van = Asset::new("Delivery van".to_owned());
    let (cost, murabaha) = ("120000".to_owned(), ProductType::Murabaha);
    let mut structure = FacilityInput::new(van, cost, customer.id, 12, murabaha, 12);
    structure.down_payment = Some(Some("20000".to_owned()));
    structure.fixed_total_profit = Some(Some("10000".to_owned()));
    let reference = facility_create(&officer, structure, Some(&new_key()))?.facility_ref;
    facility_review(&officer, &reference, None, Some(RevisionInput::new()))?;
    facility_approve(&reviewer, &reference, None, Some(RevisionInput::new()))?;
    facility_approve(&shariah, &reference, None, Some(RevisionInput::new()))?;
    let invoice = AssetOwnedInput {
        document_ref: Some(Some("Invoice 17".to_owned())),
        ..AssetOwnedInput::new()
    };
    facility_own_asset(&shariah, &reference, None, Some(invoice))?;
    let active = facility_activate(&shariah, &reference, None, Some(RevisionInput::new()))?;
    println!("{} {:?}", active.status, active.next_due);

    let today = facility_journals(&officer, &reference)?.data[0].date;
    let due = active.next_due.flatten().ok_or("nothing is due")?.amount;
    let mut payment = PaymentInput::new(due, today);
    payment.reference = Some(Some("Transfer 1".to_owned()));
    println!("{:?}", payment_preview(&cashier, &reference, payment.clone())?.journal.lines);
    let received = payment_record(&cashier, &reference, payment, Some(&new_key()))?;
    println!("{:?} {}", received.applied_to, received.extra_amount);
    for journal in facility_journals(&officer, &reference)?.data {
        println!("{:?}", journal.lines);
    }
    println!("{:?}", portal_facility_payments(client, &reference, None, None, None)?.data);
    Ok(())
}

/// Starts a probation review; returns it with the line manager.
fn start(hr: &Configuration) -> Result<(AppraisalDetail, Uuid)> {
    let from = NaiveDate::from_ymd_opt(2026, 5, 1).ok_or("no date")?;
    let to = NaiveDate::from_ymd_opt(2026, 10, 31).ok_or("no date")?;
    let (probationary, operations) = (ReviewType::Probationary, RoleCategory::Operations);

    let (confirmed, limit) = (Some(false), Some(100));
    let people =
        staff_list(hr, None, None, None, confirmed, None, None, None, None, None, limit, None)?;
    let mut dry_run = InitiationPreviewInput::new(false, from, to, probationary, operations);
    dry_run.staff_ids = Some(Some(people.data.iter().map(|person| person.id).collect()));
    let previews = appraisal_preview(hr, dry_run)?.data;
    let mut startable = previews.into_iter().filter(|preview| preview.blockers.is_empty());
    let chosen = startable.next().ok_or("nobody can be appraised")?;
    let manager = chosen.line_manager.flatten().ok_or("no line manager")?.id;
    let input = InitiationInput::new(false, from, to, probationary, operations, chosen.staff_id);
    let form = appraisal_initiate(hr, input, Some(&new_key()))?;
    Ok((form, manager))
}

fn assess(employee: &Configuration, form: &AppraisalDetail) -> Result<()> {
    let items = form.items.iter().map(|item| SelfItemInput {
        self_score: Some(Some(4.0)),
        actual_achievement: Some(Some("Reached.".to_owned())),
        ..SelfItemInput::new(item.id)
    });
    let asked = form.narratives.iter();
    let asked = asked.filter(|it| it.section == NarrativeSection::SelfAssessment);
    let answers = asked.map(|question| NarrativeInput {
        answer: Some(Some("What I have to say.".to_owned())),
        ..NarrativeInput::new(question.question_key.clone())
    });
    let own = SelfInput {
        items: Some(Some(items.collect())),
        narratives: Some(Some(answers.collect())),
        ..SelfInput::new()
    };
    let id = form.id.to_string();
    appraisal_save_self(employee, &id, own)?;
    appraisal_submit_self(employee, &id, None)?;
    Ok(())
}

/// Scores every row and submits the review; returns the new status.
fn review(manager: &Configuration, form: &AppraisalDetail) -> Result<Status> {
    let items = form.items.iter().map(|item| ReviewItemInput {
        supervisor_score: Some(Some(3.5)),
        supervisor_comment: Some(Some("Agreed.".to_owned())),
        ..ReviewItemInput::new(item.id)
    });
    let course = DevelopmentRow {
        area: Some(Some("Islamic finance".to_owned())),
        action: Some(Some("Course".to_owned())),
        support: Some(Some("Two days".to_owned())),
        target_date: Some(Some(NaiveDate::from_ymd_opt(2027, 3, 31).ok_or("no date")?)),
    };
    let plan = PlanRowsInput { development: Some(Some(vec![course])), ..PlanRowsInput::new() };
    let review = ReviewInput {
        items: Some(Some(items.collect())),
        plan_rows: Some(Some(plan)),
        ..ReviewInput::new()
    };
    let id = form.id.to_string();
    appraisal_save_review(manager, &id, review)?;
    println!("{:?}", appraisal_score(manager, &id)?.scorecard);
    Ok(appraisal_submit_review(manager, &id, None)?.status)
}

/// The probation review from its start to the confirmation of the employment.
fn appraisal(accounts: &Accounts) -> Result<()> {
    let (hr, md) = (accounts.by_role("hr")?, accounts.by_role("md")?);
    let (form, manager) = start(&hr)?;
    let id = form.id.to_string();
    let employee = accounts.of_staff(&hr, form.staff_id)?;
    assess(&employee, &form)?;

    let status = review(&accounts.of_staff(&hr, manager)?, &form)?;
    if status == Status::PendingDeptHead {
        let head = form.department_head_staff_id.flatten().ok_or("no department head")?;
        let comment =
            ApprovalInput { comment: Some(Some("Well done.".to_owned())), ..ApprovalInput::new() };
        appraisal_approve_dept_head(&accounts.of_staff(&hr, head)?, &id, None, Some(comment))?;
    }
    appraisal_approve_md(&md, &id, None, Some(ApprovalInput::new()))?;

    let remarks =
        HrInput { hr_remarks: Some(Some("Extend the contract.".to_owned())), ..HrInput::new() };
    appraisal_save_hr(&hr, &id, remarks)?;
    let outcome = FinalizeInput { outcome: Some(Some(Outcome::Confirm)), ..FinalizeInput::new() };
    let done = appraisal_finalize(&hr, &id, None, Some(outcome))?;
    println!("{} {:?} {:?}", done.status, done.overall_score, done.overall_band);
    println!("{:?}", staff_find(&hr, &form.staff_id.to_string())?.employment_confirmed_at);
    println!("{:?}", appraisal_score(&employee, &id)?.matches);
    Ok(())
}

fn main() -> Result<()> {
    let accounts = Accounts::read()?;
    let (customer, client) = portal(&accounts.by_role("credit_officer")?)?;
    facility(&accounts, &customer, &client)?;
    appraisal(&accounts)
}
