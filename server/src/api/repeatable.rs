//! Requests that are safe to repeat under an `Idempotency-Key`. The middleware adds the key to the
//! caller, and the use case honours it; here a route declares that it does. Those that create a
//! record (201) need no declaration.

use utoipa::openapi::path::{Operation, ParameterBuilder, ParameterIn};
use utoipa::openapi::schema::{Object, Type};
use utoipa::openapi::{RefOr, Required};
use utoipa_axum::router::UtoipaMethodRouter;

use crate::state::AppState;

const KEY: &str = "Idempotency-Key";

pub(super) trait Repeatable {
    /// Declares that changes through this route honour an `Idempotency-Key`.
    fn repeatable(self) -> Self;
}

impl Repeatable for UtoipaMethodRouter<AppState> {
    fn repeatable(mut self) -> Self {
        for path in self.1.paths.values_mut() {
            let changes = [&mut path.post, &mut path.put, &mut path.patch];
            changes.into_iter().flatten().for_each(describe);
        }
        self
    }
}

/// Every operation that creates a record is repeatable.
pub(super) fn describe_creation(operation: &mut Operation) {
    if operation.responses.responses.contains_key("201") {
        describe(operation);
    }
}

fn describe(operation: &mut Operation) {
    let parameter = ParameterBuilder::new()
        .name(KEY)
        .parameter_in(ParameterIn::Header)
        .required(Required::False)
        .description(Some("Makes the request safe to repeat for 24 hours"))
        .schema(Some(Object::with_type(Type::String)));
    operation.parameters.get_or_insert_default().push(RefOr::T(parameter.build()));
}
