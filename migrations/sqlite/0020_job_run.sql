-- The last run of each job and the time of its next one, which all servers share. Jobs belong to
-- the platform.
CREATE TABLE job_runs (
    name TEXT NOT NULL PRIMARY KEY,
    -- The times of the schedule up to this instant need no run any more.
    covered_until TEXT NOT NULL,
    next_run_at TEXT NOT NULL,
    started_at TEXT,
    finished_at TEXT,
    result TEXT,
    done INTEGER NOT NULL,
    failed INTEGER NOT NULL,
    error TEXT,
    succeeded_at TEXT
) STRICT;

-- An installation in use may have missed runs: its jobs run once at the next start.
INSERT INTO job_runs (name, covered_until, next_run_at, done, failed)
SELECT job.name, strftime('%Y-%m-%dT%H:%M:%S+00:00', 'now', '-30 hours'), strftime('%Y-%m-%dT%H:%M:%S+00:00', 'now', '-30 hours'), 0, 0
FROM (SELECT 'credit-overdue-evaluation' AS name UNION ALL SELECT 'staff-confirmation-due') AS job
WHERE EXISTS (SELECT 1 FROM organizations);
