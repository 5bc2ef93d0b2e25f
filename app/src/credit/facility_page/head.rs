//! The summary of a facility, and its schedule.

use leptos::prelude::*;
use shared::credit::facility::Facility;
use shared::credit::report::TieOut;
use shared::credit::schedule::ScheduleLine;
use shared::credit::vocabulary::{InstalmentRounding, ProductType};
use shared::permission::Permission;

use crate::credit::figures::Figures;
use crate::credit::label::{asset_label, bucket_label, method_label, product_label, status_badge};
use crate::credit::payment_tables::due_text;
use crate::credit::schedule_table::{Reader, Stage, TableOptions, percent_text, schedule_table};
use crate::credit::simulator::address;
use crate::credit::tie_out::tie_out_chip;
use crate::i18n::{tu_string, use_i18n};
use crate::return_path::encode;
use crate::session::may;
use crate::ui::badge::Tone;
use crate::ui::card::Card;
use crate::ui::crumbs::Crumbs;
use crate::ui::facts::plain_facts;
use crate::ui::icon::{Icon, IconName};
use crate::ui::label::Language;
use crate::ui::letterhead::print_button;
use crate::ui::money::money;
use crate::ui::notice::{Notice, notice};
use crate::ui::time::{days_text, local_date, now, short_date_text};

/// The breadcrumbs, and the name and status of the facility.
pub(super) fn head(i18n: Language, facility: &Facility) -> AnyView {
    let reference = facility.facility_ref.clone();
    let asset = facility.asset.description.clone();
    let customer = format!("/customers/{}", facility.customer_id);
    let copy = may(Permission::CreditCreate).then(|| {
        view! {
            <a class="button" href=copy_address(facility)>
                <Icon name=IconName::Plus/>
                {tu_string!(i18n, credit.action.copy)}
            </a>
        }
        .into_any()
    });
    let statement = facility.activated_at.map(|_| {
        let address = format!("/credit/{}/statement", facility.facility_ref);
        view! {
            <a class="button" href=address>
                <Icon name=IconName::FileText/>
                {tu_string!(i18n, credit.statement.title)}
            </a>
        }
        .into_any()
    });

    view! {
        <div class="page-head">
            <div class="page-head-text">
                <Crumbs
                    address="/credit"
                    parent=tu_string!(i18n, credit.area.facilities)
                    current=reference.clone()
                />
                <div class="cluster">
                    <h1>{reference}</h1>
                    {status_badge(i18n, facility.status)}
                </div>
                <p>
                    <a href=customer>{facility.customer_name.clone()}</a>
                    " · "
                    {product_label(i18n, facility.product_type)}
                    " · "
                    {asset}
                </p>
            </div>
            <div class="button-row no-print">{statement} {copy}</div>
        </div>
    }
    .into_any()
}

/// The address of a form for a new facility, filled in with the input of this one.
fn copy_address(facility: &Facility) -> String {
    let figures = address("/credit/new", &Figures::from(facility), facility.product_type);
    let asset = encode(&facility.asset.description);
    format!("{figures}&customer={}&asset_description={asset}", facility.customer_id)
}

/// The facts, the ownership of the asset, and the tie-out.
pub(super) fn facts_card(i18n: Language, facility: &Facility, tie_out: Option<TieOut>) -> AnyView {
    let stopped = facility.non_accrual.then(|| non_accrual(i18n, facility));
    let rejected = facility
        .rejection_reason
        .clone()
        .map(|reason| notice(Tone::Danger, tu_string!(i18n, credit.facts.rejected), reason));
    let withdrawn = facility
        .withdrawal_reason
        .clone()
        .map(|reason| notice(Tone::Neutral, tu_string!(i18n, credit.facts.withdrawn), reason));

    Card::new("facts", tu_string!(i18n, credit.facts.title)).beside(tie_out.map(tie_out_chip)).body(
        view! {
            {rejected}
            {withdrawn}
            {stopped}
            {plain_facts(facts(i18n, facility))}
            {ownership(i18n, facility)}
        },
    )
}

fn facts(i18n: Language, facility: &Facility) -> Vec<(&'static str, AnyView)> {
    let mut facts = vec![
        (tu_string!(i18n, credit.facts.amount), money(i18n, facility.facility_amount)),
        (tu_string!(i18n, credit.facts.outstanding), money(i18n, facility.outstanding_principal)),
    ];
    if facility.status.is_live() {
        facts.extend(owed_facts(i18n, facility));
    }
    if let Some(due) = facility.next_due {
        facts.push((tu_string!(i18n, credit.facts.next_due), due_text(i18n, due)));
    }
    if facility.days_past_due > 0 {
        let days = days_text(i18n, facility.days_past_due.into());
        let text = format!("{days} ({})", bucket_label(i18n, facility.bucket));
        facts.push((tu_string!(i18n, credit.facts.past_due), text.into_any()));
    }
    facts.extend(terms(i18n, facility));
    let asset = asset_label(i18n, facility.asset_status).into_any();
    facts.push((tu_string!(i18n, credit.facts.asset), asset));
    if let Some(document) = facility.transfer_document_ref.clone() {
        facts.push((tu_string!(i18n, credit.action.transfer_document), document.into_any()));
    }
    facts
}

/// The total owed today, with its overdue and suspended parts.
fn owed_facts(i18n: Language, facility: &Facility) -> Vec<(&'static str, AnyView)> {
    let owed = money(i18n, facility.total_owed);
    let mut facts = vec![(total_owed_label(i18n, facility.product_type), owed)];
    if facility.arrears.is_positive() {
        let arrears = money(i18n, facility.arrears);
        facts.push((tu_string!(i18n, credit.facts.arrears), arrears));
    }
    if facility.profit_suspended.is_positive() {
        let suspended = money(i18n, facility.profit_suspended);
        facts.push((tu_string!(i18n, credit.facts.suspended), suspended));
    }
    facts
}

