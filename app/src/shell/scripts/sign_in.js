// After a refused sign-in, keeps the e-mail address and focuses the error.
(() => {
  const KEPT = 'sign-in-email';
  const address = () => document.querySelector('.sign-in #email');
  addEventListener('submit', ({ target }) => {
    const field = address();
    if (field?.form === target) sessionStorage.setItem(KEPT, field.value);
  });
  addEventListener('DOMContentLoaded', () => {
    const [field, refusal] = [address(), document.querySelector('.sign-in [role=alert]')];
    if (field && refusal && !field.value) field.value = sessionStorage.getItem(KEPT) ?? '';
    if (field) sessionStorage.removeItem(KEPT);
    refusal?.focus();
  });
})();
