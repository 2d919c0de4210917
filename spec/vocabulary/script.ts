/**
 * A Script is a small serialisable program over the interface. Suites write scripts by hand, generators make them,
 * shrinking reduces them, the corpus keeps them, `replay` runs one. Everything in a script is plain JSON.
 */
import type { Face } from "../operations.ts";
import type { Json, JsonObject } from "../json.ts";
import type { OpenPointId } from "./profile.ts";

export interface Script {
  /** Stable name, unique in a run, such as `scenarios/state/merge-v2` or `properties/flow/17`. */
  readonly id: string;
  readonly title: string;
  readonly steps: readonly Step[];
  /** True: nothing else of this run is under way meanwhile, so that what any other request would cover up is seen. */
  readonly exclusive?: boolean;
  /** Seed of what a run with `--disturb` does to the connections of its requests. Absent: nothing. */
  readonly disturbed?: number;
}

export type Step = OperationStep | ParallelStep;

/** Branches that run at the same time; the steps inside one branch run in order. */
export interface ParallelStep {
  readonly parallel: readonly (readonly OperationStep[])[];
}

/** Whose credentials a request is sent with: the first user's, the second's, or those of entry N of `users`. */
export type Account = Actor | `user-${number}`;

export type Actor = "first" | "second";

/**
 * How the bearer header of a step is deliberately wrong. Absent: the actor's valid token.
 * - `other-scheme`: the valid token under a scheme that is not Bearer; `basic-scheme`: some name and password
 * - `elsewhere`: no header, but the valid token wherever else services look for one: query, cookies, other headers
 * - `in-body`: no header, but the valid token as a member of the JSON body, where there is one
 */
export const tokenDefects = [
  "none",
  "empty",
  "scheme-missing",
  "wrong-scheme",
  "garbage",
  "truncated",
  "signature-altered",
  "signature-removed",
  "payload-altered",
  "alg-none",
  "other-scheme",
  "basic-scheme",
  "elsewhere",
  "in-body",
] as const;
export type TokenDefect = (typeof tokenDefects)[number];

/**
 * How the body of a step is deliberately wrong.
 * - `json-broken`: the JSON (body, part `body`, or field `traceInput`) is cut in the middle
 * - `json-type`: the JSON document is of another type (`value` says which)
 * - `empty`: no body bytes at all
 * - `content-type`: the right bytes under the media type `value`
 * - `multipart-boundary`: the boundary parameter names another boundary
 * - `multipart-cut`: the body ends before the closing boundary
 * - `raw`: exactly `text` under the media type `value`
 */
export type BodyDefect =
  | { readonly kind: "json-broken" | "empty" | "multipart-boundary" | "multipart-cut" }
  | { readonly kind: "json-type"; readonly value: Json }
  | { readonly kind: "content-type"; readonly value: string }
  | { readonly kind: "raw"; readonly value: string; readonly text: string };

/**
 * How the JSON of a request is written where it is not one line with every character as it is. Each spelling is the same
 * input.
 * - `lines`: indented by two spaces, on lines that end with LF; a space at the beginning, a line break at the end
 * - `tabs`: indented by tabs, on lines that end with CRLF, the members of the document itself in reverse order
 * - `escaped`: `\uXXXX` for each UTF-16 unit beyond ASCII and for `<`, `>`, `&` and `'`; `\/` for the solidus
 * - `units`: `\uXXXX` for each UTF-16 unit of the values that are texts
 * - `fractions`: whole numbers with a fraction of zero, such as 2.0; where they count, a target may want them plain
 */
export const jsonSpellings = ["lines", "tabs", "escaped", "units", "fractions"] as const;
export type JsonSpelling = (typeof jsonSpellings)[number];

