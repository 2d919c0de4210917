import type { JsonObject } from "../core/json.ts";
import type { FileRecord, LinkRecord, Progress, SearchQuery, TraceRecord, TraceWrite } from "../core/records.ts";
import { DatabaseContentStore } from "./database-content-store.ts";
import type { Database, Parameter, Row, Session } from "./database.ts";
import { searchStatement } from "./search-statement.ts";
import { Statistics } from "./statistics.ts";
import type { Amendment, Document, KeptTrace, TraceStore, Window } from "./trace-store.ts";

/** Traces, their links and files, in one schema of a database. */
export class DatabaseTraceStore implements TraceStore {
  readonly contents: DatabaseContentStore;
  readonly #database: Database;
  readonly #schema: string;
  readonly #statistics: Statistics;

  constructor(database: Database, schema: string) {
    this.#database = database;
    this.#schema = schema;
    this.contents = new DatabaseContentStore(database, schema);
    this.#statistics = new Statistics(database, [`${schema}.traces`, `${schema}.links`]);
  }

  async create(write: TraceWrite): Promise<void> {
    // Without files one statement is the whole transaction.
    if (write.files.length === 0) await this.#insertTrace(this.#database, write);
    else {
      await this.#database.transaction(async (session) => {
        await this.contents.keep(session, write.files);
        await this.#insertTrace(session, write);
      });
    }
    this.#statistics.wrote();
  }

  /** The row lock makes appends to one trace follow each other, in whichever process they run. */
  async append(
    traceId: string,
    compute: (before: TraceRecord) => TraceWrite | Promise<TraceWrite>,
  ): Promise<TraceWrite | undefined> {
    return this.#database.transaction(async (session) => {
      const rows = await session.query(
        `SELECT ${TRACE_COLUMNS} FROM ${this.#schema}.traces t WHERE trace_id = $1 FOR UPDATE`,
        [traceId],
      );
      if (rows[0] === undefined) return undefined;
      const write = await compute(traceOf(rows[0]));
      await this.contents.keep(session, write.files);
      await this.#updateTrace(session, write);
      return write;
    });
  }

  async trace(traceId: string): Promise<TraceRecord | undefined> {
    const rows = await this.#database.query(
      `SELECT ${TRACE_COLUMNS} FROM ${this.#schema}.traces t WHERE trace_id = $1`,
      [traceId],
    );
    return rows[0] === undefined ? undefined : traceOf(rows[0]);
  }

  /** One statement, so that trace and links are of the same moment. */
  async links(traceId: string, window: Window): Promise<{ trace: TraceRecord; links: LinkRecord[] } | undefined> {
    const rows = await this.#database.query(
      `SELECT ${traceColumnsOnce("l.position")}, ${LINK_COLUMNS}
         FROM ${this.#schema}.traces t
         CROSS JOIN LATERAL (SELECT coalesce($2::int, 0) + 1 AS low,
                                    least(coalesce($3::int, link_count + 1) - 1, link_count) AS high) bounds
         LEFT JOIN ${this.#schema}.links l ON l.trace_id = t.trace_id
               AND l.position >= greatest(low, high - $5::int + 1)
               AND l.position <= least(high, low + $4::int - 1)
        WHERE t.trace_id = $1 ORDER BY l.position`,
      [traceId, window.after, window.before, window.first, window.last],
    );
    if (rows[0] === undefined) return undefined;
    return { trace: traceOf(rows[0]), links: rows.filter((row) => row["link_id"] !== null).map(linkOf) };
  }

  async files(
    traceId: string,
    digests: readonly string[],
  ): Promise<{ trace: TraceRecord; files: FileRecord[] } | undefined> {
    const rows = await this.#database.query(
      `SELECT ${traceColumnsOnce("f.link_position, f.file_position")}, f.digest, f.part_name, f.file_name, f.content_type, f.size::float8 AS size
         FROM ${this.#schema}.traces t
         LEFT JOIN ${this.#schema}.trace_files f ON f.trace_id = t.trace_id AND f.digest = ANY($2::text[])
        WHERE t.trace_id = $1 ORDER BY f.link_position, f.file_position`,
      [traceId, [...digests]],
    );
    if (rows[0] === undefined) return undefined;
    return { trace: traceOf(rows[0]), files: rows.filter((row) => row["digest"] !== null).map(fileOf) };
  }

  async search(query: SearchQuery): Promise<string[]> {
    const { sql, parameters } = searchStatement(this.#schema, query);
    return (await this.#database.query(sql, parameters)).map((row) => String(row["trace_id"]));
  }

  async index(traceId: string, document: JsonObject): Promise<void> {
    await this.#database.query(`UPDATE ${this.#schema}.traces SET search_document = $2::jsonb WHERE trace_id = $1`, [
      traceId,
      JSON.stringify(document),
    ]);
  }

  async documents({ organization, workflowId }: Pick<SearchQuery, "organization" | "workflowId">): Promise<Document[]> {
    const rows = await this.#database.query(
      `SELECT trace_id, search_document FROM ${this.#schema}.traces
        WHERE organization = $1 AND workflow_id = $2 AND search_document IS NOT NULL ORDER BY ordinal`,
      [organization, workflowId],
    );
    return rows.map((row) => ({ traceId: row["trace_id"] as string, document: row["search_document"] as JsonObject }));
  }

  async amend(traceId: string, change: (kept: KeptTrace) => Amendment): Promise<void> {
    await this.#database.transaction(async (session) => {
      const schema = this.#schema;
      const columns = `${TRACE_COLUMNS}, ${LINK_COLUMNS}`;
      const rows = await session.query(
        `SELECT ${columns} FROM ${schema}.traces t LEFT JOIN ${schema}.links l USING (trace_id)
          WHERE t.trace_id = $1 ORDER BY l.position FOR UPDATE OF t`,
        [traceId],
      );
      if (rows[0] === undefined) return;
      const kept = { trace: traceOf(rows[0]), links: rows.filter((row) => row["link_id"] !== null).map(linkOf) };
      const { trace, links } = { ...kept, ...change(kept) };
      for (const table of ["trace_files", "links"])
        await session.query(`DELETE FROM ${schema}.${table} WHERE trace_id = $1`, [traceId]);
      for (const link of links)
        await this.#updateTrace(session, { trace, link, files: link.files, searchDocument: null });
      await session.query(
        `UPDATE ${schema}.traces SET data = $2::jsonb, link_count = $3, progress = $4::jsonb, updated_at = $5
          WHERE trace_id = $1`,
        [
          ...[traceId, JSON.stringify(trace.data), trace.linkCount, JSON.stringify(trace.progress)],
          trace.updatedAt.toISOString(),
        ],
      );
    });
  }

  async check(): Promise<void> {
    await this.#database.query("SELECT 1");
  }

  async #insertTrace(session: Session, write: TraceWrite): Promise<void> {
    await session.query(
      `WITH ${this.#linkAndFiles()}
       INSERT INTO ${this.#schema}.traces
              (trace_id, organization, workflow_id, data, search_document, link_count, progress, created_at, updated_at)
       VALUES ($1, $14, $5, $11::jsonb, $12::jsonb, $3, $13::jsonb, $8, $8)`,
      [...writeParameters(write), write.trace.organization],
    );
  }

  async #updateTrace(session: Session, write: Written): Promise<void> {
    await session.query(
      `WITH ${this.#linkAndFiles()}
       UPDATE ${this.#schema}.traces
          SET data = $11::jsonb, search_document = coalesce($12::jsonb, search_document), link_count = $3,
              progress = $13::jsonb, updated_at = $8
        WHERE trace_id = $1`,
      writeParameters(write),
    );
  }

  // Foreign keys are checked at the end of the statement, so the link may come before its trace.
  #linkAndFiles(): string {
    return `link AS (
         INSERT INTO ${this.#schema}.links (trace_id, link_id, position, action_key, workflow_id, group_label, data,
                                           created_at, created_by, files)
         VALUES ($1::uuid, $2::uuid, $3::int, $4, $5, $6, $7::jsonb, $8::timestamptz, $9, $10::jsonb)),
       attached AS (
         INSERT INTO ${this.#schema}.trace_files (trace_id, link_position, file_position, digest, part_name, file_name,
                                                 content_type, size)
         SELECT $1::uuid, $3::int, item.ordinality, item.value->>'digest', item.value->>'partName',
                item.value->>'fileName', item.value->>'contentType', (item.value->>'size')::bigint
           FROM jsonb_array_elements($10::jsonb) WITH ORDINALITY AS item)`;
  }
}

