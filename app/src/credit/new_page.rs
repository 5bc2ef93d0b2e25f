//! Structuring a facility: the product first, then its figures with the schedule beside them.

use leptos::form::ActionForm;
use leptos::prelude::*;
use leptos_meta::Title;
use leptos_router::hooks::use_query_map;
use shared::credit::vocabulary::ProductType;

use super::figure_fields::{FigureFields, Naming, fields_of};
use super::figures::Figures;
use super::label::{product_label, product_text};
use super::preview::{outcome_view, problems};
use super::simulator_page::{address, figures_of, today};
use super::{CHOICES_MAX, CreateFacility, CustomerChoice, creation_desk};
use crate::i18n::{tu_string, use_i18n};
use crate::people::fields::{FormError, Input, at, input, submit};
use crate::ui::badge::Tone;
use crate::ui::crumbs::Crumbs;
use crate::ui::error_summary::ErrorSummary;
use crate::ui::field::{Field, described_by};
use crate::ui::go::go_to;
use crate::ui::label::Language;
use crate::ui::notice::Notice;
use crate::ui::one_time_key::one_time_key;
use crate::ui::page::loaded;
use crate::ui::query::{QueryAddress, QueryForm};
use crate::ui::sent_form::kept_notice;
use crate::ui::typed::{forget_when_sent, kept_as};

const FORM_ID: &str = "new-facility";
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
    let query = use_query_map();
    let address = Memo::new(move |_| FORM.read(&query.read()));
    let action = ServerAction::<CreateFacility>::new();
    Effect::new(move |_| {
        if let Some(Ok(reference)) = &*action.value().read() {
            go_to(&format!("/credit/{reference}"));
        }
    });
    // What was typed lives through another product and another customer.
    let figures = RwSignal::new(figures_of(&address.read_untracked()));
    let customers = Resource::new(
        move || {
            let address = address.read();
            (address.text("find").map(str::to_owned), address.value("customer"))
        },
        |(find, chosen)| creation_desk(find, chosen),
    );
    let form = loaded(customers, move |customers| {
        let address = address.get_untracked();
        match address.value("product") {
            Some(product) => product_form(product, customers, &address, figures, action),
            None => product_choice(figures),
        }
    });

    view! {
        <Title text=tu_string!(i18n, credit.new.title)/>
        <div class="page">
            <div class="page-head">
                <div class="page-head-text">
                    <Crumbs
                        address="/credit"
                        parent=tu_string!(i18n, credit.title)
                        current=tu_string!(i18n, credit.new.title)
                    />
                    <h1>{tu_string!(i18n, credit.new.title)}</h1>
                    <p>{tu_string!(i18n, credit.new.lead)}</p>
                </div>
            </div>
            {move || products(address.read().value("product"), &figures.read())}
            {form}
        </div>
    }
    .into_any()
}

/// The products as links; the current one is marked.
fn products(chosen: Option<ProductType>, figures: &Figures) -> AnyView {
    let i18n = use_i18n();
    let links: Vec<_> = ProductType::ALL
        .iter()
        .map(|&product| {
            let current = (chosen == Some(product)).then_some("true");
            view! {
                <a
                    class="segment"
                    data-noscroll=""
                    href=address("/credit/new", figures, product)
                    aria-current=current
                >
                    {product_label(i18n, product)}
                </a>
            }
            .into_any()
        })
        .collect();
    view! {
        <nav class="segments" aria-label=tu_string!(i18n, credit.list.product)>
            {links}
        </nav>
    }
    .into_any()
}

/// What each product is, to choose from.
fn product_choice(figures: RwSignal<Figures>) -> AnyView {
    let i18n = use_i18n();
    let cards: Vec<_> = ProductType::ALL
        .iter()
        .map(|&product| {
            let id = format!("choose-{product}");
            let labelled_by = id.clone();
            let href = address("/credit/new", &figures.read_untracked(), product);
            view! {
                <section class="card product" aria-labelledby=labelled_by>
                    <div class="card-head">
                        <h2 id=id>{product_label(i18n, product)}</h2>
                    </div>
                    <div class="card-body">
                        <p>{product_text(i18n, product)}</p>
                    </div>
                    <div class="card-foot">
                        <a class="button" href=href>
                            {tu_string!(i18n, credit.new.choose)}
                            <span class="visually-hidden">{product_label(i18n, product)}</span>
                        </a>
                    </div>
                </section>
            }
            .into_any()
        })
        .collect();
    view! { <div class="products">{cards}</div> }.into_any()
}

