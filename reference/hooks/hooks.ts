import type { Call, Principal } from "../core/call.ts";
import type { JsonObject } from "../core/json.ts";
import type { ActionDefinition, Directory, WorkflowDefinition } from "../identity/directory.ts";
import type { LoginThrottle } from "../identity/login-throttle.ts";
import type { TokenService } from "../identity/tokens.ts";
import type { Policy } from "../policy/policy.ts";
import type { NextActions } from "../policy/process.ts";
import type { TraceStore, Window } from "../storage/trace-store.ts";
import type {
  ActionInput,
  FileRecord,
  LinkRecord,
  Page,
  PageRequest,
  Progress,
  Reply,
  SearchQuery,
  TraceRecord,
  TraceWrite,
  WorkflowItem,
  ArchiveEntry,
} from "../core/records.ts";

/**
 * The functions around which a fault or a variant can put its own, in the order in which a request meets them. The
 * service calls each by name; `honest-hooks.ts` says what each does when nothing was put around it.
 */
export interface HookFunctions {
  /** First of all, before the token is looked at. May wait, or throw a Refusal. */
  onRequest(call: Call): void | Promise<void>;
  /** The user behind the header `Authorization`. Throws a Refusal (401). Login does not come here. */
  authenticate(call: Call, authorization: string | undefined): Promise<Principal>;
  /** Whether the user may see what belongs to an organization. */
  maySee(call: Call, organization: string): boolean;

  /** The input of a creation or an action, after it was read from the wire, before it is checked. */
  readAction(call: Call, input: ActionInput): ActionInput;
  /** The page arguments of a details request, after they were checked one by one. */
  readPage(call: Call, request: PageRequest): PageRequest;
  readFilters(call: Call, filters: JsonObject): JsonObject;
  readDigests(call: Call, digests: string[]): string[];

  /** Whether the workflow has the action, and the user may do it. Throws a Refusal. */
  checkAction(call: Call, workflow: WorkflowDefinition, input: ActionInput): void;
  /** What the process of the workflow allows next. */
  next(call: Call, workflow: WorkflowDefinition, trace: TraceRecord): NextActions;
  /** Whether an action may come next on a trace of a process. Throws a Refusal. @param next what may */
  gate(call: Call, input: ActionInput, before: TraceRecord, next: NextActions): void;
  /** The progress of a trace of a process after the action. */
  advance(call: Call, before: Progress, action: ActionDefinition, link: LinkRecord): Progress;
  /** The business data after the action. */
  fold(call: Call, before: TraceRecord | undefined, link: LinkRecord): JsonObject;
  /** All that is about to be written. */
  write(call: Call, write: TraceWrite): TraceWrite;
  /** Stores a new trace. */
  create(call: Call, write: TraceWrite): Promise<void>;
  /** Appends under the trace's lock; undefined for an unknown trace. */
  append(
    call: Call,
    traceId: string,
    compute: (before: TraceRecord) => TraceWrite | Promise<TraceWrite>,
  ): Promise<TraceWrite | undefined>;
  /** After the write is durable, before it is answered. */
  written(call: Call, write: TraceWrite): void | Promise<void>;

  /** Reads a trace for its state. */
  trace(call: Call, traceId: string): Promise<TraceRecord | undefined>;
  /** Reads links, oldest first. */
  links(call: Call, traceId: string, window: Window): Promise<{ trace: TraceRecord; links: LinkRecord[] } | undefined>;
  /** What clients get as `state`. */
  presentState(call: Call, trace: TraceRecord): JsonObject;
  /** The state of a trace of a process, from what clients would get otherwise. */
  presentProcess(call: Call, state: JsonObject, trace: TraceRecord, next: NextActions): JsonObject;
  /** What clients get as an element of `links`. */
  presentLink(call: Call, link: LinkRecord): JsonObject;
  page(call: Call, page: Page): Page;

  /**
   * One file for each wanted digest, in that order. Throws a Refusal (404) for a digest that the trace does not have.
   */
  selectFiles(call: Call, wanted: readonly string[], found: readonly FileRecord[]): FileRecord[];
  /** The bytes of a file. */
  content(call: Call, file: FileRecord): AsyncIterable<Buffer>;
  zipEntries(call: Call, entries: ArchiveEntry[]): ArchiveEntry[];

  search(call: Call, query: SearchQuery): Promise<string[]>;
  workflows(call: Call, items: WorkflowItem[]): WorkflowItem[];
  /** A token for the user who logged in. */
  token(call: Call, user: Principal): Promise<string>;

  /** The payload of a successful JSON answer, before the envelope of v2. */
  payload(call: Call, payload: unknown): unknown;
  /** Every answer of the 18 operations, refusals included, last thing before the wire. */
  respond(call: Call, reply: Reply): Reply | Promise<Reply>;
}

/** What a fault or a variant gets to work with. */
export interface Hooks {
  /** Choices to swap, one member at a time. */
  readonly policy: Policy;
  /** For faults that keep otherwise what is kept. */
  readonly store: TraceStore;
  readonly directory: Directory;
  readonly tokens: TokenService;
  /** Puts a function around a hook; `inner` is what was there before. The last one put is met first. */
  around<Name extends keyof HookFunctions>(name: Name, wrap: (inner: HookFunctions[Name]) => HookFunctions[Name]): void;
}

/** Everything one running service works with; nothing is shared between services in one process. */
export interface Context {
  readonly policy: Policy;
  readonly hooks: HookFunctions;
  readonly store: TraceStore;
  readonly directory: Directory;
  readonly tokens: TokenService;
  readonly logins: LoginThrottle;
  /** Timers that a stopping service must not wait for. */
  readonly timers: Set<NodeJS.Timeout>;
}
