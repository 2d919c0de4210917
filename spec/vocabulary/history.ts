/**
 * A History is what happened when a script ran: every exchange, in the order of sending, with what the step meant
 * (intent), what was sent, what came back, and when. Checks read histories and nothing else.
 */
import type { Face, OperationId } from "../operations.ts";
import type { Json } from "../json.ts";
import type { OpenPointId } from "./profile.ts";
import type {
  Account,
  ActionField,
  BodyDefect,
  CredentialMember,
  PageArguments,
  Script,
  TokenDefect,
} from "./script.ts";

/** A step that was not sent. */
export interface Unsent {
  /** Its place in the script. */
  readonly step: string;
  readonly reason: string;
  /** What would let it be sent, such as a key of the configuration; absent where nobody can say. */
  readonly remedy?: string;
}

export interface History {
  readonly script: Script;
  readonly exchanges: readonly Exchange[];
  /**
   * Steps that could not be sent, such as a download of a file whose digest is not known, each with the reason.
   * What depended on them stays unjudged.
   */
  readonly unsent: readonly Unsent[];
  /**
   * The requirements that it is judged on, where that is not all: a smaller script may break others by having lost
   * steps.
   */
  readonly judgedOn?: readonly string[];
  /** The name that its marks carry, where the script ran once more because something failed among lost answers. */
  readonly again?: string;
}

export interface Exchange {
  /** Position in the history, from 0. */
  readonly index: number;
  /** Place of the step, as `placedSteps` gives it. Pages of a walk share their step. */
  readonly step: string;
  /** True where the step stands in a parallel group. */
  readonly parallel?: boolean;
  /** The open point of which the request tries out a reading: the answer may be anything, only its form is judged. */
  readonly candidateFor?: OpenPointId;
  /** True for a request that the driver added by itself, such as reading the links to learn a digest. */
  readonly support?: boolean;
  readonly operationId: OperationId;
  readonly face: Face;
  readonly actor: Account;
  /** The account of the user who was sent in the first user's place, because that one may not do it. */
  readonly by?: Account;
  readonly intent: Intent;
  /** What is deliberately wrong with the request; empty for a well-formed one. */
  readonly defects: readonly Defect[];
  /** Unusual traits of a well-formed request, for which a refusal is allowed. */
  readonly traits: readonly string[];
  readonly request: SentRequest;
  /** Absent when no complete response came; then `failure` says why. */
  readonly response?: ReceivedResponse;
  readonly failure?: TransportFailure;
  /**
   * Requests sent in all, when more than one: earlier ones met a fault of the connection, a 401 of an aged token, or a
   * 429 or 503 with Retry-After. Only the last is this exchange.
   */
  readonly attempts?: number;
  /** Those before the last whose answer does not say that nothing was done, where there are any. */
  readonly unsettled?: number;
  /**
   * What came of earlier attempts that were lost, and `unasked` where the answer of this one is in doubt. Absent where
   * none was. What met a connection that was closed as idle is not lost.
   */
  readonly lost?: readonly LostAnswer[];
  /** Earlier attempts at an action that were answered with 409, 423 or 425 and Retry-After: its trace was busy. */
  readonly busy?: number;
  /** Milliseconds on a monotonic clock that all histories of one process share. */
  readonly sentAtMs: number;
  readonly receivedAtMs: number;
}

export type Defect =
  | { readonly where: "token"; readonly what: TokenDefect }
  | { readonly where: "body"; readonly what: BodyDefect["kind"] }
  | { readonly where: "path"; readonly what: PathDefect }
  | { readonly where: "field"; readonly member: ActionField; readonly what: "omitted" | "replaced" }
  | { readonly where: "credentials"; readonly member: CredentialMember; readonly what: "omitted" | "replaced" }
  | { readonly where: "page"; readonly member: keyof PageArguments; readonly what: PageDefect };

/** Which value of the path or its query names nothing, or something else than it should. */
export type PathDefect =
  | "unknown-trace"
  | "malformed-trace"
  | "near-trace"
  | "unknown-workflow"
  | "unknown-organization"
  | "unknown-digest"
  | "altered-digest"
  | "foreign-digest"
  | "no-digests";

/** How a page argument is wrong: of another type, no size, or a cursor that no page has shown. */
export type PageDefect = "type" | "fraction" | "negative" | "unknown-cursor";

export interface SentFile {
  readonly partName: string;
  readonly fileName: string | null;
  readonly contentType: string;
  readonly size: number;
  readonly sha256: string;
  /** The bytes, while in memory and small enough; absent in a saved history. */
  readonly bytes?: Uint8Array;
}

export interface ActionIntent {
  readonly data: Json;
  /** Where in the data the action's marker stands; absent: the member `tcMark`. */
  readonly markerAt?: readonly string[];
  readonly files: readonly SentFile[];
  /** By what it names of the service's own making: the text of an example in whose place that stands. */
  readonly stoodFor?: Readonly<Record<string, string>>;
  /** True where several things were there to name, and nobody knew which of them such an action takes. */
  readonly isGuess?: true;
  readonly actionKey?: Json;
  readonly workflowId?: Json;
  readonly groupLabel?: Json;
  /** Index of the environment's workflow the step meant. */
  readonly workflow: number;
  /** Label of the step, by which `requested` digests name its files. */
  readonly label?: string;
}

/** A file that a step asks for by digest, as far as the script knows whose it is. */
export interface RequestedDigest {
  readonly digest: string;
  /** The file meant: exchange index of the create or act that sent it, and its place there. */
  readonly file?: { readonly exchange: number; readonly position: number };
  /** The file whose digest this one resembles, but is not. */
  readonly resembles?: { readonly exchange: number; readonly position: number };
  /** True where a link or a state showed it, for a file that nobody sent. */
  readonly shown?: boolean;
}

