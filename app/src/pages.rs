//! The addresses of the pages, each with code of its own that the browser loads when it is needed.

use leptos::prelude::*;
use leptos_router::components::{ParentRoute, Route, Router, Routes};
use leptos_router::{Lazy, SsrMode, path};

use crate::appraisal::form::AppraisalPage;
use crate::appraisal::{HistoryPage, InitiationPage, ListPage};
use crate::frame::Workspace;
use crate::home::HomePage;
use crate::language::in_each_language;
use crate::portal::PortalFrame;
use crate::session::{CodePage, LoginPage};
use crate::ui::page::NotFoundPage;
use crate::ui::take_over::{after_pause, whole};

/// Makes a page code that the browser loads when somebody goes there. The pages of an area are one
/// part of the WebAssembly: parts for each page would share so much that it falls into hundreds.
macro_rules! lazy {
    ($area:ident, $name:ident, $page:ident) => {
        mod $name {
            use leptos::prelude::*;
            #[cfg(not(feature = "whole"))]
            use leptos::wasm_split::wasm_split;
            use leptos_router::LazyRoute;

            use crate::pages::offline::{self, NotLoaded};

            #[derive(Debug)]
            pub(super) struct Page;

            impl LazyRoute for Page {
                fn data() -> Self {
                    Self
                }

                async fn view(_this: Self) -> AnyView {
                    #[cfg(not(target_arch = "wasm32"))]
                    leptos::prefetch_lazy_fn_on_server(stringify!($area));
                    loop {
                        match $name().await {
                            Ok(page) => break page,
                            Err(NotLoaded) if offline::keeps_page().await => {}
                            Err(NotLoaded) => break offline::page(async || load().await.is_ok()),
                        }
                    }
                }

                async fn preload() {
                    #[cfg(target_arch = "wasm32")]
                    {
                        crate::ui::take_over::pause().await;
                        while load().await.is_err() && offline::keeps_page().await {}
                        crate::ui::take_over::pause().await;
                    }
                }
            }

            fn page() -> AnyView {
                crate::ui::take_over::page(|| view! { <super::$page/> }.into_any())
            }

            #[cfg(not(feature = "whole"))]
            #[wasm_split($area, wasm_split_path = ::leptos::wasm_split, preload(load), fallible)]
            fn $name() -> Result<AnyView, NotLoaded> {
                Ok(page())
            }

            #[cfg(feature = "whole")]
            async fn $name() -> Result<AnyView, NotLoaded> {
                Ok(page())
            }

            #[cfg(feature = "whole")]
            async fn load() -> Result<(), NotLoaded> {
                Ok(())
            }
        }
    };
}

mod credit;
mod customers;
mod leave;
mod offline;
mod own;
mod people;
mod portal;
mod settings;

lazy!(appraisal_form, appraisal_page, AppraisalPage);
lazy!(overview, code_page, CodePage);
lazy!(overview, history_page, HistoryPage);
lazy!(overview, home_page, HomePage);
lazy!(overview, initiation_page, InitiationPage);
lazy!(overview, list_page, ListPage);
lazy!(overview, login_page, LoginPage);

/// Every page is rendered whole, so that it can be read and its forms used without JavaScript, and
/// so that its status is known before the first byte.
#[component]
pub fn Pages() -> impl IntoView {
    view! { <Router>{whole(|| in_each_language(all))}</Router> }
}

fn all() -> impl IntoView {
    after_pause(routes)
}

fn routes() -> impl IntoView {
    let whole = SsrMode::Async;
    view! {
        <Routes fallback=NotFoundPage>
            <Route
                path=path!("/login")
                view={Lazy::<login_page::Page>::new()}
                ssr=whole.clone()
            />
            <Route
                path=path!("/login/code")
                view={Lazy::<code_page::Page>::new()}
                ssr=whole.clone()
            />
            <portal::PortalDoorRoutes/>
            <ParentRoute path=path!("/portal") view=PortalFrame ssr=whole.clone()>
                <portal::PortalRoutes/>
            </ParentRoute>
            <ParentRoute path=path!("") view=Workspace ssr=whole.clone()>
                <Route path=path!("/") view={Lazy::<home_page::Page>::new()} ssr=whole.clone()/>
                <Route
                    path=path!("/appraisals")
                    view={Lazy::<list_page::Page>::new()}
                    ssr=whole.clone()
                />
                <Route
                    path=path!("/appraisals/new")
                    view={Lazy::<initiation_page::Page>::new()}
                    ssr=whole.clone()
                />
                <people::PeopleRoutes/>
                <credit::CreditRoutes/>
                <customers::CustomerRoutes/>
                <leave::LeaveRoutes/>
                <own::OwnRoutes/>
                <settings::SettingsRoutes/>
                <Route
                    path=path!("/appraisals/:id")
                    view={Lazy::<appraisal_page::Page>::new()}
                    ssr=whole.clone()
                />
                <Route
                    path=path!("/people/:id/appraisals")
                    view={Lazy::<history_page::Page>::new()}
                    ssr=whole.clone()
                />
                <Route path=path!("/*any") view=NotFoundPage ssr=whole/>
            </ParentRoute>
        </Routes>
    }
}
