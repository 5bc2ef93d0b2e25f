//! A button that asks before it acts.

use leptos::ev::SubmitEvent;
use leptos::prelude::*;

use super::dialog::Dialog;
use super::icon::{Icon, IconName};
use super::one_time_key::one_time_key;

/// A form of one button that asks before it acts. Without JavaScript nobody can ask: then it acts
/// at once, so that the page says beside it what it does.
#[derive(Debug)]
pub struct AskedForm {
    /// Of the dialog.
    pub id: &'static str,
    /// Where the form goes without JavaScript.
    pub address: &'static str,
    /// What it sends then.
    pub fields: Vec<(&'static str, String)>,
    /// What the button says, on the page and in the dialog.
    pub button: String,
    /// How it looks on the page.
    pub class: &'static str,
    /// Its icon.
    pub icon: IconName,
    /// The question.
    pub title: String,
    /// What will happen.
    pub effect: &'static str,
    /// True while it is happening.
    pub pending: Signal<bool>,
    /// The act.
    pub act: Callback<()>,
}

impl AskedForm {
    /// The form and its dialog.
    pub fn view(self) -> AnyView {
        self.view_with(().into_any())
    }

    /// The same with something to fill in above the button.
    pub fn view_with(self, inputs: AnyView) -> AnyView {
        let Self { id, address, fields, button, class, icon, title, effect, pending, act } = self;
        let (open, confirm) = (RwSignal::new(false), button.clone());
        let ask = move |event: SubmitEvent| {
            event.prevent_default();
            open.set(true);
        };
        let fields: Vec<_> = fields
            .into_iter()
            .map(|(name, value)| view! { <input type="hidden" name=name value=value/> }.into_any())
            .collect();
        view! {
            <form class="asked" method="post" action=address data-asks="" on:submit=ask>
                {one_time_key()}
                {fields}
                {inputs}
                <button
                    class=class
                    type="submit"
                    aria-busy=move || pending.get().then_some("true")
                >
                    <Icon name=icon/>
                    {button}
                </button>
            </form>
            <Dialog id title confirm open on_confirm=act>
                <p>{effect}</p>
            </Dialog>
        }
        .into_any()
    }
}
