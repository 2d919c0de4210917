import { setImmediate as nextTurn } from "node:timers/promises";
import { everyCondition, sameJson } from "../core/conditions.ts";
import type { JsonObject } from "../core/json.ts";
import type { FileRecord, LinkRecord, SearchQuery, TraceRecord, TraceWrite } from "../core/records.ts";
import { MemoryContentStore } from "./memory-content-store.ts";
import type { Amendment, Document, KeptTrace, TraceStore, Window } from "./trace-store.ts";

/** A record as it is kept: nobody who is handed it can change what others read. */
class Kept<T> {
  readonly #text: string;

  constructor(record: T) {
    this.#text = JSON.stringify(record);
  }

  get record(): T {
    return JSON.parse(this.#text) as T;
  }
}

type Dates = "createdAt" | "updatedAt";

/** A link apart from its dates, which JSON has not. */
interface KeptLink {
  readonly position: number;
  readonly files: readonly FileRecord[];
  readonly rest: Kept<Omit<LinkRecord, "createdAt">>;
  readonly createdAt: Date;
}

interface TraceHolder {
  rest: Kept<Omit<TraceRecord, Dates>>;
  linkCount: number;
  readonly createdAt: Date;
  updatedAt: Date;
  /** By position. */
  links: KeptLink[];
  document: JsonObject | undefined;
  /** Settles when the appends that came before have ended. */
  turn: Promise<unknown>;
}

const meets = everyCondition(sameJson);

/**
 * Traces, their links and files, in the memory of this process: gone with it. Each operation takes a turn of the event
 * loop, as one elsewhere would, so that requests at the same time interleave.
 */
export class MemoryTraceStore implements TraceStore {
  readonly contents = new MemoryContentStore();
  readonly #traces = new Map<string, TraceHolder>();
  /** Ids by workflow, oldest first. */
  readonly #workflows = new Map<string, string[]>();

  async create(write: TraceWrite): Promise<void> {
    await nextTurn();
    const { trace } = write;
    if (this.#traces.has(trace.traceId)) throw new Error(`the trace ${trace.traceId} exists`);
    const { rest, updatedAt } = keptTrace(trace);
    this.#traces.set(trace.traceId, {
      ...{ rest, updatedAt, linkCount: trace.linkCount, createdAt: trace.createdAt },
      ...{ links: [], document: undefined, turn: Promise.resolve() },
    });
    const workflow = workflowOf(trace);
    const ids = this.#workflows.get(workflow);
    if (ids) ids.push(trace.traceId);
    else this.#workflows.set(workflow, [trace.traceId]);
    this.#write(write);
  }

