//! Parts that the server made and that wait to be taken over, or stay as they are.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::fmt;
use std::rc::Rc;

use leptos::attr::Attribute;
use leptos::attr::any_attribute::AnyAttribute;
use leptos::prelude::*;
use leptos::tachys::hydration::Cursor;
use leptos::tachys::renderer::types::{Element, Node};
use leptos::tachys::view::add_attr::AddAnyAttr;
use leptos::tachys::view::any_view::AnyViewState;
use leptos::tachys::view::{Position, PositionState};
use wasm_bindgen::JsCast;

type Make = Box<dyn FnOnce() -> AnyView + Send>;
type Act = Box<dyn FnOnce()>;

thread_local! {
    static PARTS: RefCell<VecDeque<Act>> = const { RefCell::new(VecDeque::new()) };
    static ACTS: RefCell<VecDeque<Act>> = const { RefCell::new(VecDeque::new()) };
    static IS_DONE: Cell<bool> = const { Cell::new(false) };
}

pub(super) fn afterwards(act: Act) {
    if IS_DONE.get() {
        act();
    } else {
        ACTS.with_borrow_mut(|acts| acts.push_back(act));
    }
}

pub(super) async fn take_over_parts() {
    while let Some(act) = PARTS.with_borrow_mut(VecDeque::pop_front) {
        pause().await;
        act();
    }
}

pub(super) fn act_afterwards() {
    IS_DONE.set(true);
    while let Some(act) = ACTS.with_borrow_mut(VecDeque::pop_front) {
        act();
    }
}

pub(super) fn is_done() -> bool {
    IS_DONE.get()
}

fn wait(make: Make, element: Element, state: &Rc<RefCell<Part>>) {
    let (place, owner) = (Rc::downgrade(state), Owner::current().unwrap_or_default());
    let act = move || {
        let Some(part) = place.upgrade() else { return };
        owner.with(|| take_over(make(), &element, &part));
    };
    PARTS.with_borrow_mut(|parts| parts.push_back(Box::new(act)));
}

/// Makes a part in one task and takes it over in the next.
fn wait_twice(make: Make, element: Element, state: &Rc<RefCell<Part>>) {
    let (place, owner) = (Rc::downgrade(state), Owner::current().unwrap_or_default());
    let act = move || {
        let Some(part) = place.upgrade() else { return };
        let view = owner.with(make);
        let act = move || owner.with(|| take_over(view, &element, &part));
        PARTS.with_borrow_mut(|parts| parts.push_front(Box::new(act)));
    };
    PARTS.with_borrow_mut(|parts| parts.push_back(Box::new(act)));
}

fn take_over(view: AnyView, element: &Element, part: &RefCell<Part>) {
    let state = view.hydrate_from_position::<true>(element, Position::Current);
    *part.borrow_mut() = Part::TakenOver(state);
}

pub(super) async fn pause() {
    pause_for(0).await;
}

pub(super) async fn pause_for(milliseconds: i32) {
    let mut wake = |resolve: js_sys::Function, _| {
        let window = window();
        // Fails only for a page that is going away.
        let _ =
            window.set_timeout_with_callback_and_timeout_and_arguments_0(&resolve, milliseconds);
    };
    let _ = wasm_bindgen_futures::JsFuture::from(js_sys::Promise::new(&mut wake)).await;
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Still,
    Later,
    Page,
}

/// A part that is there and not taken over.
pub(super) struct Awaited {
    kind: Kind,
    make: Make,
}

impl Awaited {
    pub(super) fn new(kind: Kind, make: Make) -> Self {
        Self { kind, make }
    }
}

impl fmt::Debug for Awaited {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Awaited").field("kind", &self.kind).finish_non_exhaustive()
    }
}

/// The element that the server made, or the view that has taken it over.
pub(super) enum Part {
    AsMade(Element),
    TakenOver(AnyViewState),
}

impl Render for Awaited {
    type State = Rc<RefCell<Part>>;

    fn build(self) -> Self::State {
        Rc::new(RefCell::new(Part::TakenOver((self.make)().build())))
    }

    fn rebuild(self, state: &mut Self::State) {
        let view = (self.make)();
        if let Part::TakenOver(old) = &mut *state.borrow_mut() {
            view.rebuild(old);
            return;
        }
        // What waits to take over the old part finds its place gone.
        let mut new = Rc::new(RefCell::new(Part::TakenOver(view.build())));
        state.insert_before_this(&mut new);
        state.unmount();
        *state = new;
    }
}

impl Mountable for Part {
    fn unmount(&mut self) {
        match self {
            Self::AsMade(element) => element.remove(),
            Self::TakenOver(view) => view.unmount(),
        }
    }

    fn mount(&mut self, parent: &Element, marker: Option<&Node>) {
        match self {
            Self::AsMade(element) => element.mount(parent, marker),
            Self::TakenOver(view) => view.mount(parent, marker),
        }
    }

    fn insert_before_this(&self, child: &mut dyn Mountable) -> bool {
        match self {
            Self::AsMade(element) => element.insert_before_this(child),
            Self::TakenOver(view) => view.insert_before_this(child),
        }
    }

    fn elements(&self) -> Vec<Element> {
        match self {
            Self::AsMade(element) => vec![element.clone()],
            Self::TakenOver(view) => view.elements(),
        }
    }
}

impl AddAnyAttr for Awaited {
    type Output<Added: Attribute> = Self;

    fn add_any_attr<Added: Attribute>(self, attribute: Added) -> Self::Output<Added>
    where
        Self::Output<Added>: RenderHtml,
    {
        let attribute = attribute.into_cloneable_owned();
        let make = move || (self.make)().add_any_attr(attribute).into_any();
        Self::new(self.kind, Box::new(make))
    }
}

impl RenderHtml for Awaited {
    type AsyncOutput = Self;
    type Owned = Self;

    const MIN_LENGTH: usize = 0;

    fn dry_resolve(&mut self) {}

    async fn resolve(self) -> Self::AsyncOutput {
        self
    }

    fn to_html_with_buf(
        self,
        buffer: &mut String,
        position: &mut Position,
        escape: bool,
        mark_branches: bool,
        attributes: Vec<AnyAttribute>,
    ) {
        (self.make)().to_html_with_buf(buffer, position, escape, mark_branches, attributes);
    }

    fn hydrate<const FROM_SERVER: bool>(
        self,
        cursor: &Cursor,
        position: &PositionState,
    ) -> Self::State {
        match position.get() {
            Position::FirstChild => cursor.child(),
            Position::Current => {}
            Position::NextChild
            | Position::NextChildAfterText
            | Position::OnlyChild
            | Position::LastChild => cursor.sibling(),
        }
        position.set(Position::NextChild);
        let element: Element = cursor.current().unchecked_into();
        let state = Rc::new(RefCell::new(Part::AsMade(element.clone())));
        match self.kind {
            Kind::Still => {}
            Kind::Later => wait(self.make, element, &state),
            Kind::Page => wait_twice(self.make, element, &state),
        }
        state
    }

    fn into_owned(self) -> Self::Owned {
        self
    }
}
