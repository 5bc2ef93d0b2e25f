//! The databases of the benchmark: an SQLite file, or a database on the given PostgreSQL server.

use std::path::Path;
use std::str::FromStr;

use anyhow::{Context, Result};
use database::test_support::url_of;
use sqlx::postgres::PgConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions, Connection, Executor};

pub const SQLITE: &str = "sqlite";
pub const POSTGRES: &str = "postgres";
const NAME: &str = "mizan_bench";

/// Creates an empty database, or restores the copy that was stored under this name. Returns its
/// URL.
pub async fn create(
    engine: &str,
    folder: &Path,
    server: Option<&str>,
    kept: Option<&str>,
) -> Result<String> {
    if engine == SQLITE {
        let file = folder.join("mizan.db");
        let url = format!("sqlite:{}", file.display());
        remove(engine, &url, server).await?;
        if let Some(kept) = kept {
            std::fs::copy(folder.join(kept), file)?;
        }
        return Ok(url);
    }
    let server = server.context("name the PostgreSQL server with --postgres")?;
    remove(engine, "", Some(server)).await?;
    let template = kept.unwrap_or("template1");
    administer(server, &format!("CREATE DATABASE {NAME} TEMPLATE {template}")).await?;
    Ok(url_of(PgConnectOptions::from_str(server)?, NAME))
}

/// Stores a copy of the filled database. Nothing may be connected to it.
pub async fn keep(engine: &str, folder: &Path, server: Option<&str>, name: &str) -> Result<()> {
    if engine == SQLITE {
        std::fs::copy(folder.join("mizan.db"), folder.join(name))?;
        return Ok(());
    }
    let server = server.context("name the PostgreSQL server with --postgres")?;
    administer(server, &format!("CREATE DATABASE {name} TEMPLATE {NAME}")).await
}

/// True if a copy is stored under this name.
pub async fn is_kept(
    engine: &str,
    folder: &Path,
    server: Option<&str>,
    name: &str,
) -> Result<bool> {
    if engine == SQLITE {
        return Ok(folder.join(name).exists());
    }
    let server = server.context("name the PostgreSQL server with --postgres")?;
    Ok(PgConnectOptions::from_str(server)?.database(name).connect().await.is_ok())
}

/// Deletes the database.
pub async fn remove(engine: &str, url: &str, server: Option<&str>) -> Result<()> {
    if engine == SQLITE {
        for end in ["", "-wal", "-shm"] {
            let file = format!("{}{end}", url.trim_start_matches("sqlite:"));
            if Path::new(&file).exists() {
                std::fs::remove_file(file)?;
            }
        }
        return Ok(());
    }
    let server = server.context("name the PostgreSQL server with --postgres")?;
    administer(server, &format!("DROP DATABASE IF EXISTS {NAME} WITH (FORCE)")).await
}

async fn administer(server: &str, text: &str) -> Result<()> {
    let mut connection = PgConnectOptions::from_str(server)?.connect().await?;
    connection.execute(sqlx::raw_sql(AssertSqlSafe(text.to_owned()))).await?;
    Ok(connection.close().await?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_url_of_a_database_keeps_its_parameters_without_those_that_the_program_refuses() {
        let server = "postgres://u@h:5433/postgres?sslmode=require";
        let url = url_of(PgConnectOptions::from_str(server).unwrap(), NAME);
        assert!(url.starts_with("postgres://u@h:5433/mizan_bench?"), "{url}");
        assert!(url.contains("sslmode=require"), "{url}");
        assert!(!url.contains("statement-cache-capacity"), "{url}");
    }
}
