//! Creation of a facility: first the product, then its figures with the resulting schedule.

use leptos::prelude::*;
use leptos_router::hooks::use_query_map;
use shared::credit::vocabulary::ProductType;

use super::facility_preview::{FORM_ID, FacilityPreview};
use super::figure_fields::{FigureFields, Naming, fields_of};
use super::label::{product_label, product_text};
use super::simulator_page::{figures_of, instalment_unit, today};
use super::{CHOICES_MAX, CreateFacility, CustomerChoice, creation_page_data};
use crate::i18n::{tu_string, use_i18n};
use crate::return_path::encode;
use crate::shell::program::{Program, program};
use crate::ui::badge::Tone;
use crate::ui::button::submit_button;
use crate::ui::card::Card;
use crate::ui::field::{Field, options_of};
use crate::ui::filter::any_or;
use crate::ui::input::{Input, input};
use crate::ui::label::Language;
use crate::ui::money::use_currency;
use crate::ui::notice::Notice;
use crate::ui::page::{PageHead, found};
use crate::ui::query::{QueryAddress, QueryForm, with_query};
use crate::ui::sent_form::{SentForm, send_button, sent_form};
use crate::ui::tabs::{links, segment};

const FORM: QueryForm = QueryForm {
    path: "/credit/new",
    names: &[
        "asset_cost",
        "down_payment",
        "rate",
        "fixed_total_profit",
        "term_periods",
        "periods_per_year",
        "schedule_method",
        "product",
        "customer",
        "asset_description",
        "find",
    ],
};

/// The page at `/credit/new`.
#[component]
pub fn NewFacilityPage() -> impl IntoView {
    let i18n = use_i18n();
    let address = FORM.read(&use_query_map().get_untracked());
    let (find, chosen) = (address.text("find").map(str::to_owned), address.value("customer"));
    let content =
        found(creation_page_data(find, chosen), move |customers| match address.value("product") {
            Some(product) => product_form(product, &customers, &address),
            None => product_choice(&address),
        });

    PageHead::new(tu_string!(i18n, credit.new.title), tu_string!(i18n, credit.new.lead))
        .below(
            "/credit",
            tu_string!(i18n, credit.area.facilities),
            tu_string!(i18n, credit.new.title),
        )
        .page(content)
}

/// The query parameters that apply to a form of any product.
fn given(address: &QueryAddress) -> Vec<(&'static str, String)> {
    let names = FORM.names.iter().filter(|name| !["product", "find"].contains(name));
    names.filter_map(|name| Some((*name, address.text(name)?.to_owned()))).collect()
}

/// The address of the form of a product, with the values of the current one.
fn form_address(address: &QueryAddress, product: ProductType) -> String {
    let given = given(address);
    let parts = given.iter().map(|(name, text)| format!("{name}={}", encode(text)));
    with_query(FORM.path, parts.chain([format!("product={product}")]))
}

/// The products as links; the current one is marked.
fn products(chosen: Option<ProductType>, address: &QueryAddress) -> AnyView {
    let i18n = use_i18n();
    let products = ProductType::ALL.iter().map(|&product| {
        let name = product_label(i18n, product);
        segment(form_address(address, product), name, chosen == Some(product))
    });
    links("segments", tu_string!(i18n, credit.list.product), products)
}

/// The products to choose from, with descriptions.
fn product_choice(address: &QueryAddress) -> AnyView {
    let i18n = use_i18n();
    let cards: Vec<_> = ProductType::ALL
        .iter()
        .map(|&product| {
            let id = format!("choose-{product}");
            Card::new(id, product_label(i18n, product)).class("card product").with(view! {
                <div class="card-body">
                    <p>{product_text(i18n, product)}</p>
                </div>
                <div class="card-foot">
                    <a class="button" href=form_address(address, product)>
                        {tu_string!(i18n, credit.new.choose)}
                        <span class="visually-hidden">{product_label(i18n, product)}</span>
                    </a>
                </div>
            })
        })
        .collect();
    view! { {products(None, address)} <div class="products">{cards}</div> }.into_any()
}

