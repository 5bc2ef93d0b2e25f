//! The inputs of the figures, and the signal through which an island follows them.

use leptos::prelude::*;
use shared::credit::vocabulary::{ProductType, ScheduleMethod};

use super::figures::Figures;
use super::label::method_label;
use crate::i18n::{tu_string, use_i18n};
use crate::ui::digits::number;
use crate::ui::field::{Field, described_by, options_of};
use crate::ui::follow::follow_form;
use crate::ui::label::Language;

/// The naming of the figures in a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Naming {
    /// Query parameters of an address.
    Plain,
    /// Members of the facility to be created.
    Facility,
}

impl Naming {
    pub(super) fn of(self, member: &str) -> String {
        match self {
            Self::Plain => member.to_owned(),
            Self::Facility => format!("facility[{member}]"),
        }
    }
}

/// The current figures of a form, for an island outside the form.
///
/// * `form`: the id of the form.
/// * `first`: the figures that the server rendered into the form.
pub(super) fn typed_figures(
    form: &'static str,
    naming: Naming,
    first: Figures,
) -> RwSignal<Figures> {
    let figures = RwSignal::new(first);
    follow_form(form, move |typed| {
        let now = Figures::read(|member| typed.text(&naming.of(member)));
        if *figures.read_untracked() != now {
            figures.set(now);
        }
    });
    figures
}

#[derive(Clone, Debug)]
pub(super) struct FigureFields {
    pub figures: Figures,
    pub naming: Naming,
}

impl FigureFields {
    /// The cost of the asset and the down payment.
    pub(super) fn amounts(&self, i18n: Language) -> AnyView {
        let label = tu_string!(i18n, credit.form.asset_cost);
        let cost = self.input(("assetCost", "asset_cost"), (label, ""), &self.figures.asset_cost);
        let label = tu_string!(i18n, credit.form.down_payment);
        let hint = tu_string!(i18n, credit.form.down_payment_hint);
        let down = &self.figures.down_payment;
        let down = self.optional_input(("downPayment", "down_payment"), (label, hint), down);
        view! { {cost} {down} }.into_any()
    }

    /// The total profit of a murabaha.
    pub(super) fn profit(&self, i18n: Language) -> AnyView {
        let label = tu_string!(i18n, credit.form.profit);
        let hint = tu_string!(i18n, credit.form.profit_hint);
        let profit = &self.figures.fixed_total_profit;
        self.input(("fixedTotalProfit", "fixed_total_profit"), (label, hint), profit)
    }

    /// The rate in percent per year.
    pub(super) fn rate(&self, i18n: Language) -> AnyView {
        let label = tu_string!(i18n, credit.form.rate);
        let hint = tu_string!(i18n, credit.form.rate_hint);
        self.input(("rate", "rate"), (label, hint), &self.figures.rate)
    }

    /// The number and the frequency of instalments.
    pub(super) fn term(&self, i18n: Language) -> AnyView {
        let label = tu_string!(i18n, credit.form.term);
        let hint = tu_string!(i18n, credit.form.term_hint);
        let term = &self.figures.term_periods;
        let term = self.input(("termPeriods", "term_periods"), (label, hint), term);
        let chosen = self.figures.periods_per_year.as_str();
        let mut rhythms = vec![
            ("12", tu_string!(i18n, credit.form.monthly).to_owned()),
            ("4", tu_string!(i18n, credit.form.quarterly).to_owned()),
            ("2", tu_string!(i18n, credit.form.half_yearly).to_owned()),
            ("1", tu_string!(i18n, credit.form.yearly).to_owned()),
            ("26", tu_string!(i18n, credit.form.fortnightly).to_owned()),
            ("52", tu_string!(i18n, credit.form.weekly).to_owned()),
        ];
        if !rhythms.iter().any(|(value, _)| *value == chosen) {
            let name = tu_string!(i18n, credit.form.times_a_year, count = chosen.to_owned());
            rhythms.push((chosen, name));
        }
        let options: Vec<_> =
            rhythms.iter().map(|(value, name)| ((*value).to_owned(), name.clone())).collect();
        let rhythm = self.choice(
            ("periodsPerYear", "periods_per_year"),
            tu_string!(i18n, credit.form.rhythm),
            options,
            chosen,
        );
        view! { {term} {rhythm} }.into_any()
    }

    /// The schedule method, if there is a choice.
    pub(super) fn method(&self, i18n: Language, product: ProductType) -> Option<AnyView> {
        if product == ProductType::Murabaha {
            return None;
        }
        let usual = product.default_method();
        let other = match usual {
            ScheduleMethod::Level => ScheduleMethod::EqualPrincipal,
            ScheduleMethod::EqualPrincipal | ScheduleMethod::StraightLine => ScheduleMethod::Level,
        };
        let option = |method: ScheduleMethod| {
            (method.as_str().to_owned(), method_label(i18n, method).into())
        };
        Some(self.choice(
            ("scheduleMethod", "schedule_method"),
            tu_string!(i18n, credit.form.method),
            vec![option(usual), option(other)],
            &self.figures.schedule_method,
        ))
    }

    fn input(
        &self,
        names: (&'static str, &'static str),
        words: (&'static str, &'static str),
        value: &str,
    ) -> AnyView {
        self.input_of(names, words, value, false)
    }

    fn optional_input(
        &self,
        names: (&'static str, &'static str),
        words: (&'static str, &'static str),
        value: &str,
    ) -> AnyView {
        self.input_of(names, words, value, true)
    }

    fn input_of(
        &self,
        (id, member): (&'static str, &'static str),
        (label, hint): (&'static str, &'static str),
        value: &str,
        optional: bool,
    ) -> AnyView {
        let (name, value) = (self.naming.of(member), number(value));
        view! {
            <Field id label hint optional>
                <input
                    class="input number"
                    id=id
                    name=name
                    type="text"
                    inputmode="decimal"
                    autocomplete="off"
                    value=value
                    required=!optional
                    aria-describedby=described_by(id, !hint.is_empty(), false)
                />
            </Field>
        }
        .into_any()
    }

    fn choice(
        &self,
        (id, member): (&'static str, &'static str),
        label: &'static str,
        options: Vec<(String, String)>,
        chosen: &str,
    ) -> AnyView {
        let name = self.naming.of(member);
        let options = options_of(options, chosen);
        view! {
            <Field id label>
                <select class="input" id=id name=name>
                    {options}
                </select>
            </Field>
        }
        .into_any()
    }
}

/// The inputs that apply to a product.
pub(super) fn fields_of(fields: &FigureFields, product: ProductType) -> AnyView {
    let i18n = use_i18n();
    let price = match product {
        ProductType::Murabaha => fields.profit(i18n),
        ProductType::Ijarah | ProductType::DiminishingMusharakah => fields.rate(i18n),
    };
    view! {
        <div class="form-grid">
            {fields.amounts(i18n)} {price} {fields.term(i18n)} {fields.method(i18n, product)}
        </div>
    }
    .into_any()
}
