import type { Json, JsonObject } from "./json.ts";

/** A file as a link lists it. */
export interface FileRecord {
  readonly partName: string;
  readonly fileName: string;
  readonly contentType: string;
  /** In bytes. */
  readonly size: number;
  readonly digest: string;
}

/** A file just received: its record, and its bytes unless they were already staged in the store. */
export interface ReceivedFile extends FileRecord {
  /** Names the stored chunks. */
  readonly blobId: string;
  /** The whole content of a small file; undefined once it has been staged in chunks. */
  readonly inline: Buffer | undefined;
}

/** The input of creation and of appending, the same for both faces. */
export interface ActionInput {
  readonly data: JsonObject;
  readonly actionKey: string;
  /** Optional on appending: a trace knows its workflow. */
  readonly workflowId: string | undefined;
  readonly groupLabel: string;
  readonly files: readonly ReceivedFile[];
}

/** A link of a trace, as stored. */
export interface LinkRecord {
  readonly linkId: string;
  readonly traceId: string;
  /** 1 for the oldest link, without gaps. */
  readonly position: number;
  readonly actionKey: string;
  readonly groupLabel: string;
  readonly workflowId: string;
  readonly data: JsonObject;
  readonly files: readonly FileRecord[];
  readonly createdAt: Date;
  readonly createdBy: string;
}

/** A trace, as stored. */
export interface TraceRecord {
  readonly traceId: string;
  readonly organization: string;
  readonly workflowId: string;
  /** The business data after all actions; the state is made from it by the state policy. */
  readonly data: JsonObject;
  readonly linkCount: number;
  /** How far its process has come; nothing for a trace of a workflow that is none. */
  readonly progress: Progress;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** What the process of a workflow keeps of a trace. */
export interface Progress {
  /** How often each action was done. */
  readonly done: Readonly<Record<string, number>>;
  /** What the actions amounted to, computed by the workflow. */
  readonly totals: JsonObject;
}

/** All that one accepted action writes, in one transaction. */
export interface TraceWrite {
  readonly trace: TraceRecord;
  readonly link: LinkRecord;
  readonly files: readonly ReceivedFile[];
  /** What search sees of the trace; null leaves it as it is, for an index that is brought up to date later. */
  readonly searchDocument: JsonObject | null;
}

/** The arguments by which a page is asked for; numbers are whole and positive. */
export interface PageRequest {
  readonly first?: number | undefined;
  readonly last?: number | undefined;
  readonly after?: string | undefined;
  readonly before?: string | undefined;
}

/** A page of links, ready to be sent. */
export interface Page {
  readonly links: readonly JsonObject[];
  readonly totalCount: number;
  readonly info: PageInfo;
}

/** Page information of the interface. */
export interface PageInfo {
  readonly hasNext: boolean;
  readonly hasPrevious: boolean;
  readonly startCursor?: string;
  readonly endCursor?: string;
}

/** An entry of a zip archive. */
export interface ArchiveEntry {
  readonly name: string;
  readonly file: FileRecord;
}

/** One condition of a search: the value at any one of the paths equals `value`. */
export interface SearchCondition {
  readonly paths: readonly (readonly string[])[];
  readonly value: Json;
}

/** A search within one workflow of one organization; all conditions hold. */
export interface SearchQuery {
  readonly organization: string;
  readonly workflowId: string;
  readonly conditions: readonly SearchCondition[];
}

/** An item of the workflow list. */
export interface WorkflowItem {
  readonly workflowId: string;
  readonly workflowName: string;
}

/** An answer before it is written to the wire. */
export interface Reply {
  status: number;
  headers: Record<string, string>;
  body: ReplyBody;
}

/** JSON is serialised by the server; bytes and streams go out as they are. */
type ReplyBody =
  | { readonly kind: "json"; readonly value: unknown }
  | { readonly kind: "bytes"; readonly value: Buffer }
  | { readonly kind: "stream"; readonly value: NodeJS.ReadableStream };
