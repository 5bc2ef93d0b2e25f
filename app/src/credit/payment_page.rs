//! The form that records a payment, with a preview computed by the code that records it.

use leptos::prelude::*;
use leptos_router::hooks::use_query_map;
use leptos_router::params::ParamsMap;

use super::payment_follower::{FORM_ID, PaymentPreview};
use super::payment_form::{PaymentCheck, PaymentForm, PaymentPageData};
use super::payment_preview::refusal_text;
use super::{RecordPayment, payment_page_data};
use crate::i18n::{tu_string, use_i18n};
use crate::shell::program::{Program, program};
use crate::ui::badge::Tone;
use crate::ui::digits::figure;
use crate::ui::field::{Field, TextField, described_by};
use crate::ui::icon::{Icon, IconName};
use crate::ui::label::Language;
use crate::ui::money::use_currency;
use crate::ui::notice::notice;
use crate::ui::page::{PageHead, found};
use crate::ui::query::path_part;
use crate::ui::sent_form::{SentForm, sent_form};
use crate::ui::time::short_date_text;

/// The page at `/credit/:reference/payment`.
#[component]
pub fn PaymentPage() -> impl IntoView {
    let i18n = use_i18n();
    let reference = path_part("reference");
    let typed = typed_of(&use_query_map().get_untracked());
    let content = found(payment_page_data(reference.clone(), typed), page_view);

    PageHead::new(tu_string!(i18n, credit.payment.title), tu_string!(i18n, credit.payment.lead))
        .below(format!("/credit/{reference}"), reference, tu_string!(i18n, credit.payment.title))
        .page(content)
}

/// The payment in the address; without JavaScript the form requests its preview through it.
fn typed_of(query: &ParamsMap) -> Option<PaymentForm> {
    let text = |name: &str| query.get(&format!("payment[{name}]"));
    let amount = text("amount")?;
    Some(PaymentForm {
        amount,
        payment_date: text("payment_date").unwrap_or_default(),
        reference: text("reference").unwrap_or_default(),
        early_settlement: text("early_settlement").is_some(),
    })
}

fn page_view(data: PaymentPageData) -> AnyView {
    let i18n = use_i18n();
    let data = PaymentPageData {
        form: PaymentForm { amount: figure(i18n, &data.form.amount), ..data.form },
        ..data
    };
    if !data.facility.status.is_live() {
        return notice(
            Tone::Warning,
            tu_string!(i18n, credit.payment.not_live),
            tu_string!(i18n, credit.payment.not_live_text),
        );
    }
    let form = SentForm::named(FORM_ID.to_owned()).class("card");
    let content = form_content(i18n, &data);
    let PaymentPageData { facility, form: payment, check, .. } = data;

    view! {
        <div class="payment-layout">
            <div class="stack">{sent_form::<RecordPayment>(form, content)}</div>
            <section class="stack" aria-labelledby="preview" aria-live="polite">
                <h2 id="preview">{tu_string!(i18n, credit.payment.preview)}</h2>
                <PaymentPreview facility payment check currency=use_currency()/>
            </section>
        </div>
        {program(Program::Credit)}
    }
    .into_any()
}

/// The origin of the suggested amount.
fn amount_hint(i18n: Language, check: &PaymentCheck) -> &'static str {
    if check.due_now.is_positive() {
        tu_string!(i18n, credit.payment.amount_hint)
    } else {
        tu_string!(i18n, credit.payment.amount_hint_next)
    }
}

fn form_content(i18n: Language, data: &PaymentPageData) -> AnyView {
    let PaymentPageData { facility, today, form, check } = data;
    let today = short_date_text(i18n, *today);
    view! {
        <input type="hidden" name="facility_ref" value=facility.facility_ref.clone()/>
        <input type="hidden" id="revision" name="revision" value=facility.revision.to_string()/>
        <div class="card-body form">
            {amount_field(i18n, form, amount_hint(i18n, check))}
            <TextField
                id="paymentDate"
                name="payment[payment_date]"
                label=tu_string!(i18n, credit.payment.date)
                kind="date"
                value=form.payment_date.clone()
                hint=tu_string!(i18n, credit.payment.date_hint, today = today)
                required=true
            />
            <TextField
                id="reference"
                name="payment[reference]"
                label=tu_string!(i18n, credit.payment.reference)
                value=form.reference.clone()
                hint=tu_string!(i18n, credit.payment.reference_hint)
            />
            <label class="choice">
                <input
                    type="checkbox"
                    name="payment[early_settlement]"
                    value="true"
                    checked=form.early_settlement
                />
                <span>
                    {tu_string!(i18n, credit.payment.settle)}
                    <span class="table-sub">{tu_string!(i18n, credit.payment.settle_text)}</span>
                </span>
            </label>
        </div>
        {foot(i18n, &facility.facility_ref, check)}
    }
    .into_any()
}

fn amount_field(i18n: Language, form: &PaymentForm, hint: &'static str) -> AnyView {
    let (amount, settles) = (form.amount.clone(), form.early_settlement);
    view! {
        <Field id="amount" label=tu_string!(i18n, credit.payment.amount) hint>
            <input
                class="input number"
                id="amount"
                name="payment[amount]"
                type="text"
                inputmode="decimal"
                autocomplete="off"
                required=true
                value=amount
                readonly=settles
                aria-describedby=described_by("amount", true, false)
            />
        </Field>
    }
    .into_any()
}

/// The button that records the payment, the reason why it would be rejected, and the button that
/// requests the preview without JavaScript.
fn foot(i18n: Language, reference: &str, check: &PaymentCheck) -> AnyView {
    let work_out = format!(
        "<button class=\"button\" type=\"submit\" formmethod=\"get\" \
         formaction=\"/credit/{reference}/payment\">{}</button>",
        tu_string!(i18n, credit.payment.work_out)
    );
    let refusal = check.preview.as_ref().err().map(|error| refusal_text(i18n, error));
    let is_refused = refusal.is_some();
    view! {
        <div class="card-foot">
            <button
                class="button button-primary"
                id="record"
                type="submit"
                aria-disabled=is_refused.then_some("true")
                aria-describedby="record-reason"
            >
                {tu_string!(i18n, credit.payment.submit)}
            </button>
            <p class="reason" id="record-reason" hidden=!is_refused>
                <Icon name=IconName::Info/>
                <span>{refusal}</span>
            </p>
            <noscript inner_html=work_out></noscript>
            <p class="field-hint">{tu_string!(i18n, credit.payment.submit_text)}</p>
        </div>
    }
    .into_any()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_address_holds_what_was_worked_out() {
        let mut query = ParamsMap::new();
        assert_eq!(typed_of(&query), None);
        query.insert("payment[amount]", "1,500".to_owned());
        query.insert("payment[early_settlement]", "true".to_owned());
        let typed = typed_of(&query).unwrap();
        assert_eq!((typed.amount.as_str(), typed.early_settlement), ("1,500", true));
    }
}
