import type { JsonObject } from "../core/json.ts";
import type { FileRecord, LinkRecord, SearchQuery, TraceRecord, TraceWrite } from "../core/records.ts";
import type { ContentStore } from "./content-store.ts";

/** The bounds of a page: positions are exclusive, at most one of `first` and `last` is set. */
export interface Window {
  readonly after: number | null;
  readonly before: number | null;
  readonly first: number | null;
  readonly last: number | null;
}

/** A trace with all of its links, oldest first. */
export interface KeptTrace {
  readonly trace: TraceRecord;
  readonly links: readonly LinkRecord[];
}

/** What of a trace is to be kept otherwise. */
export type Amendment = Partial<KeptTrace>;

/** What search sees of a trace. */
export interface Document {
  readonly traceId: string;
  readonly document: JsonObject;
}

/** Traces, their links and files. Ids of traces are in lower case. */
export interface TraceStore {
  readonly contents: ContentStore;
  /** Stores a new trace with its first link and files, all or nothing. */
  create(write: TraceWrite): Promise<void>;
  /**
   * Appends to a trace; appends to one trace follow each other.
   * @param compute makes the write from the trace as it is then; may throw to refuse
   * @returns what was written, or undefined for an unknown trace
   */
  append(
    traceId: string,
    compute: (before: TraceRecord) => TraceWrite | Promise<TraceWrite>,
  ): Promise<TraceWrite | undefined>;
  /** The trace, or undefined. */
  trace(traceId: string): Promise<TraceRecord | undefined>;
  /** The trace and the links within the window, oldest first, both of the same moment. */
  links(traceId: string, window: Window): Promise<{ trace: TraceRecord; links: LinkRecord[] } | undefined>;
  /** The trace and those of its files that have one of the digests; the oldest comes first. */
  files(traceId: string, digests: readonly string[]): Promise<{ trace: TraceRecord; files: FileRecord[] } | undefined>;
  /** The ids of the traces that meet the query, oldest first. */
  search(query: SearchQuery): Promise<string[]>;
  /** Replaces what search sees of a trace. */
  index(traceId: string, document: JsonObject): Promise<void>;
  /** What search sees of each trace of a workflow, oldest first. */
  documents(of: Pick<SearchQuery, "organization" | "workflowId">): Promise<Document[]>;
  /** Keeps a trace otherwise than its actions say, as faults do; nothing for an unknown one. */
  amend(traceId: string, change: (kept: KeptTrace) => Amendment): Promise<void>;
  /** @throws where what keeps the traces does not answer */
  check(): Promise<void>;
}
