-- The last run of each job and the time of its next one, which all servers share. Jobs belong to
-- the platform.
CREATE TABLE job_runs (
    name TEXT NOT NULL PRIMARY KEY,
    -- The times of the schedule up to this instant need no run any more.
    covered_until TIMESTAMPTZ NOT NULL,
    next_run_at TIMESTAMPTZ NOT NULL,
    started_at TIMESTAMPTZ,
    finished_at TIMESTAMPTZ,
    result TEXT,
    done BIGINT NOT NULL,
    failed BIGINT NOT NULL,
    error TEXT,
    succeeded_at TIMESTAMPTZ
);

-- An installation in use may have missed runs: its jobs run once at the next start.
INSERT INTO job_runs (name, covered_until, next_run_at, done, failed)
SELECT job.name, now() - INTERVAL '30 hours', now() - INTERVAL '30 hours', 0, 0
FROM (SELECT 'credit-overdue-evaluation' AS name UNION ALL SELECT 'staff-confirmation-due') AS job
WHERE EXISTS (SELECT 1 FROM organizations);
