// Forms that are answered without a new page: what is refused is said above the form and at its
// fields, in the words of the server, and what was typed stays. Such a form has `data-sent`. It may
// ask first (`data-question`, the id of a dialog), keep what is typed (`data-keep`, the name in the
// storage), confirm what was done (`data-confirm`), and show what is shown once (`data-result`, the
// id of a template). After an answer the page comes again, or the one that the server names.
// `data-refreshes` names a part of the page that follows what is typed or chosen, without a new page.
(() => {
  const KEPT_FOR = 7 * 24 * 60 * 60 * 1000;
  const PAUSE = 250;
  const SECRET = ['hidden', 'password', 'file', 'submit', 'button'];
  const CHOICE = ['checkbox', 'radio'];

  const byId = (id) => document.getElementById(id);
  const tell = (name, detail) =>
    document.dispatchEvent(new CustomEvent(`mizan:${name}`, { detail }));
  const words = () => byId('words').dataset;
  const copyOf = (id) => byId(id).content.firstElementChild.cloneNode(true);

  // What is wrong with a field is said below it until it changes.
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

  // What the browser finds before it sends a form, in the language of the page and not its own.
  const locale = document.documentElement.lang === 'ar' ? 'ar-AE-u-nu-arab' : 'en-GB';
  const dayText = (day) => {
    const format = { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' };
    return new Intl.DateTimeFormat(locale, format).format(new Date(day));
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
    // A page before the sign-in leaves it to the browser.
    if (!byId('words')) return;
    event.preventDefault();
    mark(event.target, foundBy(event.target));
    if (hasFocused) return;
    hasFocused = true;
    setTimeout(() => (hasFocused = false));
    event.target.focus();
  };

  // What the server refuses.
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
    tell('declined');
  };

  // What is shown once: a copy of a template whose parts name members of the answer.
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

  // Secrets that are shown once are copied, kept and acknowledged before the page is left.
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

  // What was typed and not sent yet comes back when its reader opens the form again. What was left
  // as it came is not kept, so that it follows the record.
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
    // A form may be without some of its fields for a while.
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
    // Choices first, because other fields may follow them.
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

  // Sending. A form that leads on is not sent again while the browser leaves.
  let isLeaving = false;
  const goOn = (address) => {
    isLeaving = true;
    const url = new URL(address ?? location.href, location.href);
    // The same page without a query is the one that is shown, with its filters.
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
      if (answer?.words?.isSignedOut) tell('refused');
      return refuse(form, answer?.words ?? lost);
    }
    forget(form);
    const told = response.headers.get('mizan-confirm');
    const planned = submitter?.dataset.confirm ?? form.dataset.confirm;
    const done = told ? decodeURIComponent(told) : planned;
    if (done) tell('confirm', [done]);
    if (!form.dataset.result) return goOn(response.headers.get('mizan-next'));
    form.reset();
    tell('stale');
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

  // Parts that follow. The fields of an element with `data-refreshes` are added to the address of the
  // page, and the named part takes what that page says. A form that is marked itself, one without
  // `method`, is sent that way: the whole part is replaced, and the address says what was chosen.
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
  };
  const refreshSoon = ({ target }) => {
    const around = target.closest?.('[data-refreshes]:not(form)');
    if (!around || !target.name) return;
    clearTimeout(waiting.get(around));
    waiting.set(around, setTimeout(refresh, PAUSE, around));
  };
  // The focus stays where it was in the old part; where a key took its control away, the reader goes
  // on in the first field.
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
    const now = (await pageAt(address)).getElementById(part.id);
    if (latest !== address || !part.isConnected) return;
    if (!now) return location.assign(address);
    history.replaceState(history.state, '', address);
    const focused = part.contains(document.activeElement) ? document.activeElement : undefined;
    const isByKey = focused?.matches(':focus-visible');
    part.replaceWith(now);
    // What was typed meanwhile.
    sent.filter(([it, value]) => read(it) !== value).forEach(([it]) => {
      write(now.querySelector(`[name="${it.name}"]`), read(it));
    });
    keepFocus(now, focused, isByKey);
  };
  const onSubmit = (event) => {
    const { target: form, submitter } = event;
    if (!form.matches('[data-sent], form[data-refreshes]') || event.defaultPrevented) return;
    event.preventDefault();
    if (isLeaving || submitter?.ariaDisabled === 'true') return;
    if (!form.matches('[data-sent]')) answer(form, submitter);
    else (questionOf(form, submitter) ? ask : send)(form, submitter);
  };

  // How many fields are not as they came (`data-changes`, the words for none).
  const sayChanges = (form) => {
    const place = form?.querySelector('[data-changes]');
    if (!place) return;
    const count = changedIn(form).length;
    const { changes, one, many } = place.dataset;
    place.textContent = [changes, one][count] ?? many.replace('#', count.toLocaleString(locale));
  };
  const onChange = ({ target }) => {
    unmark(target);
    const form = target.form;
    if (form?.dataset.keep && target.name) keep(form);
    sayChanges(form);
  };

  const hear = (name, act) =>
    document.addEventListener(`mizan:${name}`, ({ detail }) => act(...detail));

  hear('fault', (id, text) => {
    const field = byId(id);
    if (field?.matches('input, select, textarea') && !byId(`${id}-error`)) mark(field, text);
  });
  hear('no-fault', (id) => unmark(byId(id)));
  hear('sent', (id) => byId(id) && forget(byId(id)));
  addEventListener('invalid', refuseEarly, true);
  addEventListener('input', onChange, true);
  addEventListener('change', onChange, true);
  addEventListener('input', refreshSoon);
  addEventListener('change', ({ target }) => target.matches?.('[data-keeps]') && acknowledge(target));
  addEventListener('beforeunload', (event) => {
    if (document.querySelector('[data-unkept]')) event.preventDefault();
  });
  // A page that comes back from the browser's memory does not show them again.
  addEventListener('pagehide', () =>
    document.querySelectorAll('[id$="-place"]').forEach((place) => place.replaceChildren()),
  );
  addEventListener('pageshow', () => (isLeaving = false));
  addEventListener('click', pressSecret);
  addEventListener('click', beginAnew);
  addEventListener('submit', onSubmit);
  // A form that the program takes over is brought back afterwards.
  const isOfProgram = (form) =>
    document.querySelector('script[data-program]') !== null &&
    (form.closest('leptos-island') !== null || document.querySelector('leptos-island') === null);
  const bringAllBack = (ofProgram) =>
    [...document.querySelectorAll('form[data-keep]')]
      .filter((form) => isOfProgram(form) === ofProgram)
      .forEach(bringBack);
  addEventListener('DOMContentLoaded', () => bringAllBack(false));
  document.addEventListener('mizan:taken-over', () => bringAllBack(true));
})();
