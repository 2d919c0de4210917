/** What an action names of what the service made on the trace: read from its state when the action is sent. */
import { payloadMember, succeeded } from "../../spec/readings/outcome.ts";
import { isWildcard, valuesAt } from "../../spec/readings/path.ts";
import { shownValuesOf } from "../../spec/readings/shown-values.ts";
import { isJsonObject, type Json, type JsonObject } from "../../spec/json.ts";
import type { JsonPath } from "../../spec/vocabulary/profile.ts";
import type { PlacedStep } from "../../spec/vocabulary/placed-steps.ts";
import type { Account, ActStep, WalkStep } from "../../spec/vocabulary/script.ts";
import type { ActionDescription, WorkflowDescription } from "../../spec/vocabulary/target.ts";
import { leavesIn } from "../../spec/json-walks.ts";
import { accountFor } from "../execute/account.ts";
import { operationFor, stateRequest } from "../faces/build.ts";
import type { Connection } from "../execute/connection.ts";
import type { Thing } from "../execute/named-things.ts";
import type { ScriptRun } from "../execute/script-run.ts";
import { send } from "../execute/send.ts";

/** An action that is to be sent on a trace. */
interface Sending {
  readonly step: ActStep | WalkStep;
  readonly at: PlacedStep;
  readonly workflow: WorkflowDescription;
  readonly action: ActionDescription;
  readonly traceId: string;
  readonly data: JsonObject;
}

/** By each text of an example in the data that stands for what the service makes: what the state of the trace shows in its place. */
export async function shownInPlace(
  connection: Connection,
  run: ScriptRun,
  sending: Sending,
): Promise<ReadonlyMap<string, Thing>> {
  const { step, at, workflow, action, traceId, data } = sending;
  const known = Object.entries(shownValuesOf(run.profile, workflow.id));
  const values = new Set(known.length === 0 ? [] : leavesIn(data).map(String));
  const wanted = known.filter(([text]) => values.has(text));
  if (wanted.length === 0) return new Map();
  let state: Json | undefined;
  const sender = senderOf(connection, run, sending);
  for (const actor of readersFor(connection, sender)) {
    // What was seen of the trace before may lack what its last action made.
    const reading = {
      op: "state",
      face: step.face,
      trace: traceId,
      ...(actor === undefined ? {} : { actor }),
    } as const;
    const request = stateRequest(operationFor("state", step.face), traceId);
    const intent = { kind: "state", traceId } as const;
    const exchange = await send(connection, run, { at, step: reading, request, intent, defects: [], support: true });
    state = succeeded(exchange) ? payloadMember(exchange, "state") : undefined;
    if (wanted.every(([, path]) => valuesAt(state, path).length > 0)) break;
  }
  const chosen = new Map<string, Thing>();
  for (const [text, path] of wanted) {
    const things = thingsAt(state, path).map((thing): Thing => ({ ...thing, by: sender }));
    const others = things.filter(({ name }) => ![...chosen.values()].some((thing) => thing.name === name));
    const among = others.length > 0 ? others : things;
    const { things: named } = connection;
    const isSame = step.op === "act" && step.sameThing === true;
    const thing = isSame ? named.first(traceId, action.key, among) : named.next(traceId, action.key, among);
    if (thing) chosen.set(text, thing);
  }
  return chosen;
}

/** The texts and numbers that stand there, each with the members beside it. */
function thingsAt(state: Json | undefined, path: JsonPath): readonly Thing[] {
  const [last] = path.slice(-1);
  if (last === undefined || isWildcard(last))
    return valuesAt(state, path).flatMap((value) => textsOf(value).map((name) => ({ name, looks: "" })));
  return valuesAt(state, path.slice(0, -1)).flatMap((holder) => {
    const { [last]: name, ...beside } = isJsonObject(holder) ? holder : {};
    return textsOf(name ?? null).map((text) => ({ name: text, looks: JSON.stringify(looksOf(beside)) }));
  });
}

/** The text that names it; none for what is neither text nor number. */
const textsOf = (value: Json): readonly string[] =>
  typeof value === "string" || typeof value === "number" ? [String(value)] : [];

/** What is there, whatever the numbers and texts: small counts, and words as those of a status, stand for themselves. */
function looksOf(value: Json): Json {
  if (typeof value === "number") return Number.isInteger(value) && value >= 0 && value < 10 ? value : "number";
  if (typeof value === "string") return /^[\p{L}_-]{1,20}$/u.test(value) ? value : "text";
  if (value === null || typeof value === "boolean") return value;
  if (Array.isArray(value)) return value.length === 0 ? [] : "list";
  return Object.fromEntries(Object.entries(value).map(([name, own]) => [name, looksOf(own)]));
}

/** Who sends the action; undefined where one user does all. */
function senderOf(
  { environment, senders }: Connection,
  { profile }: ScriptRun,
  { step, workflow, action, traceId }: Sending,
): Account | undefined {
  const { people = [], workflows } = environment;
  if (people.length < 2) return undefined;
  const { key: actionKey, groupLabel } = action;
  const intent = { kind: "act", traceId, actionKey, groupLabel, workflow: workflows.indexOf(workflow) } as const;
  const request = { operation: operationFor("act", step.face) };
  return accountFor(environment, { step, request, intent }, profile, senders.of(intent));
}

/** Who is asked what the state shows: who sends the action, as others may not be shown it, and else who usually reads. */
function readersFor({ environment }: Connection, sender: Account | undefined): readonly (Account | undefined)[] {
  const mayRead = environment.people?.some(({ account, may }) => account === sender && may.includes("read")) === true;
  return mayRead ? [sender, undefined] : [undefined];
}
