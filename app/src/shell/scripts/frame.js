// What every page answers by itself: badges and lists that follow the server, confirmations, the
// end of the session, and links. A page that has a program of its own talks to this script by
// events on the document:
//
// - from the program: `mizan:confirm` (what was done), `mizan:refused` (for the lack of a session),
//   and what concerns its forms, which the script of forms takes: `mizan:fault`, `mizan:no-fault`
//   and `mizan:sent`;
// - to the program: `mizan:signed-out`, `mizan:signed-in`, and from the script of forms
//   `mizan:declined` (a form was refused).
(() => {
  const SHOWN = 5000;
  const TOASTS = 'mizan.toasts';
  const PLACE = 'mizan.place';
  const PREPARED = 'mizan.prepared';
  const FRESH = 30000;
  const STREAM = '/api/notifications/stream';
  const SWITCHED = 'mizan.switched';
  const SWITCH = '.language-switch';
  const LINKS = 'a[href]:not([download])';

  const find = (selector) => document.querySelector(selector);
  const findAll = (selector) => [...document.querySelectorAll(selector)];
  const tell = (name) => document.dispatchEvent(new CustomEvent(`mizan:${name}`));
  const hear = (name, act) => document.addEventListener(`mizan:${name}`, act);
  const isProgram = () => find('script[data-program]') !== null;
  const isPlainClick = (event) =>
    event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  const digits = (count) =>
    document.documentElement.lang === 'ar'
      ? String(count).replace(/\d/g, (digit) => '٠١٢٣٤٥٦٧٨٩'[digit])
      : String(count);

  // Confirmations. One that is shown while the reader leaves is shown on the next page.
  const kept = () => JSON.parse(sessionStorage.getItem(TOASTS) ?? '[]');
  const keep = (toasts) => sessionStorage.setItem(TOASTS, JSON.stringify(toasts));
  const confirm = (text) => {
    const area = find('.toasts');
    const template = area?.querySelector('template');
    if (!template) return;
    const toast = template.content.firstElementChild.cloneNode(true);
    toast.querySelector('p').textContent = text;
    area.append(toast);
    const entry = { text, until: Date.now() + SHOWN };
    keep([...kept(), entry]);
    setTimeout(() => {
      toast.remove();
      keep(kept().filter((other) => other.until !== entry.until));
    }, SHOWN);
  };
  const confirmAgain = () => {
    const toasts = kept().filter(({ until }) => until > Date.now());
    sessionStorage.removeItem(TOASTS);
    toasts.forEach(({ text }) => confirm(text));
  };

  // What follows the server: the page is asked for again, and its parts marked `data-live` are put
  // in place of the old ones. A page with a program has only those of the frame.
  const sameIn = (part, { tagName, name, href, ariaLabel }) =>
    [...part.querySelectorAll(tagName)].find(
      (it) => it.name === name && it.href === href && it.ariaLabel === ariaLabel,
    );
  let renewing;
  let isStale = false;
  const renewNow = async () => {
    const response = await fetch(isProgram() ? '/notifications' : location.href, {
      headers: { accept: 'text/html' },
    }).catch(() => undefined);
    if (!response?.ok) return;
    const page = new DOMParser().parseFromString(await response.text(), 'text/html');
    findAll('[data-live]').forEach((part) => {
      const now = page.getElementById(part.id);
      const folds = part.querySelectorAll('details');
      now?.querySelectorAll('details').forEach((it, place) => (it.open = folds[place]?.open));
      if (!now || now.isEqualNode(part) || part.querySelector('dialog[open]')) return;
      const focused = part.contains(document.activeElement) && document.activeElement;
      const typed = [...part.querySelectorAll('input')].filter((it) => it.value !== it.defaultValue);
      const fresh = document.adoptNode(now);
      part.replaceWith(fresh);
      typed.forEach((it) => {
        const same = sameIn(fresh, it);
        if (same) same.value = it.value;
      });
      if (focused) sameIn(fresh, focused)?.focus();
    });
  };
  const renew = () => {
    isStale = true;
    renewing ??= (async () => {
      try {
        while (isStale) {
          isStale = false;
          await renewNow();
        }
      } finally {
        renewing = undefined;
      }
    })().catch(() => {});
  };

  // The numbers of the badges.
  const shown = {};
  const showCounts = (counts) => {
    const isNew = Object.entries(counts).some(([name, count]) => shown[name] !== count);
    Object.assign(shown, counts);
    findAll('[data-count]').forEach((badge) => {
      const count = counts[badge.dataset.count];
      badge.hidden = count === 0;
      badge.lastElementChild.textContent = digits(count);
    });
    const bell = find('#bell');
    if (bell) {
      const { none, some } = bell.dataset;
      bell.ariaLabel = counts.unread ? some.replace('#', digits(counts.unread)) : none;
    }
    return isNew;
  };
  const readCounts = () => {
    findAll('[data-count]').forEach(({ dataset }) => {
      shown[dataset.count] = Number(dataset.number);
    });
  };
  const ask = (address) =>
    fetch(address, {
      method: 'POST',
      headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' },
    });

  // The session: its end is told where it is noticed, and so is a new one when the reader comes
  // back from the tab in which they signed in.
  let hasEnded = false;
  let source;
  const banner = () => find('[data-check]');
  // Unknown where the server cannot say: a service that is busy has not ended the session.
  const isSignedIn = async () => {
    const response = await ask(banner().dataset.check).catch(() => undefined);
    if (response?.status === 401) return false;
    return response?.ok ? (await response.json().catch(() => undefined)) !== null : undefined;
  };
  const end = () => {
    if (hasEnded || !banner()) return;
    hasEnded = true;
    leave();
    banner().hidden = false;
    tell('signed-out');
  };
  const returnToSession = async () => {
    if (!hasEnded || (await isSignedIn()) !== true) return;
    hasEnded = false;
    banner().hidden = true;
    tell('signed-in');
    follow();
    renew();
  };

  // The stream. A browser has six connections for all pages of a server without encryption: pages
  // in the background would take them all. It reconnects by itself and gives up only when the
  // server refuses.
  const isFollowed = () => find('#bell') !== null;
  const follow = () => {
    if (source || hasEnded || document.hidden || document.prerendering || !isFollowed()) return;
    source = new EventSource(STREAM);
    source.addEventListener('counts', ({ data }) => {
      if (showCounts(JSON.parse(data))) renew();
    });
    source.addEventListener('notification', renew);
    source.onerror = async () => {
      if (source?.readyState !== EventSource.CLOSED) return;
      source = undefined;
      if ((await isSignedIn()) === false) end();
    };
  };
  const leave = () => {
    source?.close();
    source = undefined;
  };
  const comeAndGo = () => {
    if (document.hidden) return leave();
    if (source) return;
    follow();
    if (source) renew();
  };
  // A page from the browser's memory may be of a session that has ended since.
  const comeBack = async () => {
    if (banner() && (await isSignedIn()) === false) return location.reload();
    comeAndGo();
  };
  const refreshCounts = async () => {
    const response = await ask('/api/ui/notification/counts').catch(() => undefined);
    const counts = response?.ok && (await response.json().catch(() => undefined));
    if (counts && showCounts(counts)) renew();
  };

  // Links lead to documents. Without a connection the reader stays on the page, and goes on once
  // there is one.
  let awaited;
  const followLink = (event) => {
    const link = event.target.closest?.(LINKS);
    if (!link || event.defaultPrevented || !isPlainClick(event)) return;
    if (link.matches('[data-noscroll]')) sessionStorage.setItem(PLACE, String(scrollY));
    const leads = link.origin === location.origin && !link.getAttribute('href').startsWith('#');
    const notice = find('.offline-notice');
    if (!leads || navigator.onLine || link.target || !notice) return;
    event.preventDefault();
    awaited = link.href;
    notice.hidden = false;
    notice.scrollIntoView({ block: 'nearest' });
  };
  const goOn = () => {
    const notice = find('.offline-notice');
    if (notice) notice.hidden = true;
    if (awaited) location.assign(awaited);
  };
  const keepPlace = () => {
    const place = sessionStorage.getItem(PLACE);
    sessionStorage.removeItem(PLACE);
    if (place !== null) scrollTo({ top: Number(place), behavior: 'instant' });
    if (sessionStorage.getItem(SWITCHED)) find(SWITCH)?.focus({ preventScroll: true });
    sessionStorage.removeItem(SWITCHED);
  };
  const switchLanguage = ({ target }) => {
    if (!target.closest?.(SWITCH)) return;
    sessionStorage.setItem(PLACE, String(scrollY));
    sessionStorage.setItem(SWITCHED, 'true');
  };

  const read = ({ target }) => {
    const link = target.closest?.('a.notification[data-unread]');
    if (!link) return;
    delete link.dataset.unread;
    const body = new URLSearchParams({ id: link.dataset.id });
    fetch('/api/ui/notification/read', { method: 'POST', body, keepalive: true }).catch(() => {});
  };
  // A small act that changes what follows the server and nothing else of the page.
  const act = async (event) => {
    const form = event.target;
    if (!form.matches('[data-act]') || event.defaultPrevented) return;
    event.preventDefault();
    const body = new URLSearchParams(new FormData(form, event.submitter));
    const response = await guard.post(form, event.submitter, { body }).catch(() => undefined);
    if (response?.status === 401) return end();
    if (!response?.ok) return form.submit();
    confirm(form.dataset.confirm);
    await refreshCounts();
  };
  const chooseTheme = (event) => {
    const button = event.target.closest?.('button[name=theme]');
    if (!button) return;
    event.preventDefault();
    const { value } = button;
    if (value === 'system') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = value;
    document.cookie = `theme=${value}; Path=/; Max-Age=31536000; SameSite=Lax`;
    button.parentElement.querySelectorAll('button').forEach((it) => {
      it.ariaPressed = String(it === button);
    });
  };
  const showPassword = ({ target }) => {
    const button = target.closest?.('.password-show');
    if (!button) return;
    const field = document.getElementById(button.getAttribute('aria-controls'));
    const isShown = field.type === 'text';
    field.type = isShown ? 'password' : 'text';
    button.ariaPressed = String(!isShown);
  };
  const press = (event) => {
    const isTyping = event.target.matches?.('input, textarea, select');
    if (event.key === '/' && !isTyping && !event.ctrlKey && !event.metaKey && !event.altKey) {
      const search = find('#search');
      if (search) {
        event.preventDefault();
        search.focus();
      }
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const body = step && event.target.closest?.('tbody[data-arrows]');
    if (!body) return;
    const links = [...body.querySelectorAll('.table-link')];
    const place = links.indexOf(document.activeElement);
    const next = links[place < 0 ? 0 : Math.max(place + step, 0)];
    if (next) {
      event.preventDefault();
      next.focus();
    }
  };
  // A filter that says nothing is not part of the address.
  const tidy = ({ target, formData }) => {
    if (target.getAttribute('method')?.toLowerCase() === 'post') return;
    [...formData].forEach(([name, value]) => value === '' && formData.delete(name));
  };

  // A page may have been made ready, or only asked for, when the pointer came to its link. One that
  // has waited for long is asked for again; what was changed from here the server has it forget.
  const prepared = new Map();
  const notePrepared = ({ target }) => {
    const link = target.closest?.(LINKS);
    if (link && !prepared.has(link.href)) prepared.set(link.href, Date.now());
  };
  const keepPrepared = ({ target }) => {
    const at = prepared.get(target.closest?.(LINKS)?.href);
    if (at) sessionStorage.setItem(PREPARED, String(at));
  };
  const isOld = () => {
    const at = Number(sessionStorage.getItem(PREPARED));
    sessionStorage.removeItem(PREPARED);
    const [entry] = performance.getEntriesByType('navigation');
    const isPrepared =
      entry?.activationStart > 0 || entry?.deliveryType === 'navigational-prefetch';
    return isPrepared && at > 0 && Date.now() - at > FRESH;
  };
  const arrive = () => {
    keepPlace();
    confirmAgain();
    readCounts();
    if (!isProgram()) follow();
  };
  const arriveFresh = () => (isOld() ? location.reload() : arrive());

  // Chromium reports a fade between two pages that it skips as an error of the page.
  const ignoreSkippedFade = (event) => {
    const { reason } = event;
    const isFade = reason instanceof DOMException && reason.message.startsWith('Transition was');
    if (isFade) event.preventDefault();
  };

  addEventListener('unhandledrejection', ignoreSkippedFade);
  addEventListener('mouseover', notePrepared);
  addEventListener('click', keepPrepared);
  addEventListener('click', followLink);
  addEventListener('click', switchLanguage);
  addEventListener('click', read);
  addEventListener('click', chooseTheme);
  addEventListener('click', showPassword);
  addEventListener('click', ({ target }) => target.closest?.('[data-print]') && print());
  addEventListener('submit', act);
  addEventListener('keydown', press);
  addEventListener('formdata', tidy);
  addEventListener('online', goOn);
  addEventListener('focus', returnToSession);
  addEventListener('pagehide', leave);
  addEventListener('pageshow', ({ persisted }) => persisted && comeBack());
  addEventListener('DOMContentLoaded', () => {
    if (document.prerendering) {
      document.addEventListener('prerenderingchange', arriveFresh, { once: true });
    } else arriveFresh();
  });
  document.addEventListener('visibilitychange', comeAndGo);
  hear('taken-over', follow);
  hear('confirm', ({ detail: [text] }) => confirm(text));
  hear('stale', renew);
  hear('refused', end);
})();
