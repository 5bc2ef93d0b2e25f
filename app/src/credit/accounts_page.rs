//! The account map: the account of the general ledger for each event, and the missing ones.

use std::collections::BTreeMap;

use leptos::prelude::*;
use leptos_router::hooks::use_query_map;
use shared::credit::account_map::AccountMap;
use shared::credit::account_name::AccountNames;
use shared::credit::vocabulary::{CreditEvent, Presentation, ProductType, Side};
use shared::permission::Permission;

use super::account_names_card::account_names_card;
use super::account_warnings::account_warnings;
use super::area::{Area, credit_tabs};
use super::closed_period_form::closed_period_form;
use super::label::{event_label, product_label, side_label};
use super::{SaveAccountMap, accounts_page_data};
use crate::i18n::{tu_string, use_i18n};
use crate::session::may;
use crate::ui::badge::{Badge, Tone, ToneText};
use crate::ui::icon::IconName;
use crate::ui::label::Language;
use crate::ui::notice::{Notice, notice};
use crate::ui::page::{PageHead, found};
use crate::ui::sent_form::{SentForm, send_button, sent_form};
use crate::ui::table::{Cell, Column, plain_table};

/// The id of the suggestions for accounts.
const KNOWN: &str = "accounts-known";

/// The page at `/credit/accounts`.
#[component]
pub fn AccountsPage() -> impl IntoView {
    let i18n = use_i18n();
    let replaced = use_query_map().get_untracked().get_all("replaced").unwrap_or_default();
    let content = found(accounts_page_data(replaced), |data| {
        let closed = data.closed.map(closed_period_form);
        let names = account_names_card(&data.names);
        view! { {map_view(&data.map, &data.names)} {names} {closed} }.into_any()
    });
    let title = tu_string!(i18n, credit.area.accounts);

    PageHead::new(title, tu_string!(i18n, credit.accounts.lead))
        .page((credit_tabs(Area::Accounts), content))
}

/// One event of a product, which is a row of the matrix.
struct EventRow {
    product: ProductType,
    event: String,
    name: String,
    is_required: bool,
}

/// An account of the map, with its name if it has one.
#[derive(Clone, Default)]
struct MappedAccount {
    code: String,
    name: Option<String>,
}

/// The accounts by the names of their entries in the form.
type Mapped = BTreeMap<String, MappedAccount>;

/// The name of an entry in the form: `murabaha.origination.debit`.
pub(super) fn place_name(product: ProductType, event: &str, side: Side) -> String {
    format!("{product}.{event}.{side}")
}

fn map_view(map: &AccountMap, names: &AccountNames) -> AnyView {
    let i18n = use_i18n();
    let manages = may(Permission::CreditConfigManage);
    let mapped = map.mappings.iter().map(|it| {
        let name = names.name(&it.gl_account).map(str::to_owned);
        let account = MappedAccount { code: it.gl_account.clone(), name };
        (place_name(it.product_type, &it.event_type, it.side), account)
    });
    let mapped: Mapped = mapped.collect();
    let products: Vec<_> = ProductType::ALL
        .iter()
        .map(|product| product_table(i18n, *product, map, &mapped, manages))
        .collect();
    let content = if manages {
        form(i18n, products, known_accounts(map, names))
    } else {
        view! { <div class="stack">{products}</div> }.into_any()
    };

    view! { {readiness(i18n, map)} {account_warnings(i18n, &map.warnings)} {content} }.into_any()
}

/// The suggestions of the fields: the accounts that have a name or are mapped.
fn known_accounts(map: &AccountMap, names: &AccountNames) -> AnyView {
    let named = names.accounts.iter().map(|it| (it.code.as_str(), it.name.as_str()));
    let mapped = map.mappings.iter().map(|it| (it.gl_account.as_str(), ""));
    // A name replaces the empty one of the same account.
    let known: BTreeMap<_, _> = mapped.chain(named).collect();
    let options: Vec<_> = known
        .into_iter()
        .map(|(code, name)| {
            let (code, name) = (code.to_owned(), name.to_owned());
            view! { <option value=code>{name}</option> }.into_any()
        })
        .collect();
    view! { <datalist id=KNOWN>{options}</datalist> }.into_any()
}

fn form(i18n: Language, products: Vec<AnyView>, known: AnyView) -> AnyView {
    let form = SentForm {
        id: "account-map".to_owned(),
        class: "stack",
        keeps_draft: true,
        confirm: tu_string!(i18n, credit.accounts.saved).to_owned(),
        ..SentForm::default()
    };
    let content = view! {
        {known}
        {products}
        <div class="button-row">{send_button(tu_string!(i18n, credit.accounts.save))}</div>
    };
    sent_form::<SaveAccountMap>(form, content.into_any())
}

