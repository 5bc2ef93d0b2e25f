//! The script that keeps a form from being sent twice.

use leptos::nonce::use_nonce;
use leptos::prelude::*;

/// Guards every form of every page, before and after the program takes the page over:
///
/// - While a form is being answered its buttons are disabled, and it cannot be sent again. A page
///   that comes back from the browser's cache has its buttons back, and so has one whose
///   navigation was stopped, after a while.
/// - A form with a key sends it: in the field when the browser posts the form itself, in the
///   header `Idempotency-Key` when the program does. The same form with the same content keeps its
///   key for a while after it was answered, so that the second click of a double click gets the
///   recorded response however fast the first one was. After that, or with other content, a form
///   that was answered gets a new key. A form that was refused keeps its key: a refused request
///   leaves nothing behind.
const GUARD: &str = "(() => {
    const REPEAT = 30000;
    const answered = new Map();
    const pending = new Set();
    let sent;
    const draw = () =>
        Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
            byte.toString(16).padStart(2, '0'),
        ).join('');
    const now = () => performance.now();
    const path = (address) => new URL(address, location.href).pathname;
    const keyOf = (form) => form.querySelector('input[name=idempotency_key]');
    const buttons = (form) =>
        [...form.elements].filter((it) => it.matches('button[type=submit], input[type=submit]'));
    const hold = (form) => {
        pending.add(form);
        const free = buttons(form).filter((button) => !button.hasAttribute('aria-disabled'));
        free.forEach((button) => {
            button.dataset.held = '';
            button.setAttribute('aria-disabled', 'true');
        });
    };
    const free = (form) => {
        if (!pending.delete(form)) return;
        const held = buttons(form).filter((button) => 'held' in button.dataset);
        held.forEach((button) => {
            delete button.dataset.held;
            button.removeAttribute('aria-disabled');
        });
    };
    const content = (form, submitter) => {
        const data = new URLSearchParams(new FormData(form, submitter));
        data.delete('idempotency_key');
        return `${form.getAttribute('action')}?${data}`;
    };
    const refuse = (event) => {
        event.preventDefault();
        event.stopImmediatePropagation();
    };
    const onSubmit = (event) => {
        const { target: form, submitter } = event;
        const method = submitter?.getAttribute('formmethod') ?? form.getAttribute('method');
        if (method?.toLowerCase() !== 'post') return;
        if (pending.has(form)) return refuse(event);
        answered.forEach(({ at }, id) => now() - at > REPEAT && answered.delete(id));
        const field = keyOf(form);
        const id = content(form, submitter);
        if (field) field.value = answered.get(id)?.key ?? (field.value || draw());
        sent = { form, field, id, key: field?.value, to: path(form.getAttribute('action')) };
        setTimeout(() => {
            if (event.defaultPrevented) return;
            hold(form);
            setTimeout(() => free(form), REPEAT);
        });
    };
    const onClick = (event) => {
        if (event.target.closest?.('button[aria-busy=true]')) refuse(event);
    };
    const fetchNow = window.fetch;
    window.fetch = (request, options) => {
        const isSent = request instanceof Request && request.method === 'POST' && sent;
        if (!isSent || path(request.url) !== sent.to) return fetchNow(request, options);
        const { form, field, id, key } = sent;
        sent = undefined;
        if (key) request.headers.set('Idempotency-Key', key);
        hold(form);
        return fetchNow(request, options)
            .then((response) => {
                if (response.ok && key) {
                    answered.set(id, { key, at: now() });
                    if (field.value === key) field.value = '';
                }
                return response;
            })
            .finally(() => free(form));
    };
    addEventListener('submit', onSubmit, true);
    addEventListener('click', onClick, true);
    addEventListener('pageshow', (event) => event.persisted && pending.forEach(free));
})()";

/// The script. It runs before anything else of the page does.
#[component]
pub(super) fn FormGuard() -> impl IntoView {
    view! { <script nonce=use_nonce()>{GUARD}</script> }
}
