//! Recording a payment: what it would do is shown before it is done, by the code that does it.

use std::time::Duration;

use leptos::form::ActionForm;
use leptos::html::Input;
use leptos::prelude::*;
use leptos_meta::Title;
use leptos_router::hooks::{use_params_map, use_query_map};
use leptos_router::params::ParamsMap;

use super::payment_form::{PaymentDesk, PaymentForm, PaymentLook};
use super::payment_preview::{look_view, refusal_text};
use super::{LookAtPayment, RecordPayment, payment_desk};
use crate::i18n::{tu_string, use_i18n};
use crate::people::fields::{FormError, at};
use crate::ui::badge::Tone;
use crate::ui::button::{Button, ButtonKind};
use crate::ui::crumbs::Crumbs;
use crate::ui::digits::figure;
use crate::ui::error_summary::ErrorSummary;
use crate::ui::field::{Field, TextField, described_by, follow_value};
use crate::ui::go::go_to;
use crate::ui::label::Language;
use crate::ui::notice::Notice;
use crate::ui::one_time_key::one_time_key;
use crate::ui::page::loaded;
use crate::ui::time::short_date_text;

/// How long typing rests before the service is asked.
const REST: Duration = Duration::from_millis(250);

/// The page at `/credit/:reference/payment`.
#[component]
pub fn PaymentPage() -> impl IntoView {
    let i18n = use_i18n();
    let params = use_params_map();
    let reference = Memo::new(move |_| params.read().get("reference").unwrap_or_default());
    let typed = typed_of(&use_query_map().get_untracked());
    let record = ServerAction::<RecordPayment>::new();
    Effect::new(move |_| {
        if let Some(Ok(id)) = &*record.value().read() {
            let address = format!("/credit/{}/payments?recorded={id}", reference.get_untracked());
            go_to(&address);
        }
    });
    // What was typed outlives a form that has to be made again.
    let typed = RwSignal::new(typed);
    let desk = Resource::new(
        move || (reference.get(), typed.get()),
        |(reference, typed)| payment_desk(reference, typed),
    );
    let content = loaded(desk, move |desk| desk_view(desk, typed, record));

    view! {
        <Title text=tu_string!(i18n, credit.payment.title)/>
        <div class="page">
            <div class="page-head">
                <div class="page-head-text">
                    {move || {
                        view! {
                            <Crumbs
                                address=format!("/credit/{}", reference.get())
                                parent=reference.get()
                                current=tu_string!(i18n, credit.payment.title)
                            />
                        }
                    }}
                    <h1>{tu_string!(i18n, credit.payment.title)}</h1>
                    <p>{tu_string!(i18n, credit.payment.lead)}</p>
                </div>
            </div>
            {content}
        </div>
    }
    .into_any()
}

/// What the address says of the payment; without JavaScript the form is worked out through it.
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

/// What is typed, and what the service says of it.
#[derive(Clone, Copy)]
struct Typing {
    form: RwSignal<PaymentForm>,
    /// The amount as the page, not the reader, sets it.
    set_amount: RwSignal<String>,
    look: ServerAction<LookAtPayment>,
    /// True while the service has not been asked about what was typed last.
    waits: RwSignal<bool>,
}

