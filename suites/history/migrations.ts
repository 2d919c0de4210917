/**
 * The schema of the history, step by step. A step that has been released is never edited; a new one is added. The same
 * statements run on the embedded engine and on a server.
 */
export const historySteps: readonly string[] = [
  // 1: runs; what is the same on most nights stands once for all of them.
  `
  CREATE TABLE requirement_lists (
    digest text PRIMARY KEY,
    requirements jsonb NOT NULL
  );
  CREATE TABLE profiles (
    digest text PRIMARY KEY,
    readings jsonb NOT NULL
  );
  CREATE TABLE runs (
    environment text NOT NULL,
    run_id text NOT NULL,
    base_url text NOT NULL,
    access text NOT NULL,
    seed bigint NOT NULL,
    depth text NOT NULL,
    started_at timestamptz NOT NULL,
    duration_ms double precision NOT NULL,
    suite_version text NOT NULL,
    spec_digest text NOT NULL,
    verdict text NOT NULL,
    partial text,
    requirement_list text NOT NULL REFERENCES requirement_lists,
    statuses text NOT NULL,
    reasons jsonb NOT NULL,
    profile text NOT NULL REFERENCES profiles,
    measured jsonb NOT NULL,
    drift jsonb NOT NULL,
    exchanges bigint NOT NULL,
    troubles bigint NOT NULL,
    suite_errors bigint NOT NULL,
    operations jsonb NOT NULL,
    report text,
    content_digest text NOT NULL,
    added_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (environment, run_id)
  );
  CREATE INDEX runs_by_time ON runs (environment, started_at);
  `,
  // 2: for what a run is red although nothing that the target must do failed.
  `
  ALTER TABLE runs ADD COLUMN red_for text;
  `,
  // 3: of how few requirements the green of a run is.
  `
  ALTER TABLE runs ADD COLUMN judged_only text;
  `,
];
