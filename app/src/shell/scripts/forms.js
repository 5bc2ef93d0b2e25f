// Submits forms without loading a new page. If the server refuses a form, its errors are displayed
// above the form and at the fields, and the input stays. Such a form has `data-sent`. It can ask a
// question first (`data-question`, the id of a dialog), store unsent input (`data-keep`, the key in
// the storage), confirm success (`data-confirm`), and display a response that is shown only once
// (`data-result`, the id of a template). After a successful response the page is reloaded, or the
// page that the server names is loaded. `data-refreshes` names a part of the page that is updated
// when the input changes, without loading a new page.
(() => {
  const KEPT_FOR = 7 * 24 * 60 * 60 * 1000;
  const PAUSE = 250;
  const SECRET = ['hidden', 'password', 'file', 'submit', 'button'];
  const CHOICE = ['checkbox', 'radio'];

  const byId = (id) => document.getElementById(id);
  const dispatch = (name, detail) =>
    document.dispatchEvent(new CustomEvent(`mizan:${name}`, { detail }));
  const words = () => byId('words').dataset;
  const copyOf = (id) => byId(id).content.firstElementChild.cloneNode(true);

  // The errors of fields, displayed below them until they change.
  const notes = new Map();
  const unmark = (field) => {
    const note = notes.get(field);
    if (!note) return;
    notes.delete(field);
    note.element.remove();
    if (note.describedBy === null) field.removeAttribute('aria-describedby');
    else field.setAttribute('aria-describedby', note.describedBy);
    field.removeAttribute('aria-invalid');
  };
  const mark = (field, text) => {
    unmark(field);
    const element = copyOf('field-note');
    const label = element.querySelector('.field-error');
    label.id = `${field.id}-note`;
    label.append(text);
    const around = field.closest('.field');
    if (around) around.append(element);
    else field.after(element);
    const describedBy = field.getAttribute('aria-describedby');
    notes.set(field, { element, describedBy });
    field.setAttribute('aria-describedby', [describedBy, label.id].filter(Boolean).join(' '));
    field.setAttribute('aria-invalid', 'true');
  };

  // Validation errors of the browser, in the language of the page instead of that of the browser.
  const locale = document.documentElement.lang === 'ar' ? 'ar-AE-u-nu-arab' : 'en-GB';
  const dayText = (day) => {
    const format = { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' };
    return new Intl.DateTimeFormat(locale, format).format(new Date(day));
  };
  // A date is displayed in the format of the page while it is not edited; the browser knows only its
  // own. The bundle of a page changes its fields without an event, so they keep that of the browser.
  const sayDate = (field) => {
    const isEmpty = !field.value && !field.validity.badInput;
    field.toggleAttribute('data-empty', isEmpty);
    // A field can hold later days than a date of JavaScript.
    if (Number.isFinite(Date.parse(field.value))) field.dataset.said = dayText(field.value);
    else if (isEmpty) field.dataset.said = words().select;
    else delete field.dataset.said;
  };
  const sayDates = () => {
    const fields = document.querySelectorAll('input[type=date]:not(leptos-island *)');
    fields.forEach(sayDate);
  };
  const foundBy = ({ validity, type, tagName, min, max }) => {
    const said = words();
    if (validity.valueMissing) {
      if (tagName === 'SELECT' || type === 'radio' || type === 'file') return said.choose;
      return { checkbox: said.tick, date: said.date }[type] ?? said.required;
    }
    if (validity.typeMismatch && type === 'email') return said.email;
    if (validity.rangeUnderflow) return `${said.from}: ${dayText(min)}`;
    if (validity.rangeOverflow) return `${said.until}: ${dayText(max)}`;
    if (validity.badInput) return type === 'date' ? said.date : said.number;
    return said.wrong;
  };
  let hasFocused = false;
  const refuseEarly = (event) => {
    // The sign-in pages have no such texts, so the browser displays its own.
    if (!byId('words')) return;
    event.preventDefault();
    mark(event.target, foundBy(event.target));
    if (hasFocused) return;
    hasFocused = true;
    setTimeout(() => (hasFocused = false));
    event.target.focus();
  };

  // Errors of the server.
  const refusals = new Map();
  const clear = (form) => {
    refusals.get(form)?.remove();
    refusals.delete(form);
    [...notes.keys()].filter((field) => form.contains(field)).forEach(unmark);
  };
  const placeOf = (form, path) => {
    const anchors = JSON.parse(form.dataset.anchors ?? '{}');
    return anchors[path] ?? anchors['*'] ?? path;
  };
  const refuse = (form, { title, text, fields }) => {
    const refusal = copyOf('refusal');
    refusal.querySelector('.notice-title').textContent = title;
    const [list, line] = [refusal.querySelector('ul'), refusal.querySelector('ul + p')];
    const item = list.firstElementChild;
    list.replaceChildren(
      ...fields.map(([path, message]) => {
        const entry = item.cloneNode(true);
        entry.firstElementChild.href = `#${placeOf(form, path)}`;
        entry.firstElementChild.textContent = message;
        return entry;
      }),
    );
    if (fields.length === 0) list.remove();
    else line.remove();
    line.textContent = text;
    form.before(refusal);
    refusals.set(form, refusal);
    fields.forEach(([path, message]) => {
      const field = byId(placeOf(form, path));
      if (field?.matches('input, select, textarea')) mark(field, message);
    });
    refusal.focus();
    dispatch('declined');
  };

  // Responses that are displayed only once: a copy of a template with placeholders for fields of
  // the response.
  const fill = (text, value) => text.replace(/\{(\w+)\}/g, (_, name) => value[name] ?? '');
  const show = (form, answer) => {
    const value = typeof answer === 'string' ? { value: answer } : answer;
    const result = copyOf(form.dataset.result);
    result.querySelectorAll('[data-text]').forEach((it) => {
      it.textContent = fill(it.dataset.text, value);
    });
    result.querySelectorAll('[data-value]').forEach((it) => {
      it.setAttribute('value', fill(it.dataset.value, value));
    });
    result.querySelectorAll('[data-href]').forEach((it) => {
      it.href = fill(it.dataset.href, value);
    });
    result.querySelectorAll('[data-src]').forEach((it) => {
      it.src = fill(it.dataset.src, value);
    });
    result.querySelectorAll('[data-each]').forEach((it) => {
      const line = it.firstElementChild;
      const lines = value[it.dataset.each].map((text) => {
        const copy = line.cloneNode(true);
        copy.firstElementChild.textContent = text;
        return copy;
      });
      it.replaceChildren(...lines);
    });
    result.querySelectorAll('[data-copy]').forEach((it) => {
      it.dataset.text = value[it.dataset.copy].join('\n');
    });
    result.querySelectorAll('[data-file]').forEach((it) => {
      const text = `${value[it.dataset.file].join('\n')}\n`;
      it.href = `data:text/plain;charset=utf-8,${encodeURIComponent(text)}`;
    });
    const place = byId(`${form.dataset.result}-place`);
    place.replaceChildren(result);
    result.tabIndex = -1;
    result.focus();
  };

  // Secrets that are displayed only once are copied, downloaded and acknowledged before the page is
  // left.
  const copy = async (button) => {
    const written = navigator.clipboard.writeText(button.dataset.text);
    const isCopied = await written.then(() => true).catch(() => false);
    const state = button.closest('section').querySelector('[role=status]');
    state.textContent = isCopied ? button.dataset.copied : button.dataset.failed;
  };
  const acknowledge = (box) => {
    const section = box.closest('section');
    section.querySelector('[data-leads]').disabled = !box.checked;
    if (box.checked) delete section.dataset.unkept;
    else section.dataset.unkept = '';
  };
  const pressSecret = ({ target }) => {
    const button = target.closest?.('[data-copy], [data-leads]');
    if (button?.dataset.copy) copy(button);
    else if (button) location.assign(button.dataset.leads);
  };

  // Restores unsent input when the same user opens the form again. Unchanged fields are not stored,
  // so that they show the current state of the record.
  const fieldsOf = (form) =>
    [...form.querySelectorAll('[name]')].filter(
      (it) => it.matches('input, select, textarea') && !SECRET.includes(it.type),
    );
  const keyOf = (it) => (CHOICE.includes(it.type) ? `${it.name}=${it.value}` : it.name);
  const read = (it) => (CHOICE.includes(it.type) ? it.checked : it.value);
  const asItCame = (it) => {
    if (CHOICE.includes(it.type)) return it.defaultChecked;
    if (it.tagName !== 'SELECT') return it.defaultValue;
    return (it.querySelector('option[selected]') ?? it.options[0])?.value;
  };
  const write = (it, typed) => {
    if (CHOICE.includes(it.type)) it.checked = typed;
    else it.value = typed;
    ['input', 'change'].forEach((kind) => it.dispatchEvent(new Event(kind, { bubbles: true })));
  };
  const keptOf = (form) => {
    const kept = JSON.parse(localStorage.getItem(form.dataset.keep) ?? 'null');
    return kept && Date.now() - kept.at <= KEPT_FOR ? kept : undefined;
  };
  const changedIn = (form) => fieldsOf(form).filter((it) => read(it) !== asItCame(it));
  const keep = (form) => {
    const fields = Object.fromEntries(changedIn(form).map((it) => [keyOf(it), read(it)]));
    // Keeps the stored values of fields that are currently not in the form.
    const known = new Set(fieldsOf(form).map(keyOf));
    const others = Object.entries(keptOf(form)?.fields ?? {}).filter(([key]) => !known.has(key));
    Object.assign(fields, Object.fromEntries(others));
    localStorage.setItem(form.dataset.keep, JSON.stringify({ at: Date.now(), fields }));
  };
  // A field named `id` or `action` hides the property of the form.
  const noticeOf = (form) => byId(`${form.getAttribute('id')}-kept`);
  const forget = (form) => {
    if (!form.dataset.keep) return;
    localStorage.removeItem(form.dataset.keep);
    noticeOf(form).hidden = true;
  };
  const holds = (it, value) =>
    it.tagName !== 'SELECT' || [...it.options].some((option) => option.value === value);
  const bringBack = (form) => {
    const kept = keptOf(form);
    if (!kept) return;
    const isOther = (it) => {
      const value = kept.fields[keyOf(it)];
      return value !== undefined && read(it) !== value && holds(it, value);
    };
    const isText = (it) => !CHOICE.includes(it.type) && it.tagName !== 'SELECT';
    // Selections first, because other fields may depend on them.
    const others = fieldsOf(form).filter(isOther);
    others.sort((one, other) => isText(one) - isText(other));
    others.forEach((it) => write(it, kept.fields[keyOf(it)]));
    noticeOf(form).hidden = others.length === 0;
  };
  const beginAnew = ({ target }) => {
    const form = byId(target.closest?.('[data-begin-anew]')?.dataset.beginAnew);
    if (!form) return;
    form.reset();
    fieldsOf(form).forEach((it) => write(it, read(it)));
    forget(form);
  };

  // Submission. A form that redirects is not submitted again while the browser leaves the page.
  let isLeaving = false;
  const goOn = (address) => {
    isLeaving = true;
    const url = new URL(address ?? location.href, location.href);
    // Without a query, the same path means the current page with its filters.
    if (url.pathname === location.pathname && !url.search) url.search = location.search;
    const keepsPlace = url.pathname === location.pathname && !url.hash;
    if (keepsPlace) sessionStorage.setItem('mizan.place', String(scrollY));
    const isSame = url.href.split('#')[0] === location.href.split('#')[0];
    if (!isSame) return location.assign(url);
    if (url.hash) location.hash = url.hash;
    location.reload();
  };
  const bodyOf = (form, submitter) => {
    const data = new FormData(form, submitter);
    return form.getAttribute('enctype') === 'multipart/form-data' ? data : new URLSearchParams(data);
  };
  const send = async (form, submitter) => {
    clear(form);
    const headers = { accept: 'application/json', 'mizan-form': 'true' };
    const body = bodyOf(form, submitter);
    const { lostTitle: title, lost: text } = words();
    const lost = { title, text, fields: [] };
    const response = await guard.post(form, submitter, { headers, body }).catch(() => undefined);
    const answer = await response?.json().catch(() => undefined);
    if (!response?.ok) {
      if (answer?.words?.isSignedOut) dispatch('refused');
      return refuse(form, answer?.words ?? lost);
    }
    forget(form);
    const confirmation = response.headers.get('mizan-confirm');
    const planned = submitter?.dataset.confirm ?? form.dataset.confirm;
    const done = confirmation ? decodeURIComponent(confirmation) : planned;
    if (done) dispatch('confirm', [done]);
    if (!form.dataset.result) return goOn(response.headers.get('mizan-next'));
    form.reset();
    dispatch('stale');
    show(form, answer);
    if ('replaced' in form.dataset) form.remove();
  };
  const questionOf = (form, submitter) => submitter?.dataset.question ?? form.dataset.question;
  const ask = (form, submitter) => {
    const dialog = byId(questionOf(form, submitter));
    const answer = () => dialog.returnValue === 'yes' && send(form, submitter);
    dialog.returnValue = '';
    dialog.addEventListener('close', answer, { once: true });
    dialog.showModal();
  };

  // Parts that depend on the input. The fields of an element with `data-refreshes` are added to the
  // URL of the page, and the named part is replaced with that of the response. A form that has the
  // attribute itself, without `method`, is submitted in this way: the whole part is replaced, and
  // the URL of the page contains the input. Changes in other forms of the part are kept where the new
  // part proposes the same value.
  const pageAt = async (address) => {
    const response = await fetch(address, { headers: { accept: 'text/html' } }).catch(() => undefined);
    return new DOMParser().parseFromString((await response?.text()) ?? '', 'text/html');
  };
  const waiting = new Map();
  const refresh = async (around) => {
    const mine = waiting.get(around);
    const query = new URLSearchParams(location.search);
    const fields = fieldsOf(around);
    fields.forEach(({ name }) => query.delete(name));
    fields.filter(read).forEach(({ name, value }) => query.append(name, value));
    const page = await pageAt(`${location.pathname}?${query}`);
    const now = page.getElementById(around.dataset.refreshes);
    const isLatest = waiting.get(around) === mine && around.isConnected;
    if (now && isLatest) byId(now.id).replaceChildren(...now.childNodes);
    sayDates();
  };
  const refreshSoon = ({ target }) => {
    const around = target.closest?.('[data-refreshes]:not(form)');
    if (!around || !target.name) return;
    clearTimeout(waiting.get(around));
    waiting.set(around, setTimeout(refresh, PAUSE, around));
  };
  // Keeps the focus at the same control in the new part. If that control no longer exists and the
  // keyboard was used, focuses the first field.
  const keepFocus = (part, focused, isByKey) => {
    const isSame = (it) =>
      it.id === focused?.id &&
      it.name === focused.name &&
      (it.tagName !== 'BUTTON' || it.value === focused.value);
    const same = [...part.querySelectorAll('input, select, textarea, button')].find(isSame);
    (part.querySelector('[role=alert]') ?? same ?? (isByKey && fieldsOf(part)[0]))?.focus?.();
    if (same && focused.selectionStart != null) {
      same.setSelectionRange(focused.selectionStart, focused.selectionEnd);
    }
  };
  let latest;
  const answer = async (form, submitter) => {
    const query = new URLSearchParams(new FormData(form, submitter));
    const address = `${form.getAttribute('action')}?${query}`;
    latest = address;
    const sent = fieldsOf(form).map((it) => [it, read(it)]);
    const part = byId(form.dataset.refreshes);
    const othersIn = (it) => [...it.querySelectorAll('form[data-sent]')];
    const now = (await pageAt(address)).getElementById(part.id);
    if (latest !== address || !part.isConnected) return;
    if (!now) return location.assign(address);
    history.replaceState(history.state, '', address);
    const focused = part.contains(document.activeElement) ? document.activeElement : undefined;
    const isByKey = focused?.matches(':focus-visible');
    const changed = othersIn(part).flatMap(changedIn);
    part.replaceWith(now);
    const fields = new Map(othersIn(now).flatMap(fieldsOf).map((it) => [keyOf(it), it]));
    changed.forEach((it) => {
      const same = fields.get(keyOf(it));
      if (same && asItCame(same) === asItCame(it)) write(same, read(it));
    });
    // Input that was entered during the request.
    sent.filter(([it, value]) => read(it) !== value).forEach(([it]) => {
      write(now.querySelector(`[name="${it.name}"]`), read(it));
    });
    keepFocus(now, focused, isByKey);
    sayDates();
  };
  const onSubmit = (event) => {
    const { target: form, submitter } = event;
    if (!form.matches('[data-sent], form[data-refreshes]') || event.defaultPrevented) return;
    event.preventDefault();
    if (isLeaving || submitter?.ariaDisabled === 'true') return;
    if (!form.matches('[data-sent]')) answer(form, submitter);
    else (questionOf(form, submitter) ? ask : send)(form, submitter);
  };

  // Displays the number of changed fields (`data-changes`, the text for none).
  const sayChanges = (form) => {
    const place = form?.querySelector('[data-changes]');
    if (!place) return;
    const count = changedIn(form).length;
    const { changes, one, many } = place.dataset;
    place.textContent = [changes, one][count] ?? many.replace('#', count.toLocaleString(locale));
  };
  // Displays the number of ticked boxes in the button that submits them (`data-ticked`, their name).
  const sayTicked = (form) => {
    const button = form?.querySelector('[data-ticked]');
    if (!button) return;
    const { ticked, none, one, many } = button.dataset;
    const count = [...form.elements].filter((it) => it.name === ticked && it.checked).length;
    button.textContent = [none, one][count] ?? many.replace('#', count.toLocaleString(locale));
  };
  const onChange = ({ target }) => {
    unmark(target);
    if (target.dataset?.said || target.type === 'date') sayDates();
    const form = target.form;
    if (form?.dataset.keep && target.name) keep(form);
    sayChanges(form);
    sayTicked(form);
  };

  const listen = (name, act) =>
    document.addEventListener(`mizan:${name}`, ({ detail }) => act(...detail));

  listen('fault', (id, text) => {
    const field = byId(id);
    if (field?.matches('input, select, textarea') && !byId(`${id}-error`)) mark(field, text);
  });
  listen('no-fault', (id) => unmark(byId(id)));
  listen('sent', (id) => byId(id) && forget(byId(id)));
  addEventListener('invalid', refuseEarly, true);
  addEventListener('input', onChange, true);
  addEventListener('change', onChange, true);
  addEventListener('input', refreshSoon);
  addEventListener('change', ({ target }) => target.matches?.('[data-keeps]') && acknowledge(target));
  addEventListener('beforeunload', (event) => {
    if (document.querySelector('[data-unkept]')) event.preventDefault();
  });
  // A page from the back/forward cache must not display them again.
  addEventListener('pagehide', () =>
    document.querySelectorAll('[id$="-place"]').forEach((place) => place.replaceChildren()),
  );
  addEventListener('pageshow', () => (isLeaving = false));
  addEventListener('click', pressSecret);
  addEventListener('click', beginAnew);
  addEventListener('submit', onSubmit);
  // Forms that the bundle hydrates are restored after hydration.
  const isOfProgram = (form) =>
    document.querySelector('script[data-program]') !== null &&
    (form.closest('leptos-island') !== null || document.querySelector('leptos-island') === null);
  const bringAllBack = (ofProgram) =>
    [...document.querySelectorAll('form[data-keep]')]
      .filter((form) => isOfProgram(form) === ofProgram)
      .forEach(bringBack);
  addEventListener('DOMContentLoaded', () => {
    sayDates();
    bringAllBack(false);
  });
  document.addEventListener('mizan:taken-over', () => bringAllBack(true));
})();
