-- The ledger is summed up without reading its rows.
CREATE INDEX journal_entries_event ON journal_entries (organization_id, event_type, amount);
