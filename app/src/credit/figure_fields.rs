//! The inputs of the figures, which a page follows while somebody types.

use leptos::prelude::*;
use shared::credit::vocabulary::{ProductType, ScheduleMethod};

use super::figures::Figures;
use super::label::method_label;
use crate::i18n::{tu_string, use_i18n};
use crate::people::fields::{FormError, at};
use crate::ui::digits::number;
use crate::ui::field::{Field, described_by};
use crate::ui::label::Language;

/// By which names a form sends the figures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Naming {
    /// In an address.
    Plain,
    /// As members of the facility that is made.
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

/// The inputs.
#[derive(Clone, Copy, Debug)]
pub(super) struct FigureFields {
    pub figures: RwSignal<Figures>,
    pub naming: Naming,
    pub error: FormError,
}

/// One of them.
struct Figure {
    id: &'static str,
    member: &'static str,
    label: &'static str,
    hint: &'static str,
    optional: bool,
    of: fn(&mut Figures) -> &mut String,
}

impl FigureFields {
    /// What the asset costs, and what of it is paid at once.
    pub(super) fn amounts(self, i18n: Language) -> AnyView {
        let cost = Figure {
            id: "assetCost",
            member: "asset_cost",
            label: tu_string!(i18n, credit.form.asset_cost),
            hint: "",
            optional: false,
            of: |figures| &mut figures.asset_cost,
        };
        let down = Figure {
            id: "downPayment",
            member: "down_payment",
            label: tu_string!(i18n, credit.form.down_payment),
            hint: tu_string!(i18n, credit.form.down_payment_hint),
            optional: true,
            of: |figures| &mut figures.down_payment,
        };
        view! { {self.input(cost)} {self.input(down)} }.into_any()
    }

    /// The whole profit of a murabaha.
    pub(super) fn profit(self, i18n: Language) -> AnyView {
        self.input(Figure {
            id: "fixedTotalProfit",
            member: "fixed_total_profit",
            label: tu_string!(i18n, credit.form.profit),
            hint: tu_string!(i18n, credit.form.profit_hint),
            optional: false,
            of: |figures| &mut figures.fixed_total_profit,
        })
    }

    /// Percent a year.
    pub(super) fn rate(self, i18n: Language) -> AnyView {
        self.input(Figure {
            id: "rate",
            member: "rate",
            label: tu_string!(i18n, credit.form.rate),
            hint: tu_string!(i18n, credit.form.rate_hint),
            optional: false,
            of: |figures| &mut figures.rate,
        })
    }

    /// How many payments, and how often.
    pub(super) fn term(self, i18n: Language) -> AnyView {
        let term = self.input(Figure {
            id: "termPeriods",
            member: "term_periods",
            label: tu_string!(i18n, credit.form.term),
            hint: tu_string!(i18n, credit.form.term_hint),
            optional: false,
            of: |figures| &mut figures.term_periods,
        });
        let chosen = self.figures.read_untracked().periods_per_year.clone();
        let mut rhythms = vec![
            ("12", tu_string!(i18n, credit.form.monthly).to_owned()),
            ("4", tu_string!(i18n, credit.form.quarterly).to_owned()),
            ("2", tu_string!(i18n, credit.form.half_yearly).to_owned()),
            ("1", tu_string!(i18n, credit.form.yearly).to_owned()),
            ("26", tu_string!(i18n, credit.form.fortnightly).to_owned()),
            ("52", tu_string!(i18n, credit.form.weekly).to_owned()),
        ];
        if !rhythms.iter().any(|(value, _)| *value == chosen) {
            let name = tu_string!(i18n, credit.form.times_a_year, count = chosen.clone());
            rhythms.push((chosen.as_str(), name));
        }
        let options: Vec<_> =
            rhythms.iter().map(|(value, name)| ((*value).to_owned(), name.clone())).collect();
        let rhythm = self.choice(
            ("periodsPerYear", "periods_per_year"),
            tu_string!(i18n, credit.form.rhythm),
            options,
            |figures| &mut figures.periods_per_year,
        );
        view! { {term} {rhythm} }.into_any()
    }

    /// How the schedule spreads, where there is a choice.
    pub(super) fn method(self, i18n: Language, product: ProductType) -> Option<AnyView> {
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
            |figures| &mut figures.schedule_method,
        ))
    }

    fn input(self, figure: Figure) -> AnyView {
        let Figure { id, member, label, hint, optional, of } = figure;
        let error = at(self.error, id);
        let figures = self.figures;
        let value = number(&*of(&mut figures.get_untracked()));
        view! {
            <Field id label hint error optional>
                <input
                    class="input number"
                    id=id
                    name=self.naming.of(member)
                    type="text"
                    inputmode="decimal"
                    autocomplete="off"
                    value=value
                    required=!optional
                    aria-invalid=move || error.read().is_some().then_some("true")
                    aria-describedby=move || {
                        described_by(id, !hint.is_empty(), error.read().is_some())
                    }
                    on:input=move |event| {
                        let text = event_target_value(&event);
                        figures.update(|figures| *of(figures) = text);
                    }
                />
            </Field>
        }
        .into_any()
    }

    fn choice(
        self,
        (id, member): (&'static str, &'static str),
        label: &'static str,
        options: Vec<(String, String)>,
        of: fn(&mut Figures) -> &mut String,
    ) -> AnyView {
        let error = at(self.error, id);
        let figures = self.figures;
        let chosen = of(&mut figures.get_untracked()).clone();
        let options: Vec<_> = options
            .into_iter()
            .map(|(value, text)| {
                let selected = value == chosen;
                view! { <option value=value selected=selected>{text}</option> }.into_any()
            })
            .collect();
        view! {
            <Field id label error>
                <select
                    class="input"
                    id=id
                    name=self.naming.of(member)
                    aria-invalid=move || error.read().is_some().then_some("true")
                    aria-describedby=move || described_by(id, false, error.read().is_some())
                    on:change=move |event| {
                        let value = event_target_value(&event);
                        figures.update(|figures| *of(figures) = value);
                    }
                >
                    {options}
                </select>
            </Field>
        }
        .into_any()
    }
}

/// The inputs for one product: only what applies to it.
pub(super) fn fields_of(fields: FigureFields, product: ProductType) -> AnyView {
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
