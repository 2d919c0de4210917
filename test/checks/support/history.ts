/**
 * A Story tells what happened between a client and a service, step by step, and becomes a History. The tiny service
 * answers everything, so that a story as told is conformant.
 */
import { hash } from "node:crypto";
import { operationOf, type Face, type OperationKind } from "../../../spec/operations.ts";
import type {
  Defect,
  Exchange,
  History,
  Intent,
  ReceivedResponse,
  ResolvedPage,
  SentFile,
  TransportFailure,
} from "../../../spec/vocabulary/history.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../spec/json.ts";
import type { OpenPointId, Profile } from "../../../spec/vocabulary/profile.ts";
import type { JudgingTarget } from "../../../spec/vocabulary/target.ts";
import type { Account, CredentialMember, LoginStep, OperationStep, Step } from "../../../spec/vocabulary/script.ts";
import { bytesAnswer, entryOf, jsonAnswer, zipAnswer } from "./answers.ts";
import { TinyService, type ActionInput } from "./tiny-service.ts";
import { profileOf, targetOf, usual, workflows, type Choices } from "./choices.ts";

/** What is unusual about a step. */
export interface How {
  readonly face?: Face;
  readonly actor?: Account;
  /** Who was sent in the first user's place. */
  readonly by?: Account;
  readonly defects?: readonly Defect[];
  readonly traits?: readonly string[];
  readonly candidateFor?: OpenPointId;
  /** The service refuses it, in its own way. Every step with defects is refused, unless `accepted`. */
  readonly refused?: boolean;
  readonly accepted?: boolean;
  /** This instead of the service's own answer, whatever the service did. */
  readonly answer?: ReceivedResponse;
  /** No answer came; `answer` is ignored. */
  readonly failure?: TransportFailure["kind"];
  /** The failure is that of a connection that may have been closed as idle. */
  readonly idle?: boolean;
  /** For a write that is neither refused nor answered well: whether it took effect all the same. Default: true. */
  readonly effect?: boolean;
}

export interface Input {
  readonly data?: JsonObject;
  /** Members beside the marker. */
  readonly members?: JsonObject;
  /** Texts of the files; the name of file N is `N.txt` unless it is given as `name:text`. */
  readonly files?: readonly string[];
  readonly workflow?: number;
  readonly actionKey?: string;
  readonly groupLabel?: string;
  /** Sent instead of the workflow's own id. */
  readonly workflowId?: string;
}

export interface TraceHandle {
  readonly id: string;
  /** Index of the exchange that created it. */
  readonly index: number;
}

export interface ActionHandle {
  readonly trace: TraceHandle;
  readonly index: number;
  /** Its place among the actions that took effect. */
  readonly action: number;
  readonly id: string;
}

export interface FileHandle {
  readonly digest: string;
  readonly file: { readonly exchange: number; readonly position: number };
}

/** A digest alone, which a link may have shown. */
interface ShownDigest {
  readonly digest: string;
  readonly shown?: boolean;
}

const right: How = {};
const token = [{ alg: "HS256", typ: "JWT" }, { sub: "user-1" }, "signature"]
  .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
  .join(".");

export class Story {
  readonly choices: Choices;
  readonly service: TinyService;
  readonly #exchanges: Exchange[] = [];
  readonly #steps: Step[] = [];
  #markers = 0;
  #nowMs = 0;
  #together: { readonly sentAtMs: number; readonly step: number; branch: number } | undefined;

  constructor(choices: Partial<Choices> = {}) {
    this.choices = { ...usual, ...choices };
    this.service = new TinyService(this.choices);
  }

  /** What is told inside overlaps: sent and answered at the same time, each in a branch of one parallel group. */
  together(tell: () => void): void {
    this.#together = { sentAtMs: this.#nowMs, step: this.#steps.length, branch: 0 };
    this.#steps.push({ parallel: [] });
    tell();
    this.#together = undefined;
    this.#nowMs += 20;
  }