  async append(
    traceId: string,
    compute: (before: TraceRecord) => TraceWrite | Promise<TraceWrite>,
  ): Promise<TraceWrite | undefined> {
    await nextTurn();
    return await this.#inTurn(traceId, async (holder) => {
      const write = await compute(traceOf(holder));
      this.#write(write);
      return write;
    });
  }

  async trace(traceId: string): Promise<TraceRecord | undefined> {
    await nextTurn();
    const holder = this.#traces.get(traceId);
    return holder && traceOf(holder);
  }

  async links(
    traceId: string,
    { after, before, first, last }: Window,
  ): Promise<{ trace: TraceRecord; links: LinkRecord[] } | undefined> {
    await nextTurn();
    const holder = this.#traces.get(traceId);
    if (!holder) return undefined;
    const low = (after ?? 0) + 1;
    const high = Math.min((before ?? holder.linkCount + 1) - 1, holder.linkCount);
    const from = Math.max(low, high - (last ?? Infinity) + 1);
    const to = Math.min(high, low + (first ?? Infinity) - 1);
    const within = holder.links.filter(({ position }) => position >= from && position <= to);
    return { trace: traceOf(holder), links: within.map(linkOf) };
  }

  async files(
    traceId: string,
    digests: readonly string[],
  ): Promise<{ trace: TraceRecord; files: FileRecord[] } | undefined> {
    await nextTurn();
    const holder = this.#traces.get(traceId);
    if (!holder) return undefined;
    const files = holder.links.flatMap((link) => link.files.filter(({ digest }) => digests.includes(digest)));
    return { trace: traceOf(holder), files: files.map((file) => ({ ...file })) };
  }

  async search(query: SearchQuery): Promise<string[]> {
    const documents = await this.documents(query);
    // As the conditions would be stored, where `-0` is `0`.
    const { conditions } = JSON.parse(JSON.stringify(query)) as SearchQuery;
    return documents.filter(({ document }) => meets(document, { conditions })).map(({ traceId }) => traceId);
  }

  async index(traceId: string, document: JsonObject): Promise<void> {
    await nextTurn();
    const holder = this.#traces.get(traceId);
    if (holder) holder.document = asStored(document);
  }

  async documents(of: Pick<SearchQuery, "organization" | "workflowId">): Promise<Document[]> {
    await nextTurn();
    const ids = this.#workflows.get(workflowOf(of)) ?? [];
    return ids.flatMap((traceId) => {
      const document = this.#traces.get(traceId)?.document;
      return document ? [{ traceId, document }] : [];
    });
  }

  async amend(traceId: string, change: (kept: KeptTrace) => Amendment): Promise<void> {
    await nextTurn();
    await this.#inTurn(traceId, (holder) => {
      const { trace, links } = change({ trace: traceOf(holder), links: holder.links.map(linkOf) });
      if (trace) Object.assign(holder, { ...keptTrace(trace), updatedAt: holder.updatedAt });
      if (links) holder.links = links.map(keptLink);
      return Promise.resolve();
    });
  }

  check(): Promise<void> {
    return Promise.resolve();
  }

  /** Writes to a trace come one after the other. */
  async #inTurn<T>(traceId: string, work: (holder: TraceHolder) => Promise<T>): Promise<T | undefined> {
    const holder = this.#traces.get(traceId);
    if (!holder) return undefined;
    const mine = holder.turn.then(() => work(holder));
    holder.turn = mine.catch(() => undefined);
    return await mine;
  }

  #write({ trace, link, files, searchDocument }: TraceWrite): void {
    const holder = this.#traces.get(trace.traceId);
    if (!holder) throw new Error(`no trace ${trace.traceId}`);
    if (holder.links.some(({ position }) => position === link.position))
      throw new Error(`the trace ${trace.traceId} has a link ${String(link.position)}`);
    this.contents.keep(files);
    Object.assign(holder, keptTrace(trace));
    const kept = keptLink({ ...link, files });
    const at = holder.links.findLastIndex(({ position }) => position < link.position);
    holder.links.splice(at + 1, 0, kept);
    if (searchDocument) holder.document = asStored(searchDocument);
  }
}

const workflowOf = ({ organization, workflowId }: Pick<SearchQuery, "organization" | "workflowId">): string =>
  JSON.stringify([organization, workflowId]);

const asStored = (document: JsonObject): JsonObject => JSON.parse(JSON.stringify(document)) as JsonObject;

function keptTrace({ createdAt: _, updatedAt, ...rest }: TraceRecord) {
  return { rest: new Kept(rest), linkCount: rest.linkCount, updatedAt };
}

const traceOf = ({ rest, createdAt, updatedAt }: TraceHolder): TraceRecord => ({
  ...rest.record,
  createdAt,
  updatedAt,
});

function keptLink({ createdAt, ...link }: LinkRecord): KeptLink {
  const files = link.files.map(({ partName, fileName, contentType, size, digest }) => ({
    ...{ partName, fileName, contentType, size, digest },
  }));
  return { position: link.position, files, rest: new Kept({ ...link, files }), createdAt };
}

const linkOf = ({ rest, createdAt }: KeptLink): LinkRecord => ({ ...rest.record, createdAt });
