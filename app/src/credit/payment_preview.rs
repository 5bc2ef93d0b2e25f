//! The preview of a payment.

use leptos::prelude::*;
use shared::credit::facility::Facility;
use shared::credit::payment::EarlierPayment;
use shared::credit::preview::PaymentPreview;
use shared::credit::servicing::Quote;
use shared::error::Accepted;
use shared::money::Money;

use super::label::{place_label, status_badge};
use super::payment_form::{PaymentCheck, PaymentForm};
use super::payment_tables::{applied_table, due_text, journal_lines, quote_parts};
use super::schedule_table::profit_label;
use crate::error::UiError;
use crate::error::words::field_message;
use crate::i18n::{tu_string, use_i18n};
use crate::ui::badge::Tone;
use crate::ui::card::Card;
use crate::ui::facts::{fact_list, plain_facts};
use crate::ui::label::Language;
use crate::ui::money::{accepted_money, money, money_sentence, money_text};
use crate::ui::notice::{Notice, notice};
use crate::ui::time::short_date_text;

/// The amount due, the settlement amount, and the effect of the entered payment.
pub(super) fn check_view(facility: &Facility, check: &PaymentCheck, form: &PaymentForm) -> AnyView {
    let i18n = use_i18n();
    let settles = form.early_settlement;
    let day = check.quote.as_ref().filter(|_| settles).and_then(|quote| {
        let today = check.total_today.filter(|today| *today != quote.total)?;
        Some(day_choice(i18n, quote, today))
    });
    let choice = check.quote.as_ref().and_then(|quote| {
        let is_required = check.preview.as_ref().is_err_and(asks_for_settlement);
        is_required.then(|| settlement_question(i18n, facility, quote, form))
    });
    let quote = check.quote.as_ref().map(|quote| quote_card(i18n, facility, quote, settles));
    let preview = match &check.preview {
        Ok(preview) => preview_card(i18n, facility, preview),
        Err(error) => refused(i18n, tu_string!(i18n, credit.payment.refused), error),
    };
    let due = [
        (tu_string!(i18n, credit.payment.due_now), money(i18n, check.due_now)),
        (tu_string!(i18n, credit.facts.outstanding), money(i18n, facility.outstanding_principal)),
    ];

    view! {
        <div class="stack">
            {plain_facts(due)}
            {choice}
            {day}
            {preview}
            {quote}
        </div>
    }
    .into_any()
}

/// True if the amount is rejected because it reaches the settlement amount.
fn asks_for_settlement(error: &UiError) -> bool {
    error.fields().iter().any(|detail| matches!(detail.accepted, Some(Accepted::Settles(_))))
}

/// A form that switches to a settlement, because the amount would settle the facility. It reloads
/// the page, so it also works without JavaScript.
fn settlement_question(
    i18n: Language,
    facility: &Facility,
    quote: &Quote,
    form: &PaymentForm,
) -> AnyView {
    let total = money_text(i18n, quote.total);
    let title = tu_string!(i18n, credit.payment.settle_question, amount = &total);
    let text = tu_string!(
        i18n,
        credit.payment.settle_question_text,
        waived = money_text(i18n, quote.profit_waived),
        amount = accepted_money(i18n.locale(), quote.total),
    );
    let address = format!("/credit/{}/payment", facility.facility_ref);
    let choice = view! {
        <form action=address method="get">
            <input type="hidden" name="payment[amount]" value=quote.total.to_string()/>
            <input type="hidden" name="payment[payment_date]" value=quote.as_of.to_string()/>
            <input type="hidden" name="payment[reference]" value=form.reference.clone()/>
            <input type="hidden" name="payment[early_settlement]" value="true"/>
            <button class="button" type="submit">
                {tu_string!(i18n, credit.payment.settle_now, amount = total)}
            </button>
        </form>
    }
    .into_any();
    view! {
        <Notice tone=Tone::Warning title>
            <p>{text}</p>
            {choice}
        </Notice>
    }
    .into_any()
}

/// A notice that the settlement amount depends on the chosen day.
fn day_choice(i18n: Language, quote: &Quote, today: Money) -> AnyView {
    let title = tu_string!(i18n, credit.payment.day_choice);
    let less = today.minus(quote.total).unwrap_or_default();
    let text = tu_string!(
        i18n,
        credit.payment.day_choice_text,
        date = short_date_text(i18n, quote.as_of),
        chosen = money_text(i18n, quote.total),
        today = money_text(i18n, today),
        less = money_text(i18n, less),
    );
    notice(Tone::Warning, title, text)
}

/// The reasons why the service rejects a request.
pub(super) fn refused(i18n: Language, title: &'static str, error: &UiError) -> AnyView {
    let lines: Vec<_> = error
        .fields()
        .iter()
        .map(|field| {
            let name = field_name(i18n, &field.field);
            view! { <li>{name} ": " {field_message(field)}</li> }.into_any()
        })
        .collect();
    let lines = (!lines.is_empty()).then(|| view! { <ul>{lines}</ul> });
    let text = error.text(i18n);
    view! {
        <Notice tone=Tone::Warning title>
            <p>{text}</p>
            {lines}
        </Notice>
    }
    .into_any()
}

