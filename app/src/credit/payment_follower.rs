//! The preview of a payment while its form is filled in.

use std::time::Duration;

use leptos::prelude::*;
use leptos::task::spawn_local;
use shared::credit::facility::Facility;
use shared::currency::Currency;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlInputElement};

use super::payment_form::{PaymentCheck, PaymentForm};
use super::payment_preview::{check_view, refusal_text};
use super::{check_payment, payment_page_data};
use crate::error::{UiError, UiResult};
use crate::frame::script::{self, ScriptEvent};
use crate::i18n::use_i18n;
use crate::session::{SessionWatch, use_session_watch};
use crate::ui::badge::Tone;
use crate::ui::digits::figure;
use crate::ui::follow::{Typed, follow_form};
use crate::ui::label::Language;
use crate::ui::notice::Notice;

/// The id of the payment form.
pub(super) const FORM_ID: &str = "payment";

/// The delay between the last keystroke and the request.
const REST: Duration = Duration::from_millis(250);

/// The input, and the service's response to it.
#[derive(Clone, Copy)]
struct Typing {
    facility: RwSignal<Facility>,
    form: RwSignal<PaymentForm>,
    check: RwSignal<UiResult<PaymentCheck>>,
    /// True while the response to the latest input is outstanding.
    waits: RwSignal<bool>,
    /// The number of requests so far; only the response to the latest one is used.
    turn: StoredValue<u32>,
    /// The amount that was entered before the payment became a settlement.
    before: StoredValue<String>,
    watch: SessionWatch,
}

/// The effect of the entered payment, or the reason for its rejection.
///
/// * `facility`: the facility.
/// * `payment`: the initial input.
/// * `check`: the service's response to the initial input.
/// * `currency`: the currency of the organization.
#[island]
pub(super) fn PaymentPreview(
    facility: Facility,
    payment: PaymentForm,
    check: PaymentCheck,
    currency: Currency,
) -> impl IntoView {
    provide_context(currency);
    let i18n = use_i18n();
    let typing = Typing {
        facility: RwSignal::new(facility),
        form: RwSignal::new(payment),
        check: RwSignal::new(Ok(check)),
        waits: RwSignal::new(false),
        turn: StoredValue::new(0),
        before: StoredValue::new(String::new()),
        watch: use_session_watch(),
    };
    follow_form(FORM_ID, move |typed| typing.take(payment_of(typed)));
    script::listen(ScriptEvent::Declined, move || typing.reload());
    typing.follow_quote(i18n);
    Effect::new(move |_| show_amount(&typing.form.read()));
    Effect::new(move |_| show_refusal(typing.refusal(i18n).as_deref()));

    move || match &*typing.check.read() {
        Ok(check) => check_view(&typing.facility.read(), check, &typing.form.read()),
        Err(error) => view! { <Notice tone=Tone::Danger title=error.text(i18n)/> }.into_any(),
    }
}

fn payment_of(typed: &Typed) -> PaymentForm {
    let text = |name: &str| typed.text(&format!("payment[{name}]"));
    PaymentForm {
        amount: text("amount").unwrap_or_default(),
        payment_date: text("payment_date").unwrap_or_default(),
        reference: text("reference").unwrap_or_default(),
        early_settlement: text("early_settlement").is_some(),
    }
}

impl Typing {
    /// Takes over the current input of the form.
    fn take(self, mut now: PaymentForm) {
        let known = self.form.get_untracked();
        if now == known {
            return;
        }
        if now.early_settlement != known.early_settlement {
            let settles = now.early_settlement;
            now.early_settlement = known.early_settlement;
            now.settle(settles, &mut self.before.write_value());
        }
        self.form.set(now);
        self.ask();
    }

    /// Asks the service once typing pauses.
    fn ask(self) {
        self.waits.set(true);
        let turn = self.next_turn();
        let check = move || {
            if self.turn.get_value() != turn {
                return;
            }
            let facility_ref = self.facility.read_untracked().facility_ref.clone();
            let payment = self.form.get_untracked();
            spawn_local(async move {
                let check = check_payment(facility_ref, payment).await;
                self.answer(turn, check);
            });
        };
        set_timeout(check, REST);
    }

    /// Reloads the facility after the service has rejected a payment, because it may have changed.
    /// The next submission applies to the facility that is then shown.
    fn reload(self) {
        let turn = self.next_turn();
        let facility_ref = self.facility.read_untracked().facility_ref.clone();
        let payment = self.form.get_untracked();
        spawn_local(async move {
            let data = payment_page_data(facility_ref, Some(payment)).await;
            let check = data.map(|data| {
                if let Some(revision) = by_id::<HtmlInputElement>("revision") {
                    revision.set_value(&data.facility.revision.to_string());
                }
                self.facility.set(data.facility);
                data.check
            });
            self.answer(turn, check);
        });
    }

    fn next_turn(self) -> u32 {
        self.turn.update_value(|turn| *turn = turn.wrapping_add(1));
        self.turn.get_value()
    }

    fn answer(self, turn: u32, check: UiResult<PaymentCheck>) {
        if self.turn.get_value() != turn {
            return;
        }
        if let Err(error) = &check {
            self.watch.report(error);
        }
        self.waits.set(false);
        self.check.set(check);
    }

    /// Sets the amount of a settlement to the total of the quote.
    fn follow_quote(self, i18n: Language) {
        Effect::new(move |_| {
            let Ok(PaymentCheck { quote: Some(quote), .. }) = self.check.get() else { return };
            let total = figure(i18n, &quote.total.to_string());
            let is_other = self.form.with(|form| form.early_settlement && form.amount != total);
            if is_other {
                self.form.update(|form| form.amount = total);
                self.ask();
            }
        });
    }

    /// The reason why the service would reject the current input; `None` until it has responded.
    fn refusal(self, i18n: Language) -> Option<String> {
        if self.waits.get() {
            return None;
        }
        let check = self.check.read();
        let refused: Option<&UiError> = check.as_ref().ok()?.preview.as_ref().err();
        refused.map(|error| refusal_text(i18n, error))
    }
}

/// Shows the amount, which is read-only for a settlement.
fn show_amount(form: &PaymentForm) {
    let Some(amount) = by_id::<HtmlInputElement>("amount") else { return };
    amount.set_read_only(form.early_settlement);
    if amount.value() != form.amount {
        amount.set_value(&form.amount);
    }
}

/// Shows next to the button why the payment would be rejected.
fn show_refusal(text: Option<&str>) {
    let (Some(button), Some(reason)) = (by_id::<Element>("record"), by_id("record-reason")) else {
        return;
    };
    let reason: Element = reason;
    // The attribute name and the selector are valid, so these calls cannot fail.
    let _ = reason.toggle_attribute_with_force("hidden", text.is_none());
    if let Ok(Some(said)) = reason.query_selector("span") {
        said.set_text_content(text);
    }
    let _ = match text {
        Some(_) => button.set_attribute("aria-disabled", "true"),
        None => button.remove_attribute("aria-disabled"),
    };
}

fn by_id<E: JsCast>(id: &str) -> Option<E> {
    document().get_element_by_id(id)?.dyn_into().ok()
}