/// A notice that the account map is complete, or of the number of missing accounts.
fn readiness(i18n: Language, map: &AccountMap) -> AnyView {
    let (missing, required) = (map.missing.len(), map.required.len());
    if missing == 0 {
        let title = tu_string!(i18n, credit.accounts.complete, required = required);
        return view! { <Notice tone=Tone::Success title/> }.into_any();
    }
    let title =
        tu_string!(i18n, credit.accounts.incomplete, missing = missing, required = required,);
    notice(Tone::Danger, title, tu_string!(i18n, credit.accounts.incomplete_text))
}

/// The rows of a product: the events that its postings use in any presentation, and mapped events
/// that are unknown to the ledger.
fn event_rows(i18n: Language, product: ProductType, map: &AccountMap) -> Vec<EventRow> {
    let known = |event: CreditEvent| EventRow {
        product,
        event: event.as_str().to_owned(),
        name: event_label(i18n, event).to_owned(),
        is_required: map.requires(product, event.as_str(), Side::Debit),
    };
    let mut events = Vec::new();
    for presentation in Presentation::ALL {
        for event in product.events(*presentation) {
            if !events.contains(event) {
                events.push(*event);
            }
        }
    }
    let mut event_rows: Vec<_> = events.into_iter().map(known).collect();
    for mapping in map.mappings.iter().filter(|it| it.product_type == product) {
        let event = &mapping.event_type;
        if !event_rows.iter().any(|event_row| event_row.event == *event) {
            let name = event.parse().map_or_else(
                |_| event.clone(),
                |event: CreditEvent| event_label(i18n, event).to_owned(),
            );
            event_rows.push(EventRow { product, event: event.clone(), name, is_required: false });
        }
    }
    event_rows
}

fn product_table(
    i18n: Language,
    product: ProductType,
    map: &AccountMap,
    mapped: &Mapped,
    manages: bool,
) -> AnyView {
    let missing = map.missing.iter().filter(|key| key.product_type == product).count();
    let badge = if missing == 0 {
        let text = tu_string!(i18n, credit.accounts.ready);
        view! { <Badge tone=Tone::Success icon=IconName::Check text/> }.into_any()
    } else {
        let text = tu_string!(i18n, credit.accounts.missing_count, count = missing);
        view! { <Badge tone=Tone::Danger icon=IconName::AlertTriangle text/> }.into_any()
    };
    let columns = [
        Column::Text(tu_string!(i18n, credit.ledger.event)),
        Column::Text(tu_string!(i18n, credit.side.debit)),
        Column::Text(tu_string!(i18n, credit.side.credit)),
    ];
    let event_rows = event_rows(i18n, product, map);
    let rows = event_rows.iter().map(|event_row| {
        let optional = (!event_row.is_required).then(|| {
            view! {
                <span class="table-sub">{tu_string!(i18n, credit.accounts.optional)}</span>
            }
        });
        let account = |side| Cell::Own(account_cell(i18n, event_row, side, map, mapped, manages));
        [
            Cell::head((event_row.name.clone(), optional)),
            account(Side::Debit),
            account(Side::Credit),
        ]
    });
    let id = format!("map-{product}");
    let labelled_by = id.clone();

    view! {
        <section class="stack-tight account-map" aria-labelledby=labelled_by>
            <div class="cluster">
                <h2 id=id>{product_label(i18n, product)}</h2>
                {badge}
            </div>
            {plain_table(product_label(i18n, product), &columns, rows)}
        </section>
    }
    .into_any()
}

fn account_cell(
    i18n: Language,
    event_row: &EventRow,
    side: Side,
    map: &AccountMap,
    mapped: &Mapped,
    manages: bool,
) -> AnyView {
    let name = place_name(event_row.product, &event_row.event, side);
    let account = mapped.get(&name).cloned().unwrap_or_default();
    let (account, account_name) = (account.code, account.name);
    let is_missing = map.misses(event_row.product, &event_row.event, side);
    let missing = is_missing.then(|| {
        let text = tu_string!(i18n, credit.accounts.missing);
        view! { <ToneText tone=Tone::Danger icon=IconName::AlertTriangle text/> }.into_any()
    });
    let content = if manages {
        let label = format!(
            "{}, {}, {}",
            product_label(i18n, event_row.product),
            event_row.name,
            side_label(i18n, side)
        );
        view! {
            <input type="hidden" name=format!("was[{name}]") value=account.clone()/>
            <input
                class="input account"
                id=name.clone()
                name=format!("now[{name}]")
                autocomplete="off"
                maxlength="200"
                list=KNOWN
                aria-label=label
                value=account
            />
        }
        .into_any()
    } else {
        view! { <span class="figure-account">{account}</span> }.into_any()
    };
    view! {
        <td
            role="cell"
            class="account-cell"
            data-label=side_label(i18n, side)
            data-missing=is_missing.then_some("")
        >
            {content}
            {account_name
                .map(|name| view! { <span class="table-sub"><bdi>{name}</bdi></span> })}
            {missing}
        </td>
    }
    .into_any()
}