export interface ResolvedPage {
  readonly first?: Json;
  readonly last?: Json;
  readonly after?: Json;
  readonly before?: Json;
}

export type Intent =
  | ({ readonly kind: "create" } & ActionIntent)
  | ({ readonly kind: "act"; readonly traceId: string } & ActionIntent)
  | {
      readonly kind: "details";
      readonly traceId: string;
      readonly page: ResolvedPage;
      /** Set on the pages of a walk. */
      readonly walk?: {
        readonly step: string;
        readonly page: number;
        readonly size: number;
        readonly direction: "forward" | "backward";
        /** False on the last exchange when the walk was cut by the page bound. */
        readonly complete?: boolean;
      };
    }
  | { readonly kind: "state"; readonly traceId: string }
  | { readonly kind: "files"; readonly traceId: string; readonly requested: readonly RequestedDigest[] }
  | { readonly kind: "file"; readonly traceId: string; readonly requested: RequestedDigest }
  | {
      readonly kind: "search";
      /** Index of the environment's workflow; absent for a literal path value. */
      readonly workflow?: number;
      /** Index of the workflow that a literal path value names by the key that the target was not seen to want. */
      readonly byOtherKey?: number;
      /** The filters as the script means them, before the profile's key style was applied. */
      readonly filters: Json;
      /** Present where the keys were sent as the whole places in a state that they name, whatever that style says. */
      readonly byPlace?: true;
      /** Attempts of one step share its number; only the last is judged on inclusion. */
      readonly attempt: number;
      readonly last: boolean;
      readonly until?: { readonly includes: readonly string[]; readonly excludes: readonly string[] };
    }
  | { readonly kind: "workflows"; readonly organization: string }
  | { readonly kind: "login-credential" }
  | { readonly kind: "login-private-key" };

export interface SentRequest {
  readonly method: "GET" | "POST";
  /** Path and query as sent, below the base URL. */
  readonly path: string;
  /** Lower-case names; secrets are replaced by `«redacted»`. */
  readonly headers: Readonly<Record<string, string>>;
  /** JSON text, or a readable outline of a multipart body, secrets replaced. */
  readonly body?: string;
  readonly bodyBytes: number;
}

export interface ReceivedResponse {
  readonly status: number;
  /** Lower-case names; repeated headers joined with ", ". Values that carry secrets by their name are dropped. */
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: number;
  readonly sha256: string;
  /** The raw bytes, while in memory; absent in a saved history past the bound. */
  readonly body?: Uint8Array;
  /**
   * How many traces are left out of the list that a search found: `json` has the first ones and those that the run knows,
   * and `body` is that document. `bytes` and `sha256` are those of what came.
   */
  readonly leftOut?: number;
  /** Present where the bytes are valid UTF-8 of a JSON text; `json.value` is the parsed document. */
  readonly json?: { readonly value: Json };
  /** Why there is no `json` although the response claims to be JSON. */
  readonly jsonError?: ReadError;
  /** Present where the bytes start like a zip archive. */
  readonly zip?: ZipListing;
  /**
   * Index of the exchange whose answer this is: the target answered 304 Not Modified to a request that named the ETag of
   * that one.
   */
  readonly notModified?: number;
  /** The redirects that led to this answer, or that it is, where a single file was asked for. */
  readonly redirected?: Redirection;
  /**
   * Which secret the response repeats, by its name (`password`, `privateKey`, `token`); a login's own new token is
   * none.
   */
  readonly echoedSecret?: string;
  /** The users of the configuration whose email the token that a login gave claims to be of. */
  readonly tokenNames?: readonly Account[];
  /**
   * True where the body holds a secret, however it is written. It is judged while it is in memory and never written: of a
   * saved history only its digest and size are known.
   */
  readonly withheld?: boolean;
}

export interface Redirection {
  /** Each redirect in its order; `to` is the origin alone, as what stands behind it may be a signature. */
  readonly hops: readonly { readonly status: number; readonly to: string }[];
  /** Why the last one was not followed; then it is the answer. */
  readonly notFollowed?: string;
}

export interface ZipListing {
  readonly entries: readonly ZipEntry[];
  /** Why the archive could not be read whole: broken directory, bad CRC, too many entries, too large. */
  readonly error?: ReadError;
}

/** Why a body could not be read: it is malformed, or goes beyond the bounds within which bodies are read. */
export interface ReadError {
  readonly kind: "malformed" | "bound";
  readonly message: string;
}

export interface ZipEntry {
  readonly name: string;
  readonly size: number;
  readonly sha256: string;
  readonly directory: boolean;
  /** True for a text that names every other entry, or tells its SHA-256, as a list of contents does. */
  readonly listsOthers?: true;
}

/**
 * A 5xx that named no time to come back, how the connection failed, or `unasked`: the connection that brought the answer
 * gave another one that nobody asked for, so that it may be the answer to another request.
 */
export type LostAnswer = number | TransportFailure["kind"] | "unasked";

export interface TransportFailure {
  /** `disturbed`: the run cut the connection itself, as it was told to; it says nothing of the target. */
  readonly kind:
    "connect" | "timeout" | "reset" | "oversize" | "decompression" | "protocol" | "interrupted" | "disturbed";
  readonly message: string;
  /**
   * True where the connection had brought answers before and was closed before anything of this one came: a target may
   * close a connection that it takes for idle at any time, also when it is just used again (RFC 9112, 9.5).
   */
  readonly reused?: boolean;
  /** True where the connection had also rested for as long as a target may wait before it takes one for idle. */
  readonly idle?: boolean;
}
