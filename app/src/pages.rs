//! The addresses of the pages, each with code of its own that the browser loads when it is needed.

use leptos::prelude::*;
use leptos_router::components::{ParentRoute, Route, Router, Routes};
use leptos_router::{Lazy, SsrMode, path};

use crate::appraisal::form::AppraisalPage;
use crate::frame::Workspace;
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

/// Makes a page that is a document alone: the browser gets no program for it.
macro_rules! document {
    ($name:ident, $page:path) => {
        fn $name() -> AnyView {
            #[cfg(feature = "ssr")]
            return crate::ui::take_over::document($page().into_any());
            #[cfg(not(feature = "ssr"))]
            ().into_any()
        }
    };
}

/// Makes a page that is a document with islands in it: the program takes over these alone.
macro_rules! islands {
    ($name:ident, $page:path) => {
        fn $name() -> AnyView {
            #[cfg(feature = "ssr")]
            return crate::ui::take_over::document_with_islands($page().into_any());
            #[cfg(not(feature = "ssr"))]
            ().into_any()
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
document!(code_page, crate::session::CodePage);
document!(history_page, crate::appraisal::HistoryPage);
document!(home_page, crate::home::HomePage);
document!(initiation_page, crate::appraisal::InitiationPage);
document!(list_page, crate::appraisal::ListPage);
document!(login_page, crate::session::LoginPage);

/// Every page is rendered whole, so that it can be read and its forms used without JavaScript, and
/// so that its status is known before the first byte.
#[component]
pub fn Pages() -> impl IntoView {
    view! { <Router>{whole(all)}</Router> }
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
                view=login_page
                ssr=whole.clone()
            />
            <Route
                path=path!("/login/code")
                view=code_page
                ssr=whole.clone()
            />
            <portal::PortalDoorRoutes/>
            <ParentRoute path=path!("/portal") view=portal::portal_frame ssr=whole.clone()>
                <portal::PortalRoutes/>
            </ParentRoute>
            <ParentRoute path=path!("") view=Workspace ssr=whole.clone()>
                <Route path=path!("/") view=home_page ssr=whole.clone()/>
                <Route
                    path=path!("/appraisals")
                    view=list_page
                    ssr=whole.clone()
                />
                <Route
                    path=path!("/appraisals/new")
                    view=initiation_page
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
                    view=history_page
                    ssr=whole.clone()
                />
                <Route path=path!("/*any") view=NotFoundPage ssr=whole/>
            </ParentRoute>
        </Routes>
    }
}