/// The label of the total owed: the price of a murabaha, otherwise principal and rent due.
pub(crate) fn total_owed_label(i18n: Language, product: ProductType) -> &'static str {
    match product {
        ProductType::Murabaha => tu_string!(i18n, credit.facts.price_owed),
        ProductType::Ijarah | ProductType::DiminishingMusharakah => {
            tu_string!(i18n, credit.facts.total_owed)
        }
    }
}

/// The terms of the facility.
pub(in crate::credit) fn terms(
    i18n: Language,
    facility: &Facility,
) -> Vec<(&'static str, AnyView)> {
    let mut facts = vec![
        (tu_string!(i18n, credit.facts.asset_cost), money(i18n, facility.asset_cost)),
        (tu_string!(i18n, credit.facts.down_payment), money(i18n, facility.down_payment)),
    ];
    if let Some(profit) = facility.fixed_total_profit {
        facts.push((tu_string!(i18n, credit.facts.fixed_profit), money(i18n, profit)));
    } else if let Some(rate) = facility.rate {
        let text = tu_string!(i18n, credit.facts.rate_text, rate = rate.to_string());
        facts.push((tu_string!(i18n, credit.facts.rate), text.into_any()));
    }
    let (count, year) = (facility.term_periods, facility.periods_per_year);
    let term = tu_string!(i18n, credit.facts.term_text, count = count, year = year);
    facts.push((tu_string!(i18n, credit.facts.term), term.into_any()));
    let method = method_label(i18n, facility.schedule_method).into_any();
    facts.push((tu_string!(i18n, credit.facts.method), method));
    match facility.instalment_rounding {
        InstalmentRounding::None => {}
        InstalmentRounding::MinorUnit => {
            let rounding = tu_string!(i18n, credit.facts.whole_instalments).into_any();
            facts.push((tu_string!(i18n, credit.facts.rounding), rounding));
        }
    }
    facts
}

fn non_accrual(i18n: Language, facility: &Facility) -> AnyView {
    let since = facility.non_accrual_since.map(|date| short_date_text(i18n, date));
    let title = tu_string!(i18n, credit.facts.non_accrual, date = since.unwrap_or_default());
    let reason = facility.non_accrual_reason.clone().unwrap_or_default();
    let text = if facility.outstanding_principal.is_zero() {
        tu_string!(i18n, credit.facts.suspended_text)
    } else {
        tu_string!(i18n, credit.facts.non_accrual_text)
    };
    view! {
        <Notice tone=Tone::Danger title>
            <p>{reason}</p>
            <p>{text}</p>
        </Notice>
    }
    .into_any()
}

/// The shares of ownership in the asset, once its seller no longer owns it.
fn ownership(i18n: Language, facility: &Facility) -> Option<AnyView> {
    let house = facility.provider_ownership_pct.filter(|_| facility.activated_at.is_some())?;
    let width = house.hundredths().to_string();
    let rest = house.rest().hundredths().to_string();
    let text = tu_string!(
        i18n,
        credit.facts.split,
        house = percent_text(house),
        customer = percent_text(house.rest()),
    );
    let view = view! {
        <div class="stack-tight">
            <svg
                class="chart ownership"
                viewBox="0 0 10000 400"
                preserveAspectRatio="none"
                aria-hidden="true"
            >
                <rect class="chart-bar" x="0" y="0" height="400" width=width.clone()></rect>
                <rect class="chart-track" x=width y="0" height="400" width=rest></rect>
            </svg>
            <p class="muted">{text}</p>
        </div>
    };
    Some(view.into_any())
}

/// The schedule, for reading and printing.
pub(super) fn schedule(facility: &Facility, lines: Vec<ScheduleLine>) -> AnyView {
    let i18n = use_i18n();
    let is_live = facility.activated_at.is_some();
    let stage = if is_live { Stage::Live } else { Stage::Planned };
    let product = facility.product_type;
    let planned = (!is_live).then(|| {
        view! { <p class="muted">{tu_string!(i18n, credit.schedule.planned)}</p> }.into_any()
    });
    let changed = (facility.schedule_version > 1).then(|| {
        let text = tu_string!(i18n, credit.schedule.version, count = facility.schedule_version);
        view! { <p class="muted">{text}</p> }.into_any()
    });
    let next = lines.iter().find(|line| is_live && is_open(line)).map(|line| line.period);
    let next = next.map(|period| {
        view! {
            <a class="button button-quiet" href=format!("#line-{period}")>
                <Icon name=IconName::ArrowDown/>
                {tu_string!(i18n, credit.schedule.next)}
            </a>
        }
        .into_any()
    });
    let today = is_live.then(|| local_date(now()));
    let reader = Reader::House;
    let table =
        schedule_table(TableOptions { product, lines: &lines, stage, first: None, today, reader });

    view! {
        <section class="stack-tight" aria-labelledby="tab-title">
            <div class="cluster">
                <h2 id="tab-title">{tu_string!(i18n, credit.schedule.title)}</h2>
                {next}
                {print_button(i18n)}
            </div>
            {planned}
            {changed}
            {table}
        </section>
    }
    .into_any()
}

fn is_open(line: &ScheduleLine) -> bool {
    use shared::credit::vocabulary::LineStatus;
    match line.status {
        LineStatus::Pending | LineStatus::Partial | LineStatus::Overdue => true,
        LineStatus::Paid | LineStatus::Waived => false,
    }
}