fn desk_view(
    desk: PaymentDesk,
    typed: RwSignal<Option<PaymentForm>>,
    record: ServerAction<RecordPayment>,
) -> AnyView {
    let i18n = use_i18n();
    let PaymentDesk { facility, today, form, look } = desk;
    if !facility.status.is_live() {
        return view! {
            <Notice tone=Tone::Warning title=tu_string!(i18n, credit.payment.not_live)>
                <p>{tu_string!(i18n, credit.payment.not_live_text)}</p>
            </Notice>
        }
        .into_any();
    }
    let form = PaymentForm { amount: figure(i18n, &form.amount), ..form };
    let typing = Typing {
        set_amount: RwSignal::new(form.amount.clone()),
        form: RwSignal::new(form),
        look: ServerAction::new(),
        waits: RwSignal::new(false),
    };
    Effect::new(move |_| {
        typing.look.version().track();
        typing.waits.set(false);
    });
    let reference = facility.facility_ref.clone();
    let first = StoredValue::new(look);
    let shown = Signal::derive(move || {
        let latest = typing.look.value().get();
        latest.unwrap_or_else(|| Ok(first.get_value()))
    });
    let ask = ask_after_rest(typing, reference.clone());
    follow_quote(i18n, typing, shown, ask);
    make_again_when_stale(record, typing, typed);
    let blocked = Signal::derive(move || match shown.get() {
        Ok(PaymentLook { preview: Err(error), .. }) if !typing.waits.get() => {
            Some(refusal_text(i18n, &error))
        }
        Ok(_) | Err(_) => None,
    });
    let hint = amount_hint(i18n, &first.read_value());
    let today = short_date_text(i18n, today);
    let sent = (reference, facility.revision);

    view! {
        <div class="payment-desk">
            {form_view(i18n, record, typing, sent, (today, hint), (ask, blocked))}
            <section class="stack" aria-labelledby="preview" aria-live="polite">
                {move || match shown.get() {
                    Ok(look) => look_view(&facility, &look, &typing.form.read()),
                    Err(error) => {
                        view! { <Notice tone=Tone::Danger title=error.text(i18n)/> }.into_any()
                    }
                }}
            </section>
        </div>
    }
    .into_any()
}

/// What the amount was filled in with.
fn amount_hint(i18n: Language, look: &PaymentLook) -> &'static str {
    if look.due_now.is_positive() {
        tu_string!(i18n, credit.payment.amount_hint)
    } else {
        tu_string!(i18n, credit.payment.amount_hint_next)
    }
}

/// A form whose facility has changed since is made again, with what was typed, so that its reader
/// sees what has changed before they send it once more.
fn make_again_when_stale(
    record: ServerAction<RecordPayment>,
    typing: Typing,
    typed: RwSignal<Option<PaymentForm>>,
) {
    Effect::new(move |before: Option<usize>| {
        let now = record.version().get();
        let is_stale = matches!(
            &*record.value().read_untracked(),
            Some(Err(error)) if error.is_out_of_date()
        );
        if before.is_some_and(|before| before != now) && is_stale {
            typed.set(Some(typing.form.get_untracked()));
        }
        now
    });
}

/// Asks the service once typing rests.
fn ask_after_rest(typing: Typing, facility_ref: String) -> Callback<()> {
    let rest = StoredValue::new(0_u32);
    Callback::new(move |()| {
        typing.waits.set(true);
        rest.update_value(|turn| *turn = turn.wrapping_add(1));
        let (turn, facility_ref) = (rest.get_value(), facility_ref.clone());
        set_timeout(
            move || {
                if rest.try_get_value() == Some(turn) {
                    let payment = typing.form.get_untracked();
                    typing.look.dispatch(LookAtPayment { facility_ref, payment });
                }
            },
            REST,
        );
    })
}

/// A settlement takes just the amount of the quote: the page fills it in, and puts back what was
/// there before when it is no settlement after all.
fn follow_quote(
    i18n: Language,
    typing: Typing,
    shown: Signal<crate::error::UiResult<PaymentLook>>,
    ask: Callback<()>,
) {
    Effect::new(move |_| {
        let Ok(PaymentLook { quote: Some(quote), .. }) = shown.get() else { return };
        let total = figure(i18n, &quote.total.to_string());
        let (settles, amount) = {
            let form = typing.form.read();
            (form.early_settlement, form.amount.clone())
        };
        if settles && amount != total {
            typing.form.update(|form| form.amount.clone_from(&total));
            typing.set_amount.set(total);
            ask.run(());
        }
    });
}