fn product_form(
    product: ProductType,
    customers: Vec<CustomerChoice>,
    address: &QueryAddress,
    figures: RwSignal<Figures>,
    action: ServerAction<CreateFacility>,
) -> AnyView {
    let i18n = use_i18n();
    let error: FormError = Signal::derive(move || action.value().get().and_then(Result::err));
    let pending = action.pending();
    let fields = FigureFields { figures, naming: Naming::Facility, error };
    let start = today();
    let outcome = Memo::new(move |_| figures.read().outcome(product, start));
    let shows_all = RwSignal::new(false);
    let searches = customers.len() >= CHOICES_MAX || address.text("find").is_some();
    let description = Input {
        id: "asset.description",
        name: "facility[asset_description]",
        label: tu_string!(i18n, credit.form.description),
        hint: tu_string!(i18n, credit.form.description_hint),
        value: address.shown("asset_description"),
        ..Input::default()
    };
    let search = searches.then(|| customer_search(i18n, product, address));
    let customer = customer_field(i18n, &customers, address, error);
    // Figures that the address brings, from the simulator say, are not typed over.
    let is_empty = *figures.read_untracked() == Figures::default();
    let kept = is_empty.then(|| kept_notice(FORM_ID));
    let keep = is_empty.then(|| kept_as(FORM_ID));
    forget_when_sent(action, FORM_ID);

    view! {
        <ErrorSummary error/>
        {search}
        {kept}
        <ActionForm action attr:class="card" attr:id=FORM_ID attr:data-keep=keep>{one_time_key()}
            <input type="hidden" name="facility[product_type]" value=product.as_str()/>
            <div class="card-body form">
                <div class="form-grid">
                    {customer}
                    {input(description, error)}
                </div>
                {fields_of(fields, product)}
            </div>
            <div class="card-foot">
                {submit(tu_string!(i18n, credit.new.submit), move || pending.get())}
                <p class="field-hint">{tu_string!(i18n, credit.new.submit_text)}</p>
            </div>
        </ActionForm>
        <div class="stack" aria-live="polite">
            {move || match &*outcome.read() {
                Ok(outcome) => outcome_view(outcome, shows_all),
                Err(error) => problems(error),
            }}
        </div>
    }
    .into_any()
}

/// Whose facility it is.
fn customer_field(
    i18n: Language,
    customers: &[CustomerChoice],
    address: &QueryAddress,
    error: FormError,
) -> AnyView {
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
    let error = at(error, "customerId");
    // Nobody is chosen before the reader has chosen: a draft cannot be given to somebody else.
    let none = view! {
        <option value="" selected=chosen.is_empty()>
            {tu_string!(i18n, credit.form.choose_customer)}
        </option>
    };
    let customers = customers.iter().map(|customer| {
        let id = customer.id.to_string();
        let selected = id == chosen;
        view! { <option value=id selected=selected>{customer.name.clone()}</option> }.into_any()
    });
    let options: Vec<_> = std::iter::once(none.into_any()).chain(customers).collect();
    view! {
        <Field id="customerId" label=tu_string!(i18n, credit.list.customer) error>
            <select
                class="input"
                id="customerId"
                name="facility[customer_id]"
                required=true
                aria-invalid=move || error.read().is_some().then_some("true")
                aria-describedby=move || described_by("customerId", false, error.read().is_some())
            >
                {options}
            </select>
        </Field>
    }
    .into_any()
}

/// Finds the customer by name; what was typed below stays.
fn customer_search(i18n: Language, product: ProductType, address: &QueryAddress) -> AnyView {
    let value = address.shown("find");
    view! {
        <form
            class="filters"
            role="search"
            aria-label=tu_string!(i18n, credit.form.find_customer)
            action=FORM.path
        >
            <input type="hidden" name="product" value=product.as_str()/>
            <input
                type="hidden"
                name="asset_description"
                value=address.shown("asset_description")
            />
            <div class="field field-search">
                <label class="field-label" for="find">
                    {tu_string!(i18n, credit.form.find_customer)}
                </label>
                <input class="input" id="find" name="find" type="search" value=value/>
            </div>
            <div class="button-row">
                <button class="button" type="submit">{tu_string!(i18n, credit.form.find)}</button>
            </div>
        </form>
    }
    .into_any()
}