fn product_form(
    product: ProductType,
    customers: &[CustomerChoice],
    address: &QueryAddress,
) -> AnyView {
    let i18n = use_i18n();
    let figures = figures_of(address);
    let fields = FigureFields { figures: figures.clone(), naming: Naming::Facility };
    let searches = customers.len() >= CHOICES_MAX || address.text("find").is_some();
    let search = searches.then(|| customer_search(i18n, product, address));
    let description = Input::new(
        "asset.description",
        "facility[asset_description]",
        tu_string!(i18n, credit.form.description),
    )
    .value(address.shown("asset_description"))
    .hint(tu_string!(i18n, credit.form.description_hint));
    // Input is stored for each initial state, so that it does not reappear over other figures.
    let given = given(address).into_iter().map(|(_, text)| text).collect::<Vec<_>>();
    let form = SentForm {
        id: FORM_ID.to_owned(),
        class: "card",
        keeps_draft: true,
        draft_variant: given.join("/"),
        ..SentForm::default()
    };
    let content = view! {
        <input type="hidden" name="facility[product_type]" value=product.as_str()/>
        <div class="card-body form">
            <div class="form-grid">
                {customer_field(i18n, customers, address)} {input(description)}
            </div>
            {fields_of(&fields, product)}
        </div>
        <div class="card-foot">
            {send_button(tu_string!(i18n, credit.new.submit))}
            <p class="field-hint">{tu_string!(i18n, credit.new.submit_text)}</p>
        </div>
    };

    view! {
        {products(Some(product), address)}
        {search}
        {sent_form::<CreateFacility>(form, content.into_any())}
        <FacilityPreview
            product
            figures
            start=today()
            unit=instalment_unit()
            currency=use_currency()
        />
        {program(Program::Credit)}
    }
    .into_any()
}

/// The customer of the facility.
fn customer_field(i18n: Language, customers: &[CustomerChoice], address: &QueryAddress) -> AnyView {
    if customers.is_empty() {
        return view! {
            <Notice tone=Tone::Warning title=tu_string!(i18n, credit.form.no_customer)>
                <p>
                    <a href="/customers/new">{tu_string!(i18n, customer.new.title)}</a>
                </p>
            </Notice>
        }
        .into_any();
    }
    let chosen = address.shown("customer");
    // No customer is preselected, so that a draft is not created for the wrong one.
    let named = customers.iter().map(|it| (it.id.to_string(), it.name.clone()));
    let options = any_or(tu_string!(i18n, credit.form.choose_customer), named);
    view! {
        <Field id="customerId" label=tu_string!(i18n, credit.list.customer)>
            <select class="input" id="customerId" name="facility[customer_id]" required=true>
                {options_of(options, &chosen)}
            </select>
        </Field>
    }
    .into_any()
}

/// The search for the customer by name; it keeps the input of the form below.
fn customer_search(i18n: Language, product: ProductType, address: &QueryAddress) -> AnyView {
    let value = address.shown("find");
    let given: Vec<_> = given(address)
        .into_iter()
        .map(|(name, value)| view! { <input type="hidden" name=name value=value/> }.into_any())
        .collect();
    view! {
        <form
            class="filters"
            role="search"
            aria-label=tu_string!(i18n, credit.form.find_customer)
            action=FORM.path
        >
            <input type="hidden" name="product" value=product.as_str()/>
            {given}
            <div class="field field-search">
                <label class="field-label" for="find">
                    {tu_string!(i18n, credit.form.find_customer)}
                </label>
                <input class="input" id="find" name="find" type="search" value=value/>
            </div>
            <div class="button-row">
                {submit_button(tu_string!(i18n, credit.form.find))}
            </div>
        </form>
    }
    .into_any()
}