  /** Time in which nothing happens. */
  pause(ms: number): void {
    this.#nowMs += ms;
  }

  get marker(): string {
    return `mark-${String(this.#markers)}-of-run`;
  }

  get profile(): Profile {
    return profileOf(this.choices);
  }

  get target(): JudgingTarget {
    return targetOf(this.choices);
  }

  history(): History {
    return { script: { id: "by-hand", title: "", steps: this.#steps }, exchanges: this.#exchanges, unsent: [] };
  }

  create(input: Input = {}, how: How = right): TraceHandle {
    const sent = this.#inputOf(input);
    const intent: Intent = { kind: "create", ...intentOf(sent, input) };
    const takesEffect = this.#takesEffect(how);
    const id = takesEffect ? this.service.create(input.workflow ?? 0, sent) : this.service.uuid();
    const index = this.#tell("create", intent, id, how);
    return { id, index };
  }

  act(trace: TraceHandle, input: Input = {}, how: How = right): ActionHandle {
    const sent = this.#inputOf(input);
    const intent: Intent = { kind: "act", traceId: trace.id, ...intentOf(sent, input) };
    const id = this.#takesEffect(how) ? this.service.append(trace.id, sent) : this.service.uuid();
    const known = !how.defects?.some(({ where }) => where === "path");
    const action = known ? this.service.actions(trace.id) - 1 : -1;
    const payload = (how.face ?? "v2") === "v2" ? id : { state: known ? this.service.state(trace.id) : {} };
    return { trace, index: this.#tell("act", intent, payload, how), action, id };
  }

  /** Exchange `index` of the story takes effect now, long after it was given up. */
  late(trace: TraceHandle, index: number): void {
    const intent = this.#exchanges[index]?.intent;
    if (intent?.kind !== "act" || !isJsonObject(intent.data)) throw new Error(`exchange ${String(index)} is no action`);
    this.service.append(trace.id, { data: intent.data, actionKey: "open", groupLabel: "clerks", files: [] });
  }

  /** File `position` of a creation, or of an action. */
  fileOf(owner: TraceHandle | ActionHandle, position = 0): FileHandle {
    const [trace, action] = "trace" in owner ? [owner.trace, owner.action] : [owner, 0];
    const digest = this.service.digest(trace.id, action, position);
    return { digest, file: { exchange: owner.index, position } };
  }

  state(trace: TraceHandle, how: How = right): number {
    const payload = isRefused(how) ? null : { state: this.service.state(trace.id) };
    return this.#tell("state", { kind: "state", traceId: trace.id }, payload, how);
  }

  details(trace: TraceHandle, page: ResolvedPage = {}, how: How = right): JsonObject {
    return this.#page(trace, { kind: "details", traceId: trace.id, page }, how);
  }

  #page(trace: TraceHandle, intent: Extract<Intent, { kind: "details" }>, how: How): JsonObject {
    const heard = (how.face ?? "v2") === "v2" || this.choices.legacyPages;
    const payload = isRefused(how) ? null : this.service.details(trace.id, heard ? intent.page : {}, how.face);
    this.#tell("details", intent, payload, how);
    const info = isJsonObject(payload) ? payload["info"] : undefined;
    return isJsonObject(info) ? info : {};
  }

  /** Follows the cursors; `between` is told after the first page. */
  walk(
    trace: TraceHandle,
    size: number,
    direction: "forward" | "backward" = "forward",
    how: How = right,
    between?: () => void,
    mostPages = 50,
  ): void {
    const step = String(this.#steps.length);
    const forward = direction === "forward";
    let cursor: Json | undefined;
    for (let page = 0; page < mostPages; page++) {
      const asked: ResolvedPage = forward
        ? { first: size, ...(cursor === undefined ? {} : { after: cursor }) }
        : { last: size, ...(cursor === undefined ? {} : { before: cursor }) };
      const walk = { step, page, size, direction };
      const info = this.#page(trace, { kind: "details", traceId: trace.id, page: asked, walk }, how);
      const next = forward ? info["hasNext"] && info["endCursor"] : info["hasPrevious"] && info["startCursor"];
      if (typeof next !== "string") return this.#endWalk();
      cursor = next;
      if (page === 0) between?.();
    }
  }

  #endWalk(): void {
    const last = this.#exchanges.at(-1);
    if (last?.intent.kind !== "details" || !last.intent.walk) return;
    const walk = { ...last.intent.walk, complete: true };
    this.#exchanges[last.index] = { ...last, intent: { ...last.intent, walk } };
  }

  files(trace: TraceHandle, requested: readonly (FileHandle | ShownDigest)[], how: How = right): number {
    const found = isRefused(how)
      ? []
      : this.service.files(
          trace.id,
          requested.map(({ digest }) => digest),
        );
    const answer = found && zipAnswer(found.map(entryOf));
    const intent: Intent = { kind: "files", traceId: trace.id, requested };
    const own = isRefused(how) || requested.every(({ digest }) => this.service.files(trace.id, [digest]));
    const foreign: How = own ? right : { defects: [{ where: "path", what: "foreign-digest" }] };
    return this.#tell("files", intent, null, { ...(answer && !isRefused(how) ? { answer } : {}), ...foreign, ...how });
  }

  file(trace: TraceHandle, requested: FileHandle | ShownDigest, how: How = right): number {
    const [found] = isRefused(how) ? [] : (this.service.files(trace.id, [requested.digest]) ?? []);
    const intent: Intent = { kind: "file", traceId: trace.id, requested };
    const what = "file" in requested ? "foreign-digest" : "unknown-digest";
    const wrong: How = found || isRefused(how) ? right : { defects: [{ where: "path", what }] };
    return this.#tell("file", intent, null, {
      ...(found ? { answer: bytesAnswer(found.bytes) } : {}),
      ...wrong,
      ...how,
    });
  }