export interface StepBase {
  readonly face: Face;
  /** Label by which later steps refer to what this step brought: `$label`. */
  readonly as?: string;
  /** Whose token is sent. Default: who may do it, the first if that one may. */
  readonly actor?: Account;
  readonly token?: TokenDefect;
  readonly body?: BodyDefect;
  /** Of all that sends JSON: how that is written. Default: in one line. */
  readonly spelling?: JsonSpelling;
  /** The body comes in chunks that do not tell its length beforehand (RFC 9112, 7.1): a trait, `request.chunked`. */
  readonly chunked?: boolean;
  /**
   * Names of the unusual traits in this step's input, such as `data.nul` or `file.name-path`. A target may refuse an
   * unusual input (limits are not shown); a step without traits is plain and must be accepted.
   */
  readonly traits?: readonly string[];
  /** The open point of which this step tries out a reading, so that any answer to it is right. */
  readonly candidateFor?: OpenPointId;
  /** Milliseconds for which the script sends nothing before this step: what is kept for a while alone is gone then. */
  readonly restMs?: number;
  /** Sent once the scripts that run beside this one have ended, but those that run alone: what they wrote may have left a mark. */
  readonly afterOthers?: boolean;
}

/** Milliseconds that a step may rest at most. */
export const longestRestMs = 60_000;

export type ContentSpec =
  | { readonly text: string }
  | { readonly base64: string }
  /** `bytes` pseudo-random bytes that follow from `seed`; the one at the offset `changedAt` is another than follows. */
  | { readonly bytes: number; readonly seed: number; readonly changedAt?: number }
  /** Every byte value from 0 to 255, `repeat` times. */
  | { readonly everyByte: number };

export interface FileSpec {
  readonly partName: string;
  /** Null: the part carries no file name parameter. */
  readonly fileName: string | null;
  /** Default: application/octet-stream. */
  readonly contentType?: string;
  readonly content: ContentSpec;
}

export type ActionField = "data" | "actionKey" | "workflowId" | "groupLabel";

export interface ActionInput {
  /** The action's data. */
  readonly data: JsonObject;
  /**
   * Where in the data the text stands by which the action is told from all others, for data whose schema leaves no room
   * for a member of our own. Default: the member `tcMark`.
   */
  readonly markerAt?: readonly string[];
  /** Of the same data, where they are made to follow a form: from 1 on each is of another make than the one before. Gone then. */
  readonly variant?: number;
  /** Members that the data have, whatever the form would make of them, or what they name: with these they were taken. */
  readonly asTaken?: JsonObject;
  readonly files?: readonly FileSpec[];
  /** Index into the environment's workflows. Default: 0. */
  readonly workflow?: number;
  /** Key of a configured action. Default: the first that fits (creating for `create`, appending for `act`). */
  readonly action?: string;
  /** Label of the group for which it is sent, where the action is open to several. Default: the first that is configured. */
  readonly group?: string;
  /** Sends the file parts ahead of the text parts; their order is not shown. Default: behind them. */
  readonly filesFirst?: boolean;
  /** Fields left out of the request. */
  readonly omit?: readonly ActionField[];
  /** Literal values sent instead of the right ones; `data` may be any JSON value. */
  readonly replace?: { readonly [field in ActionField]?: Json };
}

export interface CreateStep extends StepBase, ActionInput {
  readonly op: "create";
}
export interface ActStep extends StepBase, ActionInput {
  readonly op: "act";
  readonly trace: TraceRef;
  /** True where it only brings the trace to where its process allows what the script wants. */
  readonly preparatory?: true;
  /** True where the process of the workflow shall refuse it: it is sent as it stands. */
  readonly outOfOrder?: true;
  /** True where it is sent only if the state of the trace that the script read last does not list it as what may come next. */
  readonly unlisted?: true;
  /** True where it is sent only if that state lists it. */
  readonly listed?: true;
  /** True where it names the thing that an action of its kind named first on the trace, and is sent only if one did. */
  readonly sameThing?: true;
}

/** What the step with that label brought: `$label`, or a member of it such as `$label.0`. */
export type LabelRef = `$${string}`;

/**
 * `$label` of a create step, `$label.N` for trace N that a search found, or any literal text (sent percent-encoded as
 * the path parameter); or an id that differs from that of a trace in its last character alone, or has one more or less;
 * or, with `other-case`, the id of that very trace with its letters in the other case.
 */
