/** The state of one running script. */
import type { ActionIntent, Exchange, History, Intent, SentFile, Unsent } from "../../spec/vocabulary/history.ts";
import type { Profile } from "../../spec/vocabulary/profile.ts";
import type { Account, FileSpec, OperationStep, Script } from "../../spec/vocabulary/script.ts";
import type { ConnectionSeen } from "../client/connections.ts";
import { KeptAnswers } from "./kept-answers.ts";

/** An action that was sent, with what later steps may refer to. */
export interface SentAction {
  readonly exchange: number;
  /** Absent when it failed; then `failed` says how. */
  readonly traceId?: string;
  readonly failed?: string;
  /** True where the target refused it, and did not fail or stay silent. */
  readonly refused?: boolean;
  readonly specs: readonly FileSpec[];
  readonly files: readonly SentFile[];
  readonly data: ActionIntent["data"];
  /** The unique text in the data that identifies its link, where there is one. */
  readonly marker?: string;
  readonly sentAtMs: number;
  readonly receivedAtMs: number;
  /** Digests by position, once they are known. */
  digests?: readonly (string | undefined)[];
}

/** The result of a labelled step. */
export type StepResult =
  | { readonly kind: "action"; readonly action: SentAction }
  | { readonly kind: "page"; readonly startCursor?: string; readonly endCursor?: string }
  | { readonly kind: "traces"; readonly traces: readonly string[] }
  | { readonly kind: "nothing"; readonly reason: string };

/** How searches by a member of the state went. */
export interface Sought {
  /** How many found the trace by a value that the state showed. */
  readonly found: number;
  /** How many did not. */
  readonly missed: number;
  /** How many found it by a former value. */
  readonly stale: number;
  /** True where the member was the only filter. */
  readonly isAlone: boolean;
  /** True once a number was also searched for by its first digits. */
  readonly isCut: boolean;
}

export class ScriptRun {
  readonly script: Script;
  readonly profile: Profile;
  readonly signal: AbortSignal | undefined;
  /** True where searches wait less than the search lag. */
  readonly isHurried: boolean;
  /** The trace id for telemetry headers of its requests; absent: they have none. */
  readonly traceId: string | undefined;
  readonly labels = new Map<string, StepResult>();
  /** Answers whose ETag later requests name. */
  readonly answers = new KeptAnswers();
  /** Tokens that login steps adopted. */
  readonly tokens = new Map<Account, string>();
  /** Successful actions on each trace, in the order of their answers. */
  readonly actions = new Map<string, SentAction[]>();
  /** By the name of a state member: how searches by it went. */
  readonly sought = new Map<string, Sought>();
  /** The ids of these traces, in lower case. */
  readonly #traces = new Set<string>();
  readonly #exchanges: Exchange[] = [];
  readonly #connections = new Map<number, ConnectionSeen>();
  readonly #unsent: Unsent[] = [];
  #next = 0;
  #lastWriteMs = -Infinity;

  constructor(
    script: Script,
    profile: Profile,
    signal: AbortSignal | undefined,
    { traceId, isHurried = false }: { readonly traceId?: string | undefined; readonly isHurried?: boolean } = {},
  ) {
    this.traceId = traceId;
    this.isHurried = isHurried;
    this.script = script;
    this.profile = profile;
    this.signal = signal;
  }

  adopt(account: Account, token: string): void {
    this.tokens.set(account, token);
  }

  /** The position of the exchange that is about to be sent. */
  nextIndex(): number {
    return this.#next++;
  }

  /** Records an exchange. @param connection the one that brought the response, where it is watched */
  record(exchange: Exchange, connection?: ConnectionSeen): void {
    this.#exchanges[exchange.index] = exchange;
    const { kind } = exchange.intent;
    if (kind === "create" || kind === "act") this.#lastWriteMs = Math.max(this.#lastWriteMs, exchange.receivedAtMs);
    if (connection) this.#connections.set(exchange.index, connection);
  }

  /** Replaces an intent by one that the answer completed. */
  amend(exchange: Exchange, intent: Intent): void {
    this.#exchanges[exchange.index] = { ...exchange, intent };
  }

  /** Records a step that was not sent. @param remedy what would let it be sent */
  unsent(step: string, reason: string, remedy?: string): void {
    this.#unsent.push({ step, reason, ...(remedy === undefined ? {} : { remedy }) });
  }

  remember(step: OperationStep, outcome: StepResult): void {
    if (step.as !== undefined) this.labels.set(step.as, outcome);
  }

  actionAppended(action: SentAction): void {
    if (action.traceId === undefined) return;
    this.#traces.add(action.traceId.toLowerCase());
    const actions = this.actions.get(action.traceId);
    if (actions) actions.push(action);
    else this.actions.set(action.traceId, [action]);
  }

  /** When the answer to the latest creation or action came; `-Infinity` where there was none. */
  get lastWriteMs(): number {
    return this.#lastWriteMs;
  }

  /** The traces that this script created or wrote to, in lower case. */
  get traces(): Iterable<string> {
    return this.#traces;
  }

  /** The exchanges that showed this script the state of a trace, the latest last. */
  statesOf(traceId: string): readonly Exchange[] {
    return this.#exchanges.filter(({ intent }) => intent.kind === "state" && intent.traceId === traceId);
  }

  /** The history so far. Answers on a connection that later sent an unrequested one count as lost. */
  history(): History {
    const exchanges = this.#exchanges.map((exchange) =>
      this.#connections.get(exchange.index)?.unasked === true
        ? { ...exchange, lost: [...(exchange.lost ?? []), "unasked" as const] }
        : exchange,
    );
    return { script: this.script, exchanges, unsent: this.#unsent };
  }
}