  /** `found` replaces what the service finds. */
  search(
    filters: JsonObject,
    until: {
      includes?: readonly TraceHandle[];
      excludes?: readonly TraceHandle[];
      last?: boolean;
      workflow?: number;
      byOtherKey?: boolean;
      byPlace?: boolean;
    } = {},
    how: How & { readonly found?: readonly string[] } = right,
  ): number {
    const { includes = [], excludes = [], last = true, workflow = 0, byOtherKey = false, byPlace = false } = until;
    const ids = (traces: readonly TraceHandle[]) => traces.map(({ id }) => id);
    const intent: Intent = {
      kind: "search",
      ...(byPlace ? { byPlace } : {}),
      ...(byOtherKey ? { byOtherKey: workflow } : { workflow }),
      filters,
      attempt: 0,
      last,
      until: { includes: ids(includes), excludes: ids(excludes) },
    };
    return this.#tell("search", intent, [...(how.found ?? this.service.search(workflow, filters))], how);
  }

  workflows(organization = "acme", how: How = right): number {
    const list = workflows.map(({ id, name }) => ({ workflowId: id, workflowName: name }));
    const unknown: How =
      organization === "acme" ? right : { defects: [{ where: "path", what: "unknown-organization" }] };
    return this.#tell("workflows", { kind: "workflows", organization }, list, { ...unknown, ...how });
  }