export type TraceRef = string | { readonly like: LabelRef; readonly change: TraceChange };
export const traceChanges = ["longer", "shorter", "altered", "other-case"] as const;
export type TraceChange = (typeof traceChanges)[number];

/** `$label.endCursor` or `$label.startCursor` of an earlier details step, or a literal cursor. */
export type CursorRef = string;

export interface PageArguments {
  readonly first?: Json;
  readonly last?: Json;
  readonly after?: CursorRef | Json;
  readonly before?: CursorRef | Json;
}

export interface DetailsStep extends StepBase {
  readonly op: "details";
  readonly trace: TraceRef;
  readonly page?: PageArguments;
}

/** Follows the cursors from one end to the other; becomes one details exchange per page. */
export interface WalkStep extends StepBase {
  readonly op: "walk";
  readonly trace: TraceRef;
  /** Links asked for per page. */
  readonly size: number;
  readonly direction: "forward" | "backward";
  /** Appended after the first page was read, to see that a growing trace is still walked rightly. */
  readonly actAfterFirstPage?: ActionInput;
}

export interface StateStep extends StepBase {
  readonly op: "state";
  readonly trace: TraceRef;
  /**
   * Names the ETag of the last such answer to the same user, where it had one: a target that then answers 304 says that
   * nothing has changed.
   */
  readonly revalidate?: true;
}

/**
 * `$label.N`: file N (from 0) of the create or act step with that label; or a literal digest.
 * - `like`: a digest that differs from that of the file in its first or second half alone, or is its first half
 * - `allOf`: every file of the step with that label
 * - `refused`: the file, even where its action was refused
 * - `shown`: the digest of a file that nobody sent, as a link or a state showed it to who asks for it
 */
export type DigestRef =
  | string
  | { readonly like: LabelRef; readonly change: DigestChange }
  | { readonly allOf: LabelRef }
  | { readonly refused: LabelRef }
  | { readonly shown: string };
export const digestChanges = ["start-altered", "end-altered", "cut"] as const;
export type DigestChange = (typeof digestChanges)[number];

export interface FilesStep extends StepBase {
  readonly op: "files";
  readonly trace: TraceRef;
  readonly digests: readonly DigestRef[];
}
export interface FileStep extends StepBase {
  readonly op: "file";
  readonly trace: TraceRef;
  readonly digest: DigestRef;
}

export interface SearchStep extends StepBase {
  readonly op: "search";
  /** Index into the environment's workflows (default 0), or a literal path value. */
  readonly workflow?: number | string;
  /**
   * Plain keys; nested ones as dotted paths are written by the driver as the profile says. Non-object: sent as it is.
   */
  readonly filters: Json;
  /**
   * This trace is searched for instead, by members of its state that its last action changed, as the script read them
   * before and behind it: by what each is now, and by what it was. Becomes a few search exchanges, or none.
   */
  readonly changed?: TraceRef;
  /** Repeat until these traces are in, and those are not in, the answer, or the environment's search lag has passed. */
  readonly until?: { readonly includes?: readonly TraceRef[]; readonly excludes?: readonly TraceRef[] };
}

export interface WorkflowsStep extends StepBase {
  readonly op: "workflows";
  /** Default: the configured organization. */
  readonly organization?: string;
}

export type CredentialMember = "email" | "password" | "privateKey";

export interface LoginStep extends StepBase {
  readonly op: "login";
  readonly method: "credential" | "private-key";
  /** Literal members sent instead of the right ones; undefined members stay right. */
  readonly replace?: { readonly [member in CredentialMember]?: Json };
  /** Members left out. */
  readonly omit?: readonly CredentialMember[];
  /** Use the new token as the actor's token in the later steps of this script. */
  readonly adopt?: boolean;
}

export type OperationStep =
  | CreateStep
  | ActStep
  | DetailsStep
  | WalkStep
  | StateStep
  | FilesStep
  | FileStep
  | SearchStep
  | WorkflowsStep
  | LoginStep;
