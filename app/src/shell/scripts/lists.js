// Lists: a changed filter applies at once, `j` and `k` move between the rows, and the rows of all
// tables can be compact.
(() => {
  const SINGLE_KEYS = 'mizan.single-keys';
  const CHANGED = 'mizan.filtered';
  const TYPED = 'textarea, select, [contenteditable], input:not([type=radio], [type=checkbox])';

  const findAll = (selector) => [...document.querySelectorAll(selector)];
  const root = document.documentElement;

  // A date changes with each of its digits, so it waits for Enter or the button. The next page takes
  // the focus back to the field, or to the button that opens the filters.
  const apply = ({ target }) => {
    const form = target.closest?.('form[data-applies]');
    if (!form || !target.matches('select, [type=checkbox], [type=radio]')) return;
    const focused = target.closest('[popover]') ? 'open-filters' : target.id;
    // A form that refreshes a part of the page stays on the page.
    if (!('refreshes' in form.dataset)) {
      sessionStorage.setItem(CHANGED, JSON.stringify([location.pathname, focused]));
    }
    form.requestSubmit();
  };
  const isPlainKey = ({ ctrlKey, metaKey, altKey, target }) =>
    !ctrlKey && !metaKey && !altKey && !target.matches?.(TYPED);
  const press = (event) => {
    const step = { j: 1, k: -1 }[event.key];
    if (!step || !isPlainKey(event) || localStorage.getItem(SINGLE_KEYS) === 'off') return;
    if (document.querySelector('dialog[open], [popover]:popover-open')) return;
    const links = findAll('tbody[data-arrows] .table-link');
    if (links.length === 0) return;
    const place = links.indexOf(document.activeElement);
    const next = place < 0 ? 0 : Math.min(Math.max(place + step, 0), links.length - 1);
    event.preventDefault();
    links[next].focus();
  };
  const setDensity = ({ target }) => {
    if (!target.matches?.('.density input')) return;
    if (target.checked) root.dataset.density = 'compact';
    else delete root.dataset.density;
    const value = target.checked ? 'compact' : 'comfortable';
    document.cookie = `density=${value}; Path=/; Max-Age=31536000; SameSite=Lax`;
  };
  const arrive = () => {
    findAll('.density').forEach((label) => {
      label.hidden = false;
      label.querySelector('input').checked = root.dataset.density === 'compact';
    });
    const [path, focused] = JSON.parse(sessionStorage.getItem(CHANGED) ?? '[]');
    if (path === location.pathname) document.getElementById(focused)?.focus({ preventScroll: true });
    sessionStorage.removeItem(CHANGED);
  };

  addEventListener('change', apply);
  addEventListener('change', setDensity);
  addEventListener('keydown', press);
  addEventListener('DOMContentLoaded', arrive);
})();
