//! Server functions of the pages of __nouns_text__.

use leptos::prelude::*;
use shared::__noun__::__Noun__;
use shared::page::{Page, PageRequest};

use crate::error::UiResult;
#[cfg(feature = "ssr")]
use crate::server::{answer, caller, redirect_if_form, service};
use crate::wire::Json;

/// A page of __nouns_text__.
#[server(name = List__Nouns__, endpoint = "__nouns-kebab__/list", input = Json, output = Json)]
pub async fn list___nouns__(page: PageRequest) -> UiResult<Page<__Noun__>> {
    answer(async { service()?.__nouns__().list(&caller()?, page).await }.await)
}

/// Creates one.
#[server(name = Create__Noun__, endpoint = "__nouns-kebab__/create", output = Json)]
pub async fn create___noun__(name: String) -> UiResult<()> {
    let created = async {
        let input = shared::__noun__::__Noun__Input { name };
        service()?.__nouns__().create(&caller()?, input).await?;
        redirect_if_form("/__nouns-kebab__");
        Ok(())
    };
    answer(created.await)
}
