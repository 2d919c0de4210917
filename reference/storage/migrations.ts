/** The schema of the database, step by step. A step that has been released is never edited; a new one is added. */
export const referenceSteps: readonly string[] = [
  `
  CREATE TABLE traces (
    trace_id uuid PRIMARY KEY,
    ordinal bigserial NOT NULL,
    organization text NOT NULL,
    workflow_id text NOT NULL,
    data jsonb NOT NULL,
    search_document jsonb,
    link_count integer NOT NULL,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL
  );
  CREATE INDEX traces_by_workflow ON traces (organization, workflow_id, ordinal);
  CREATE INDEX traces_by_content ON traces USING gin (search_document jsonb_path_ops);
  CREATE TABLE links (
    trace_id uuid NOT NULL REFERENCES traces,
    position integer NOT NULL,
    link_id uuid NOT NULL UNIQUE,
    action_key text NOT NULL,
    group_label text NOT NULL,
    workflow_id text NOT NULL,
    data jsonb NOT NULL,
    files jsonb NOT NULL,
    created_at timestamptz NOT NULL,
    created_by text NOT NULL,
    PRIMARY KEY (trace_id, position)
  );
  CREATE TABLE contents (
    digest text PRIMARY KEY,
    blob_id uuid NOT NULL,
    size bigint NOT NULL
  );
  CREATE TABLE chunks (
    blob_id uuid NOT NULL,
    position integer NOT NULL,
    bytes bytea NOT NULL,
    staged_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (blob_id, position)
  );
  ALTER TABLE chunks ALTER COLUMN bytes SET STORAGE EXTERNAL;
  CREATE TABLE trace_files (
    trace_id uuid NOT NULL REFERENCES traces,
    link_position integer NOT NULL,
    file_position integer NOT NULL,
    digest text NOT NULL REFERENCES contents,
    part_name text NOT NULL,
    file_name text NOT NULL,
    content_type text NOT NULL,
    size bigint NOT NULL,
    PRIMARY KEY (trace_id, link_position, file_position)
  );
  CREATE INDEX trace_files_by_digest ON trace_files (trace_id, digest);
  CREATE TABLE signing_keys (
    key_id text PRIMARY KEY,
    private_key text NOT NULL,
    created_at timestamptz NOT NULL
  );
  `,
  // Entries of the index are made at once: a list of those still to be made would be read through by every search.
  `
  ALTER INDEX traces_by_content SET (fastupdate = off);
  SELECT gin_clean_pending_list('traces_by_content'::regclass);
  `,
  `
  ALTER TABLE traces ADD COLUMN progress jsonb NOT NULL DEFAULT '{"done": {}, "totals": {}}';
  `,
];
