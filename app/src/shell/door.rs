//! The pages before the sign-in: they load no program.

use http::request::Parts;
use leptos::nonce::use_nonce;
use leptos::prelude::*;

const PAGES: [&str; 4] = ["/login", "/login/code", "/portal/login", "/portal/login/code"];

/// What their forms can do beyond those of a page without JavaScript: a password can be shown
/// while it is typed, and the e-mail address is still there after a refusal, which gets the focus.
const SCRIPT: &str = "(() => {
    const KEPT = 'sign-in-email';
    const address = () => document.getElementById('email');
    const onClick = ({ target }) => {
        const button = target.closest?.('.password-show');
        if (!button) return;
        const field = document.getElementById(button.getAttribute('aria-controls'));
        const isShown = field.type === 'text';
        field.type = isShown ? 'password' : 'text';
        button.setAttribute('aria-pressed', String(!isShown));
    };
    const onSubmit = ({ target }) => {
        const field = address();
        if (field && field.form === target) sessionStorage.setItem(KEPT, field.value);
    };
    const onLoad = () => {
        const [field, refusal] = [address(), document.querySelector('[role=alert]')];
        if (field && refusal && !field.value) field.value = sessionStorage.getItem(KEPT) ?? '';
        if (field) sessionStorage.removeItem(KEPT);
        refusal?.focus();
    };
    addEventListener('click', onClick);
    addEventListener('submit', onSubmit);
    addEventListener('DOMContentLoaded', onLoad);
})()";

/// Whether the page that is being rendered is one of them.
pub(super) fn is_door() -> bool {
    use_context::<Parts>().is_some_and(|parts| is_door_path(parts.uri.path()))
}

fn is_door_path(path: &str) -> bool {
    PAGES.contains(&path.strip_suffix('/').unwrap_or(path))
}

/// The script of these pages.
#[component]
pub(super) fn DoorScript() -> impl IntoView {
    view! { <script nonce=use_nonce()>{SCRIPT}</script> }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_pages_before_the_sign_in_go_without_the_program() {
        for path in ["/login", "/login/", "/login/code", "/portal/login", "/portal/login/code"] {
            assert!(is_door_path(path), "{path}");
        }
        for path in ["/", "/portal", "/loginx", "/portal/password", "/appraisals/login"] {
            assert!(!is_door_path(path), "{path}");
        }
    }
}