fn form_view(
    i18n: Language,
    record: ServerAction<RecordPayment>,
    typing: Typing,
    (reference, revision): (String, i64),
    (today, hint): (String, &'static str),
    (ask, blocked): (Callback<()>, Signal<Option<String>>),
) -> AnyView {
    let error: FormError = Signal::derive(move || record.value().get().and_then(Result::err));
    let form = typing.form.get_untracked();
    let date = Callback::new(move |text| {
        typing.form.update(|form| form.payment_date = text);
        ask.run(());
    });
    let note = Callback::new(move |text| {
        typing.form.update(|form| form.reference = text);
        ask.run(());
    });

    view! {
        <div class="stack">
            <ErrorSummary error/>
            <ActionForm action=record attr:class="card">{one_time_key()}
                <input type="hidden" name="facility_ref" value=reference.clone()/>
                <input type="hidden" name="revision" value=revision.to_string()/>
                <div class="card-body form">
                    {amount_field(i18n, typing, hint, error, ask)}
                    <TextField
                        id="paymentDate"
                        name="payment[payment_date]"
                        label=tu_string!(i18n, credit.payment.date)
                        kind="date"
                        value=Signal::stored(form.payment_date)
                        hint=tu_string!(i18n, credit.payment.date_hint, today = today)
                        error=at(error, "paymentDate")
                        required=true
                        on_input=date
                    />
                    <TextField
                        id="reference"
                        name="payment[reference]"
                        label=tu_string!(i18n, credit.payment.reference)
                        value=Signal::stored(form.reference)
                        hint=tu_string!(i18n, credit.payment.reference_hint)
                        error=at(error, "reference")
                        on_input=note
                    />
                    {settlement_choice(i18n, typing, ask)}
                </div>
                {foot(i18n, &reference, record.pending().into(), blocked)}
            </ActionForm>
        </div>
    }
    .into_any()
}

/// The button that records the payment, and the one that works it out without JavaScript.
fn foot(
    i18n: Language,
    reference: &str,
    busy: Signal<bool>,
    blocked: Signal<Option<String>>,
) -> AnyView {
    let work_out = format!(
        "<button class=\"button\" type=\"submit\" formmethod=\"get\" \
         formaction=\"/credit/{reference}/payment\">{}</button>",
        tu_string!(i18n, credit.payment.work_out)
    );
    view! {
        <div class="card-foot">
            <Button
                id="record"
                text=tu_string!(i18n, credit.payment.submit)
                kind=ButtonKind::Primary
                submit=true
                busy
                blocked
            />
            <noscript inner_html=work_out></noscript>
            <p class="field-hint">{tu_string!(i18n, credit.payment.submit_text)}</p>
        </div>
    }
    .into_any()
}

/// Whether the payment settles the facility.
fn settlement_choice(i18n: Language, typing: Typing, ask: Callback<()>) -> AnyView {
    let early = typing.form.read_untracked().early_settlement;
    let before = StoredValue::new(String::new());
    let settle = move |event| {
        let settles = event_target_checked(&event);
        let mut form = typing.form.get_untracked();
        form.settle(settles, &mut before.write_value());
        if !settles {
            typing.set_amount.set(form.amount.clone());
        }
        typing.form.set(form);
        ask.run(());
    };
    view! {
        <label class="choice">
            <input
                type="checkbox"
                name="payment[early_settlement]"
                value="true"
                checked=early
                on:change=settle
            />
            <span>
                {tu_string!(i18n, credit.payment.settle)}
                <span class="table-sub">{tu_string!(i18n, credit.payment.settle_text)}</span>
            </span>
        </label>
    }
    .into_any()
}

fn amount_field(
    i18n: Language,
    typing: Typing,
    hint: &'static str,
    error: FormError,
    ask: Callback<()>,
) -> AnyView {
    let error = at(error, "amount");
    let node = NodeRef::<Input>::new();
    follow_value(node, typing.set_amount.into());
    view! {
        <Field id="amount" label=tu_string!(i18n, credit.payment.amount) hint error>
            <input
                class="input number"
                id="amount"
                name="payment[amount]"
                type="text"
                inputmode="decimal"
                autocomplete="off"
                required=true
                value=typing.set_amount.get_untracked()
                readonly=move || typing.form.read().early_settlement
                node_ref=node
                aria-invalid=move || error.read().is_some().then_some("true")
                aria-describedby=move || described_by("amount", true, error.read().is_some())
                on:input=move |event| {
                    let text = event_target_value(&event);
                    typing.form.update(|form| form.amount = text);
                    ask.run(());
                }
            />
        </Field>
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
