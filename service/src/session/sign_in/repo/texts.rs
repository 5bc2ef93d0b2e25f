//! The statements for each realm: the same texts on different tables.

use database::{Sql, statements};

/// The statements of one realm.
pub(super) struct Texts {
    pub account_of_email: Sql,
    pub account: Sql,
    pub keep_password: Sql,
    pub set_password: Sql,
    pub reset_password: Sql,
    pub add: Sql,
    pub revoke: Sql,
    pub revoke_all: Sql,
    pub revoke_oldest: Sql,
    pub list: Sql,
    pub revoke_one: Sql,
    pub revoke_others: Sql,
    pub confirm: Sql,
    pub confirmed_at: Sql,
    pub seen: Sql,
    pub prune: Sql,
}

macro_rules! realm {
    (
        $realm:ident, $accounts:literal, $sessions:literal, $account:literal,
        named $name:literal in $people:literal
    ) => {
        pub(super) mod $realm {
            use super::{Texts, statements};

            statements! {
                ACCOUNT_OF_EMAIL = concat!("SELECT account.organization_id, account.id, ", $name,
                        ", account.email, account.is_blocked, account.password_hash,
                        account.password_version, account.password_change_required,
                        organizations.name AS organization_name
                    FROM ", $accounts, " AS account ", $people, "
                    JOIN organizations ON organizations.id = account.organization_id
                    WHERE account.email = $1");

                ACCOUNT = concat!("SELECT account.organization_id, account.id, ", $name,
                        ", account.email, account.is_blocked, account.password_hash,
                        account.password_version, account.password_change_required,
                        organizations.name AS organization_name
                    FROM ", $accounts, " AS account ", $people, "
                    JOIN organizations ON organizations.id = account.organization_id
                    WHERE account.organization_id = $1 AND account.id = $2
                        AND account.is_blocked = FALSE");

                /// Also locks the account, which serializes sign-ins and blocks.
                KEEP_PASSWORD = concat!("UPDATE ", $accounts, " SET password_hash = $4
                    WHERE organization_id = $1 AND id = $2 AND password_version = $3
                        AND is_blocked = FALSE");

                SET_PASSWORD = concat!("UPDATE ", $accounts, "
                    SET password_hash = $4, password_scheme = $5,
                        password_version = password_version + 1,
                        password_change_required = FALSE, updated_at = $6
                    WHERE organization_id = $1 AND id = $2 AND password_version = $3
                        AND is_blocked = FALSE");

                RESET_PASSWORD = concat!("UPDATE ", $accounts, "
                    SET password_hash = $3, password_scheme = $4,
                        password_version = password_version + 1,
                        password_change_required = TRUE, updated_at = $5
                    WHERE organization_id = $1 AND id = $2");

                ADD = concat!("INSERT INTO ", $sessions, " (organization_id, id, ", $account,
                        ", password_version, created_at, last_seen_at, expires_at, revoked_at,
                        ip, user_agent)
                    VALUES ($1, $2, $3, $4, $5, $5, $6, NULL, $7, $8)");

                REVOKE = concat!("UPDATE ", $sessions, " SET revoked_at = $3
                    WHERE organization_id = $1 AND id = $2 AND revoked_at IS NULL");

                REVOKE_ALL = concat!("UPDATE ", $sessions, " SET revoked_at = $3
                    WHERE organization_id = $1 AND ", $account, " = $2 AND revoked_at IS NULL");

                REVOKE_OLDEST = concat!("UPDATE ", $sessions, " SET revoked_at = $3
                    WHERE organization_id = $1 AND ", $account, " = $2 AND revoked_at IS NULL
                        AND id <> $5 AND id NOT IN (
                            SELECT live.id FROM ", $sessions, " AS live
                            WHERE live.organization_id = $1 AND live.", $account, " = $2
                                AND live.id <> $5 AND live.revoked_at IS NULL
                                AND live.expires_at > $3 AND live.last_seen_at > $4
                            ORDER BY live.created_at DESC, live.id DESC LIMIT $6)");

                LIST = concat!("SELECT id, created_at, last_seen_at, ip, user_agent
                    FROM ", $sessions, "
                    WHERE organization_id = $1 AND ", $account, " = $2 AND revoked_at IS NULL
                        AND expires_at > $3 AND last_seen_at > $4
                    ORDER BY last_seen_at DESC, id DESC LIMIT 100");

                REVOKE_ONE = concat!("UPDATE ", $sessions, " SET revoked_at = $4
                    WHERE organization_id = $1 AND ", $account, " = $2 AND id = $3
                        AND revoked_at IS NULL");

                REVOKE_OTHERS = concat!("UPDATE ", $sessions, " SET revoked_at = $4
                    WHERE organization_id = $1 AND ", $account, " = $2 AND id <> $3
                        AND revoked_at IS NULL");

                CONFIRM = concat!("UPDATE ", $sessions, " SET password_confirmed_at = $3
                    WHERE organization_id = $1 AND id = $2 AND revoked_at IS NULL");

                CONFIRMED_AT = concat!("SELECT COALESCE(password_confirmed_at, created_at)
                    FROM ", $sessions, " WHERE organization_id = $1 AND id = $2");

                SEEN = concat!("UPDATE ", $sessions, " SET last_seen_at = $3
                    WHERE organization_id = $1 AND id = $2 AND revoked_at IS NULL
                        AND last_seen_at < $3");

                PRUNE = concat!("DELETE FROM ", $sessions, " WHERE expires_at < $1");
            }

            pub(crate) static TEXTS: Texts = Texts {
                account_of_email: ACCOUNT_OF_EMAIL,
                account: ACCOUNT,
                keep_password: KEEP_PASSWORD,
                set_password: SET_PASSWORD,
                reset_password: RESET_PASSWORD,
                add: ADD,
                revoke: REVOKE,
                revoke_all: REVOKE_ALL,
                revoke_oldest: REVOKE_OLDEST,
                list: LIST,
                revoke_one: REVOKE_ONE,
                revoke_others: REVOKE_OTHERS,
                confirm: CONFIRM,
                confirmed_at: CONFIRMED_AT,
                seen: SEEN,
                prune: PRUNE,
            };
        }
    };
}

realm!(staff, "staff", "sessions", "staff_id", named "account.name" in "");
realm!(
    customer,
    "portal_accounts",
    "portal_sessions",
    "portal_account_id",
    named "customers.name" in
        "JOIN customers ON customers.organization_id = account.organization_id
            AND customers.id = account.customer_id"
);
