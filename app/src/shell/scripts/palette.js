// The search dialog and the dialog of keys. Typing in the search of the top bar, Ctrl or Command
// with K, and `/` open the search; `?` opens the keys. The results come from the server while the
// user types. The options are links, so that a click works as on any link; Enter without a selected
// option submits the form, and the server opens an exact match. The keys without Ctrl or Command can
// be turned off.
(() => {
  const PAUSE = 120;
  const SINGLE_KEYS = 'mizan.single-keys';
  const TYPED = 'textarea, select, [contenteditable], input:not([type=radio], [type=checkbox])';

  const find = (selector) => document.querySelector(selector);
  const palette = () => find('#palette');
  const field = () => find('#palette-text');
  const list = () => find('#palette-results');
  const options = () => [...list().querySelectorAll('[role=option]')];
  // Ctrl with a letter of another script counts as the key of the Latin letter at its place.
  const isK = ({ key, code }) => (/^[a-z]$/i.test(key) ? /^k$/i.test(key) : code === 'KeyK');
  const isPlain = ({ ctrlKey, metaKey, altKey }) => !ctrlKey && !metaKey && !altKey;
  const isPlainKey = (event) =>
    isPlain(event) && !event.target.matches?.(TYPED) && localStorage.getItem(SINGLE_KEYS) !== 'off';
  const digits = (count) =>
    document.documentElement.lang === 'ar'
      ? String(count).replace(/\d/g, (digit) => '٠١٢٣٤٥٦٧٨٩'[digit])
      : String(count);

  const select = (option) => {
    options().forEach((it) => it.setAttribute('aria-selected', String(it === option)));
    if (option) field().setAttribute('aria-activedescendant', option.id);
    else field().removeAttribute('aria-activedescendant');
    option?.scrollIntoView({ block: 'nearest' });
  };
  const move = (step) => {
    const all = options();
    if (all.length === 0) return;
    const place = all.findIndex((it) => it.ariaSelected === 'true');
    const first = step > 0 ? 0 : all.length - 1;
    select(all[place < 0 ? first : (place + step + all.length) % all.length]);
  };

  const element = (name, attributes, ...content) => {
    const made = document.createElement(name);
    Object.entries(attributes).forEach(([key, value]) => made.setAttribute(key, value));
    made.append(...content);
    return made;
  };
  const optionOf = ({ title, detail, address }, id) =>
    element(
      'a',
      { class: 'palette-option', id, role: 'option', href: address, tabindex: '-1' },
      element('strong', {}, element('bdi', {}, title)),
      element('span', {}, element('bdi', {}, detail)),
    );
  const groupOf = ({ title, lines }, index) => {
    const id = `palette-group-${index}`;
    const made = lines.map((line, place) => optionOf(line, `palette-option-${index}-${place}`));
    const head = element('div', { class: 'palette-group', id, role: 'presentation' }, title);
    return element('div', { role: 'group', 'aria-labelledby': id }, head, ...made);
  };
  const show = ({ groups }) => {
    list().replaceChildren(...groups.map(groupOf));
    const count = options().length;
    const { found, none } = palette().dataset;
    list().hidden = count === 0;
    list().scrollTop = 0;
    field().setAttribute('aria-expanded', String(count > 0));
    palette().querySelector('[role=status]').textContent = count
      ? found.replace('#', digits(count))
      : none;
    select();
  };

  // A result that arrives after the text has changed again is discarded.
  let waiting;
  let request;
  const ask = async () => {
    request?.abort();
    request = new AbortController();
    const { signal } = request;
    const response = await fetch(palette().dataset.source, {
      method: 'POST',
      headers: { accept: 'application/json' },
      body: new URLSearchParams({ text: field().value }),
      signal,
    }).catch(() => undefined);
    if (response?.status === 401) {
      palette().close();
      document.dispatchEvent(new CustomEvent('mizan:refused'));
      return;
    }
    const found = response?.ok && (await response.json().catch(() => undefined));
    if (found && !signal.aborted) show(found);
  };
  const askSoon = () => {
    clearTimeout(waiting);
    waiting = setTimeout(ask, PAUSE);
  };

  const open = (text) => {
    if (!palette() || find('dialog[open]')) return false;
    document.querySelectorAll('[popover]:popover-open').forEach((it) => it.hidePopover());
    palette().showModal();
    field().value = text;
    field().focus();
    show({ groups: [] });
    palette().querySelector('[role=status]').textContent = '';
    ask();
    return true;
  };
  const openKeys = () => {
    const dialog = find('#keys');
    if (!dialog || find('dialog[open]')) return false;
    dialog.querySelector('input').checked = localStorage.getItem(SINGLE_KEYS) !== 'off';
    dialog.querySelectorAll('[data-needs]').forEach((row) => {
      const { needs } = row.dataset;
      row.hidden = needs !== '' && !find(needs);
    });
    dialog.showModal();
    return true;
  };

  const press = (event) => {
    const { key, target } = event;
    const isCommand = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
    if (isCommand && isK(event)) {
      if (open('') || palette()?.open) event.preventDefault();
    } else if (key === '/' && isPlainKey(event)) {
      if (open('')) event.preventDefault();
    } else if ((key === '?' || key === '؟') && isPlainKey(event)) {
      if (openKeys()) event.preventDefault();
    } else if (target === field()) choose(event);
  };
  const choose = (event) => {
    if (event.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const chosen = options().find((it) => it.ariaSelected === 'true');
    if (step) move(step);
    else if (event.key === 'Enter' && chosen) chosen.click();
    else return;
    event.preventDefault();
  };
  const type = ({ target, isComposing }) => {
    if (target === field()) return askSoon();
    if (target.id !== 'search' || isComposing) return;
    const text = target.value;
    if (open(text)) target.value = '';
  };
  const click = (event) => {
    const { target } = event;
    if (target.closest?.('[data-close]')) target.closest('dialog').close();
    // A click on the dialog itself, not on its content, is one beside it.
    else if (target === palette()) palette().close();
    else if (target.closest?.('[data-keys]')) {
      palette().close();
      openKeys();
    } else if (target.closest?.('[data-search]') && isPlain(event) && !event.shiftKey) {
      if (open('')) event.preventDefault();
    }
  };
  const turn = ({ target }) => {
    if (!target.matches?.('#keys input')) return;
    if (target.checked) localStorage.removeItem(SINGLE_KEYS);
    else localStorage.setItem(SINGLE_KEYS, 'off');
  };
  const leave = () => {
    if (palette()?.open) palette().close();
  };

  addEventListener('keydown', press);
  addEventListener('input', type);
  addEventListener('change', turn);
  addEventListener('click', click);
  addEventListener('pagehide', leave);
})();
