//! The statements for each realm: the same texts on different tables.

use database::{Sql, statements};

/// The statements of one realm.
pub(super) struct Texts {
    pub find: Sql,
    pub start: Sql,
    pub enable: Sql,
    pub burn_step: Sql,
    pub hashes: Sql,
    pub replace_hashes: Sql,
    pub regenerate: Sql,
    pub secrets: Sql,
    pub reencrypt: Sql,
    pub fail: Sql,
    pub forgive: Sql,
    pub delete: Sql,
    pub add_token: Sql,
    pub reserve: Sql,
    pub give_back: Sql,
    pub burn: Sql,
    pub burn_all: Sql,
    pub abandon: Sql,
    pub burn_oldest: Sql,
    pub prune_tokens: Sql,
}

macro_rules! realm {
    ($realm:ident, $credentials:literal, $tokens:literal, $account:literal) => {
        pub(super) mod $realm {
            use super::{Texts, statements};

            statements! {
                FIND = concat!("SELECT id, encrypted_secret, enabled, backup_codes_hashes,
                        totp_last_step, totp_failures, started_at
                    FROM ", $credentials, " WHERE organization_id = $1 AND ", $account, " = $2");

                START = concat!("INSERT INTO ", $credentials, " (organization_id, id, ", $account,
                        ", encrypted_secret, enabled, backup_codes_hashes, totp_last_step,
                        totp_failures, started_at, enabled_at)
                    VALUES ($1, $2, $3, $4, FALSE, '[]', NULL, 0, $5, NULL)
                    ON CONFLICT (organization_id, ", $account, ") DO UPDATE SET id = excluded.id,
                        encrypted_secret = excluded.encrypted_secret,
                        started_at = excluded.started_at
                    WHERE ", $credentials, ".enabled = FALSE
                        AND ", $credentials, ".started_at <= $6");

                ENABLE = concat!("UPDATE ", $credentials, " SET enabled = TRUE,
                        backup_codes_hashes = $4, totp_last_step = $5, totp_failures = 0,
                        enabled_at = $6
                    WHERE organization_id = $1 AND id = $2 AND enabled = FALSE
                        AND started_at > $3");

                BURN_STEP = concat!("UPDATE ", $credentials, " SET totp_last_step = $3,
                        totp_failures = 0
                    WHERE organization_id = $1 AND id = $2 AND enabled = TRUE
                        AND (totp_last_step IS NULL OR totp_last_step < $3)");

                HASHES = concat!("SELECT backup_codes_hashes FROM ", $credentials,
                    " WHERE organization_id = $1 AND id = $2 AND enabled = TRUE");

                REPLACE_HASHES = concat!("UPDATE ", $credentials, " SET backup_codes_hashes = $4
                    WHERE organization_id = $1 AND id = $2 AND enabled = TRUE
                        AND backup_codes_hashes = $3");

                REGENERATE = concat!("UPDATE ", $credentials, " SET totp_last_step = $3,
                        totp_failures = 0, backup_codes_hashes = $4
                    WHERE organization_id = $1 AND id = $2 AND enabled = TRUE
                        AND (totp_last_step IS NULL OR totp_last_step < $3)");

                SECRETS = concat!("SELECT id, ", $account, " AS account_id, encrypted_secret
                    FROM ", $credentials, " WHERE organization_id = $1 ORDER BY id");

                REENCRYPT = concat!("UPDATE ", $credentials, " SET encrypted_secret = $4
                    WHERE organization_id = $1 AND id = $2 AND encrypted_secret = $3");

                FAIL = concat!("UPDATE ", $credentials, " SET totp_failures = totp_failures + 1
                    WHERE organization_id = $1 AND ", $account, " = $2");

                FORGIVE = concat!("UPDATE ", $credentials, " SET totp_failures = 0
                    WHERE organization_id = $1 AND ", $account, " = $2");

                DELETE = concat!("DELETE FROM ", $credentials,
                    " WHERE organization_id = $1 AND ", $account, " = $2 AND enabled = TRUE");

                ABANDON = concat!("DELETE FROM ", $credentials,
                    " WHERE organization_id = $1 AND ", $account, " = $2 AND enabled = FALSE");

                ADD_TOKEN = concat!("INSERT INTO ", $tokens, " (token_hash, organization_id, ",
                        $account, ", password_version, created_at, expires_at, used_at,
                        failed_attempts, ip)
                    VALUES ($1, $2, $3, $4, $5, $6, NULL, 0, $7)");

                RESERVE = concat!("UPDATE ", $tokens, " SET failed_attempts = failed_attempts + 1
                    WHERE token_hash = $1 AND used_at IS NULL AND expires_at > $2
                        AND failed_attempts < $3
                    RETURNING organization_id, ", $account, " AS account_id, password_version");

                GIVE_BACK = concat!("UPDATE ", $tokens, " SET failed_attempts = failed_attempts - 1
                    WHERE token_hash = $1 AND failed_attempts > 0");

                BURN = concat!("UPDATE ", $tokens, " SET used_at = $2
                    WHERE token_hash = $1 AND used_at IS NULL AND expires_at > $2");

                BURN_ALL = concat!("UPDATE ", $tokens, " SET used_at = $3
                    WHERE organization_id = $1 AND ", $account, " = $2 AND used_at IS NULL");

                BURN_OLDEST = concat!("UPDATE ", $tokens, " SET used_at = $3
                    WHERE organization_id = $1 AND ", $account, " = $2 AND used_at IS NULL
                        AND token_hash <> $4 AND token_hash NOT IN (
                            SELECT live.token_hash FROM ", $tokens, " AS live
                            WHERE live.organization_id = $1 AND live.", $account, " = $2
                                AND live.token_hash <> $4 AND live.used_at IS NULL
                                AND live.expires_at > $3
                            ORDER BY live.created_at DESC, live.token_hash LIMIT $5)");

                PRUNE_TOKENS = concat!("DELETE FROM ", $tokens, " WHERE expires_at < $1");
            }

            pub(crate) static TEXTS: Texts = Texts {
                find: FIND,
                start: START,
                enable: ENABLE,
                burn_step: BURN_STEP,
                hashes: HASHES,
                replace_hashes: REPLACE_HASHES,
                regenerate: REGENERATE,
                secrets: SECRETS,
                reencrypt: REENCRYPT,
                fail: FAIL,
                forgive: FORGIVE,
                delete: DELETE,
                add_token: ADD_TOKEN,
                reserve: RESERVE,
                give_back: GIVE_BACK,
                burn: BURN,
                burn_all: BURN_ALL,
                abandon: ABANDON,
                burn_oldest: BURN_OLDEST,
                prune_tokens: PRUNE_TOKENS,
            };
        }
    };
}

realm!(staff, "staff_mfa_credentials", "staff_pre_auth_tokens", "staff_id");
realm!(
    customer,
    "customer_mfa_credentials",
    "customer_pre_auth_tokens",
    "customer_portal_account_id"
);
