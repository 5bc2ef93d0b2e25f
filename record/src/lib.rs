//! `#[derive(Record)]`: how a row of a database becomes a struct.

use proc_macro::TokenStream;
use proc_macro2::TokenStream as Tokens;
use quote::quote;
use syn::{Data, DeriveInput, Error, Field, Fields, LitStr, Result, Type, parse_macro_input};

/// Reads each field from the column of its name, in any order of the columns.
///
/// * `#[record(rename = "type")]` names the column.
/// * `#[record(try_from = "i64")]` takes the column as another type and converts it.
/// * `#[record(flatten)]` takes the columns of a nested record.
#[proc_macro_derive(Record, attributes(record))]
pub fn derive_record(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    implement(&input).unwrap_or_else(Error::into_compile_error).into()
}

fn implement(input: &DeriveInput) -> Result<Tokens> {
    let refused = || Error::new_spanned(input, "a record is a struct with named fields");
    let Data::Struct(data) = &input.data else { return Err(refused()) };
    let Fields::Named(fields) = &data.fields else { return Err(refused()) };
    let columns = fields.named.iter().map(Column::of).collect::<Result<Vec<_>>>()?;
    let finds = columns.iter().map(Column::find);
    let reads = columns.iter().map(Column::read);
    let name = &input.ident;
    Ok(quote! {
        impl ::service::database::Record for #name {
            fn find<C: ::service::database::Column>(
                places: &mut ::service::database::Places<'_, C>,
            ) -> ::service::database::Found {
                #(#finds)*
                Ok(())
            }

            fn read<R: ::service::database::Cells>(
                row: &mut ::service::database::Reading<'_, R>,
            ) -> ::service::database::Read<Self> {
                Ok(Self { #(#reads),* })
            }
        }
    })
}

struct Column<'f> {
    field: &'f Field,
    name: String,
    source: Source,
}

/// The source of a field.
enum Source {
    Value,
    TryFrom(Box<Type>),
    Record,
}

impl<'f> Column<'f> {
    fn of(field: &'f Field) -> Result<Self> {
        let mut name = field.ident.as_ref().map(ToString::to_string).unwrap_or_default();
        let mut source = Source::Value;
        for attribute in field.attrs.iter().filter(|it| it.path().is_ident("record")) {
            attribute.parse_nested_meta(|meta| {
                if meta.path.is_ident("rename") {
                    name = meta.value()?.parse::<LitStr>()?.value();
                } else if meta.path.is_ident("try_from") {
                    source = Source::TryFrom(Box::new(meta.value()?.parse::<LitStr>()?.parse()?));
                } else if meta.path.is_ident("flatten") {
                    source = Source::Record;
                } else {
                    return Err(meta.error("use rename, try_from or flatten"));
                }
                Ok(())
            })?;
        }
        Ok(Self { field, name, source })
    }

    fn find(&self) -> Tokens {
        let (kind, name) = (&self.field.ty, &self.name);
        match self.source {
            Source::Record => quote! { <#kind as ::service::database::Record>::find(places)?; },
            Source::Value | Source::TryFrom(_) => quote! { places.find(#name)?; },
        }
    }

    fn read(&self) -> Tokens {
        let (field, kind) = (&self.field.ident, &self.field.ty);
        match &self.source {
            Source::Value => quote! { #field: row.value()? },
            Source::TryFrom(other) => quote! { #field: row.converted::<#other, #kind>()? },
            Source::Record => quote! { #field: <#kind as ::service::database::Record>::read(row)? },
        }
    }
}
