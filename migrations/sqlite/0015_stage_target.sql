-- The days within which each stage of an appraisal should be completed.
ALTER TABLE organizations ADD COLUMN stage_target_days INTEGER NOT NULL DEFAULT 7;