/// The reason why the service would reject the payment, in one sentence.
pub(super) fn refusal_text(i18n: Language, error: &UiError) -> String {
    match error.fields() {
        [field, ..] => format!("{}: {}", field_name(i18n, &field.field), field_message(field)),
        [] => error.text(i18n),
    }
}

/// The label of a field of the payment.
fn field_name(i18n: Language, field: &str) -> String {
    let name = match field {
        "amount" => tu_string!(i18n, credit.payment.amount),
        "asOf" | "paymentDate" => tu_string!(i18n, credit.payment.date),
        "reference" => tu_string!(i18n, credit.payment.reference),
        other => return place_label(i18n, other).unwrap_or_else(|| other.to_owned()),
    };
    name.to_owned()
}

/// The instalments to which the payment is applied, the journal, and the resulting state of the
/// facility.
fn preview_card(i18n: Language, facility: &Facility, preview: &PaymentPreview) -> AnyView {
    let extra = preview.extra_amount.is_positive().then(|| {
        let text = money_sentence(i18n, preview.extra_amount, |amount| {
            tu_string!(i18n, credit.payment.extra_text, amount = amount)
        });
        view! { <p>{text}</p> }.into_any()
    });
    let waived = preview.profit_waived.is_positive().then(|| {
        let text = money_sentence(i18n, preview.profit_waived, |amount| {
            tu_string!(i18n, credit.payment.waived_text, amount = amount)
        });
        view! { <p>{text}</p> }.into_any()
    });
    let next = preview.facility.next_due.map(|due| due_text(i18n, due));
    let facts = [
        (tu_string!(i18n, credit.schedule.principal), money(i18n, preview.principal)),
        (profit_label(i18n, facility.product_type), money(i18n, preview.profit)),
        (
            tu_string!(i18n, credit.payment.outstanding_after),
            money(i18n, preview.facility.outstanding_principal),
        ),
        (
            tu_string!(i18n, credit.facts.next_due),
            next.unwrap_or_else(|| tu_string!(i18n, ui.none).into_any()),
        ),
    ];
    let lands = Card::below("lands", tu_string!(i18n, credit.payment.lands))
        .beside(status_badge(i18n, preview.facility.status))
        .with(view! {
            <div class="card-body">{fact_list(facts)} {extra} {waived}</div>
            {applied_table(i18n, &preview.applied_to)}
        });
    let posts = Card::below("posts", tu_string!(i18n, credit.payment.posts))
        .with(journal_lines(i18n, &preview.journal.lines));
    let twice = preview.same_reference.map(|earlier| twice(i18n, earlier));
    (twice, lands, posts).into_any()
}

/// A warning that the payment may already have been recorded.
fn twice(i18n: Language, earlier: EarlierPayment) -> AnyView {
    let amount = money_text(i18n, earlier.amount);
    let date = short_date_text(i18n, earlier.payment_date);
    let text = tu_string!(i18n, credit.payment.twice_text, amount = amount, date = date);
    notice(Tone::Warning, tu_string!(i18n, credit.payment.twice), text)
}

/// The settlement amount of the day, and the treatment of future profit.
fn quote_card(i18n: Language, facility: &Facility, quote: &Quote, settles: bool) -> AnyView {
    let title = tu_string!(i18n, credit.quote.title, date = short_date_text(i18n, quote.as_of));
    let note = settles
        .then(|| view! { <p class="muted">{tu_string!(i18n, credit.quote.only)}</p> }.into_any());

    Card::below("quote", title).class("card quote-card").body(view! {
        {quote_parts(i18n, facility.product_type, quote)}
        {note}
    })
}

#[cfg(all(test, feature = "ssr"))]
mod tests {
    use shared::error::{Code, Error, FieldCode, FieldError};

    use super::*;
    use crate::i18n::Locale;
    use crate::rendering::rendered;

    #[tokio::test]
    async fn refusals_are_previewed_in_the_language_of_the_page() {
        let error = || -> UiError {
            let at =
                |field: &str| FieldError::new(field, FieldCode::Invalid, "As the service says.");
            let fields = ["amount", "asOf", "paymentDate", "reference"].map(at).to_vec();
            Error::invalid_with(Code::ValidationFailed, "As the service says.", fields).into()
        };
        let html = rendered(Locale::Arabic, |i18n| refused(i18n, "", &error()));
        for english in ["amount", "asOf", "paymentDate", "reference", "As the service says."] {
            assert!(!html.contains(english), "{english}: {html}");
        }
        assert!(html.contains("تاريخ القيمة"), "{html}");
    }
}
