// Prevents a form from being submitted twice:
//
// - During a request, the buttons of the form are disabled, and it cannot be submitted again. They
//   are enabled again on a page from the back/forward cache, and after a while if the navigation
//   was stopped.
// - A form with an idempotency key sends it: in the field if the browser posts the form itself, or
//   in the header `Idempotency-Key` if a script does. The same form with the same content keeps its
//   key for a while after the response, so that the second click of a double click gets the
//   recorded response, however fast the first one was. After that, or with other content, the form
//   gets a new key. A refused form keeps its key: a refused request leaves nothing behind.
const guard = (() => {
  const REPEAT = 30000;
  const answered = new Map();
  const pending = new Set();

  const draw = () =>
    Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
      byte.toString(16).padStart(2, '0'),
    ).join('');
  const now = () => performance.now();
  const keyField = (form) => form.querySelector('input[name=idempotency_key]');
  const buttons = (form) =>
    [...form.elements].filter((it) => it.matches('button[type=submit], input[type=submit]'));
  const hold = (form) => {
    pending.add(form);
    const enabled = buttons(form).filter((button) => !button.hasAttribute('aria-disabled'));
    enabled.forEach((button) => {
      button.dataset.held = '';
      button.setAttribute('aria-disabled', 'true');
    });
  };
  const release = (form) => {
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
  // Sets the field to the key of this content.
  const setKey = (form, submitter) => {
    answered.forEach(({ at }, id) => now() - at > REPEAT && answered.delete(id));
    const field = keyField(form);
    const id = content(form, submitter);
    if (field) field.value = answered.get(id)?.key ?? (field.value || draw());
    return { field, id, key: field?.value };
  };

  // Posts a form from a script. Rejects when the connection is lost, like `fetch`.
  const post = async (form, submitter, { headers = {}, body }) => {
    const { field, id, key } = setKey(form, submitter);
    const request = new Request(form.getAttribute('action'), { method: 'POST', headers, body });
    if (key) request.headers.set('Idempotency-Key', key);
    hold(form);
    try {
      const response = await fetch(request);
      if (response.ok && key) {
        answered.set(id, { key, at: now() });
        if (field.value === key) field.value = '';
      }
      return response;
    } finally {
      release(form);
    }
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
    setKey(form, submitter);
    setTimeout(() => {
      if (event.defaultPrevented) return;
      hold(form);
      setTimeout(() => release(form), REPEAT);
    });
  };
  const onClick = (event) => {
    if (event.target.closest?.('button[aria-busy=true]')) refuse(event);
  };
  addEventListener('submit', onSubmit, true);
  addEventListener('click', onClick, true);
  addEventListener('pageshow', (event) => event.persisted && pending.forEach(release));
  return { post };
})();