  login(
    method: LoginStep["method"] = "credential",
    how: How & Pick<LoginStep, "adopt" | "replace" | "omit" | "body"> = right,
  ) {
    const { adopt, replace, omit, body, face = "v2", ...rest } = how;
    const kind = method === "credential" ? ("login-credential" as const) : ("login-private-key" as const);
    const step: LoginStep = {
      op: "login",
      face,
      method,
      ...(adopt ? { adopt } : {}),
      ...(replace ? { replace } : {}),
      ...(omit ? { omit } : {}),
      ...(body ? { body } : {}),
    };
    const defects: Defect[] = [
      ...(Object.keys(replace ?? {}) as CredentialMember[]).map((member): Defect => ({
        where: "credentials",
        member,
        what: "replaced",
      })),
      ...(omit ?? []).map((member): Defect => ({ where: "credentials", member, what: "omitted" })),
      ...(body ? [{ where: "body", what: body.kind } as const] : []),
    ];
    return this.#tell(kind, { kind }, { token }, { face, defects, ...rest }, step);
  }

  #takesEffect(how: How): boolean {
    return how.effect ?? !isRefused(how);
  }

  #inputOf({ data, members, files = [], actionKey = "open", groupLabel = "clerks" }: Input): ActionInput {
    this.#markers++;
    return {
      data: data ?? { tcRun: "run", tcMark: this.marker, ...members },
      actionKey,
      groupLabel,
      files: files.map((text, position) => {
        const [name, content] = text.includes(":") ? text.split(":") : [`${String(position)}.txt`, text];
        return { name: name ?? "", bytes: Buffer.from(content ?? "") };
      }),
    };
  }

  #tell(kind: OperationKind, intent: Intent, payload: Json, how: How, step?: OperationStep): number {
    const face = kind === "file" || kind === "login-private-key" ? "v2" : (how.face ?? "v2");
    const operation = operationOf(kind, face);
    if (!operation) throw new Error(`no ${kind} on the ${face} face`);
    const index = this.#exchanges.length;
    const walking = intent.kind === "details" && intent.walk !== undefined && intent.walk.page > 0;
    if (!this.#together && !walking) this.#steps.push(step ?? { op: "workflows", face });
    const parallel = this.#together !== undefined;
    const place = this.#together
      ? `${String(this.#together.step)}.${String(this.#together.branch++)}.0`
      : String(this.#steps.length - 1);
    const sentAtMs = this.#together?.sentAtMs ?? this.#nowMs;
    if (!this.#together) this.#nowMs += 20;
    const { status, v2, legacy } = this.choices.refusal;
    const good = jsonAnswer(operation.enveloped ? { error: null, data: payload } : payload);
    const idle = how.idle ? { reused: true, idle: true } : {};
    const response = how.answer ?? (isRefused(how) ? jsonAnswer(face === "v2" ? v2 : legacy, status) : good);
    this.#exchanges.push({
      index,
      step: intent.kind === "details" && intent.walk ? intent.walk.step : place,
      ...(parallel ? { parallel } : {}),
      ...(how.candidateFor === undefined ? {} : { candidateFor: how.candidateFor }),
      operationId: operation.id,
      face,
      actor: how.actor ?? "first",
      ...(how.by === undefined ? {} : { by: how.by }),
      intent,
      defects: how.defects ?? [],
      traits: how.traits ?? [],
      request: { method: operation.method, path: operation.path, headers: {}, bodyBytes: 0 },
      ...(how.failure ? { failure: { kind: how.failure, message: how.failure, ...idle } } : { response }),
      sentAtMs,
      receivedAtMs: sentAtMs + 10,
    });
    return index;
  }
}

/** Refused by the service: because it must be, or because it wants to. */
function isRefused({ refused, accepted, defects, answer, failure }: How): boolean {
  return refused ?? (!accepted && !answer && !failure && (defects?.length ?? 0) > 0);
}

function intentOf(
  { data, actionKey, groupLabel, files }: ActionInput,
  { workflow = 0, workflowId = workflows[workflow]?.id ?? "" }: Input,
) {
  const sent = files.map(({ name, bytes }, position): SentFile => ({
    partName: `part-${String(position)}`,
    fileName: name,
    contentType: "application/octet-stream",
    size: bytes.length,
    sha256: hash("sha256", bytes),
    bytes,
  }));
  return { data, files: sent, actionKey, groupLabel, workflow, workflowId };
}
