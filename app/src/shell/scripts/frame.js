// The behaviour of all pages: live badges and lists, confirmations, the end of the session, and
// links. The WebAssembly bundle of a page communicates with this script by events on the document:
//
// - from the bundle: `mizan:confirm` (an action succeeded), `mizan:refused` (a request was refused
//   because the session has ended), and for the script of forms `mizan:fault`, `mizan:no-fault` and
//   `mizan:sent`;
// - to the bundle: `mizan:signed-out`, `mizan:signed-in`, and from the script of forms
//   `mizan:declined` (a form was refused).
(() => {
  const SHOWN = 5000;
  const TOASTS = 'mizan.toasts';
  const PLACE = 'mizan.place';
  const PREPARED = 'mizan.prepared';
  const FRESH = 30000;
  const PROGRESS_EVERY = 1000;
  const STREAM = '/api/notifications/stream';
  const SWITCHED = 'mizan.switched';
  const SWITCH = '.language-switch';
  const LINKS = 'a[href]:not([download])';

  const find = (selector) => document.querySelector(selector);
  const findAll = (selector) => [...document.querySelectorAll(selector)];
  const dispatch = (name) => document.dispatchEvent(new CustomEvent(`mizan:${name}`));
  const listen = (name, act) => document.addEventListener(`mizan:${name}`, act);
  const isProgram = () => find('script[data-program]') !== null;
  const isPlainClick = (event) =>
    event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  const digits = (count) =>
    document.documentElement.lang === 'ar'
      ? String(count).replace(/\d/g, (digit) => '٠١٢٣٤٥٦٧٨٩'[digit])
      : String(count);

  // Confirmations. One that is visible when the user leaves is displayed again on the next page.
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

  // Live parts: loads the page again and replaces its elements marked with `data-live`. A page with
  // a bundle only has those of the frame.
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
      if (!now || now.isEqualNode(part) || part.querySelector('dialog[open], :popover-open')) return;
      const focused = part.contains(document.activeElement) && document.activeElement;
      const typed = [...part.querySelectorAll('input')].filter(
        (it) => it.value !== it.defaultValue || it.checked !== it.defaultChecked,
      );
      const fresh = document.adoptNode(now);
      part.replaceWith(fresh);
      typed.forEach((it) => {
        const same = sameIn(fresh, it);
        if (!same) return;
        Object.assign(same, { value: it.value, checked: it.checked });
        same.dispatchEvent(new Event('change', { bubbles: true }));
      });
      if (focused) sameIn(fresh, focused)?.focus();
    });
  };
  // A part with `data-renews` shows the progress of work on the server, so it is renewed until the
  // work is done.
  let progress;
  const followProgress = () => {
    clearTimeout(progress);
    if (find('[data-renews]') && !document.hidden) progress = setTimeout(renew, PROGRESS_EVERY);
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
        followProgress();
      }
    })().catch(() => {});
  };

  // The counts in the badges.
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

  // The session: displays its end when a request reports it, and the new session when the user
  // returns from the tab in which they signed in.
  let hasEnded = false;
  let source;
  const banner = () => find('[data-check]');
  // Undefined if the server cannot tell: an overloaded service does not mean that the session
  // ended.
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
    dispatch('signed-out');
  };
  const returnToSession = async () => {
    if (!hasEnded || (await isSignedIn()) !== true) return;
    hasEnded = false;
    banner().hidden = true;
    dispatch('signed-in');
    follow();
    renew();
  };

  // The event stream. Without encryption, browsers open at most six connections to a server for all
  // tabs, so tabs in the background close theirs. It reconnects automatically, and only closes when
  // the server refuses.
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
  // The session of a page from the back/forward cache may have ended since.
  const comeBack = async () => {
    if (banner() && (await isSignedIn()) === false) return location.reload();
    comeAndGo();
  };
  const refreshCounts = async () => {
    const response = await ask('/api/ui/notification/counts').catch(() => undefined);
    const counts = response?.ok && (await response.json().catch(() => undefined));
    if (counts && showCounts(counts)) renew();
  };

  // Links load documents. Without a connection the user stays on the page, and the navigation
  // continues once there is one.
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
  // A small action that only affects live parts.
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
  // Removes empty filters from the URL.
  const tidy = ({ target, formData }) => {
    if (target.getAttribute('method')?.toLowerCase() === 'post') return;
    [...formData].forEach(([name, value]) => value === '' && formData.delete(name));
  };

  // Pages may have been prerendered or prefetched when the pointer was over their link. One that is
  // too old is reloaded; after a change by this page the server clears them.
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
  // On a narrow screen the tabs are wider than the page: the current one is brought into view.
  const showTabs = () => {
    findAll('.tabs [aria-current]').forEach((tab) => {
      const [bar, own] = [tab.closest('.tabs'), tab].map((it) => it.getBoundingClientRect());
      const middle = (box) => box.left + box.width / 2;
      tab.closest('.tabs').scrollLeft += middle(own) - middle(bar);
    });
  };
  const arrive = () => {
    showTabs();
    keepPlace();
    confirmAgain();
    readCounts();
    if (!isProgram()) follow();
    followProgress();
  };
  const arriveFresh = () => (isOld() ? location.reload() : arrive());

  // Chromium reports a skipped view transition between two pages as an unhandled rejection.
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
  listen('taken-over', follow);
  listen('confirm', ({ detail: [text] }) => confirm(text));
  listen('stale', renew);
  listen('refused', end);
})();