const TRACE_KEYS = `t.trace_id, t.organization, t.workflow_id, t.link_count, t.progress, t.created_at, t.updated_at`;
const TRACE_COLUMNS = `${TRACE_KEYS}, t.data`;

/** The trace beside each of its rows, its data in the first row only: they may be large. */
const traceColumnsOnce = (order: string): string =>
  `${TRACE_KEYS}, CASE WHEN row_number() OVER (ORDER BY ${order}) = 1 THEN t.data END AS data`;

const LINK_COLUMNS = `l.link_id, l.position, l.action_key, l.group_label, l.workflow_id AS link_workflow_id,
  l.data AS link_data, l.files, l.created_at AS link_created_at, l.created_by`;

/** Of a file only its record is written here; its content is kept before. */
type Written = Omit<TraceWrite, "files"> & { readonly files: readonly FileRecord[] };

function writeParameters({ trace, link, files, searchDocument }: Written): Parameter[] {
  const attached = files.map(({ partName, fileName, contentType, size, digest }) => ({
    partName,
    fileName,
    contentType,
    size,
    digest,
  }));
  return [
    trace.traceId,
    link.linkId,
    link.position,
    link.actionKey,
    link.workflowId,
    link.groupLabel,
    JSON.stringify(link.data),
    link.createdAt.toISOString(),
    link.createdBy,
    JSON.stringify(attached),
    JSON.stringify(trace.data),
    searchDocument === null ? null : JSON.stringify(searchDocument),
    JSON.stringify(trace.progress),
  ];
}

// The columns' types are those of the migrations; both engines decode jsonb, timestamptz and integers alike.
function traceOf(row: Row): TraceRecord {
  return {
    traceId: row["trace_id"] as string,
    organization: row["organization"] as string,
    workflowId: row["workflow_id"] as string,
    data: row["data"] as JsonObject,
    linkCount: row["link_count"] as number,
    progress: row["progress"] as Progress,
    createdAt: row["created_at"] as Date,
    updatedAt: row["updated_at"] as Date,
  };
}

function linkOf(row: Row): LinkRecord {
  return {
    linkId: row["link_id"] as string,
    traceId: row["trace_id"] as string,
    position: row["position"] as number,
    actionKey: row["action_key"] as string,
    groupLabel: row["group_label"] as string,
    workflowId: row["link_workflow_id"] as string,
    data: row["link_data"] as JsonObject,
    files: row["files"] as FileRecord[],
    createdAt: row["link_created_at"] as Date,
    createdBy: row["created_by"] as string,
  };
}

function fileOf(row: Row): FileRecord {
  return {
    partName: row["part_name"] as string,
    fileName: row["file_name"] as string,
    contentType: row["content_type"] as string,
    size: row["size"] as number,
    digest: row["digest"] as string,
  };
}
