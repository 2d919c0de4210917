/**
 * Does the target know an action that it never takes? One that a process keeps back is known to it. A misspelt key is
 * refused in the words in which a key is that surely nobody configured, and in which none is that it takes elsewhere.
 */
import { inPattern } from "../../spec/in-pattern.ts";
import type { Driver } from "../../driver/index.ts";
import { isJsonObject, type Json } from "../../spec/json.ts";
import { faces, type Face } from "../../spec/operations.ts";
import { payloadOf, succeeded } from "../../spec/readings/outcome.ts";
import { senderOf } from "../../spec/readings/people.ts";
import { isThrottled } from "../../spec/readings/throttled.ts";
import type { Exchange, History } from "../../spec/vocabulary/history.ts";
import type { ActionField, ActStep, Script } from "../../spec/vocabulary/script.ts";
import { settingName } from "../../spec/vocabulary/setting-name.ts";
import type { ActionDescription } from "../../spec/vocabulary/target.ts";
import { bodyOf, ConfigurationDoubt, denies, isBlaming, quoted, unknown } from "./configuration-doubt.ts";

/** A key and a label that no configuration holds. */
export const nobodys = "nobody-configured-this";

/** What of a refused action may be named wrongly, with the field that names it. */
const names = [
  { what: "action", field: "actionKey" },
  { what: "group", field: "groupLabel" },
] as const;

type Named = (typeof names)[number];
type Act = Exchange & { readonly intent: Extract<Exchange["intent"], { kind: "act" }> };

/** What was asked to find out, and what to correct; without `doubt` the target may know all that is named. */
interface Inquiry {
  readonly doubt?: string;
  readonly histories: readonly History[];
}

/** @throws ConfigurationDoubt where the target does not know an action of the configuration, which it never took */
export async function unknownActions(driver: Driver, histories: readonly History[]): Promise<readonly History[]> {
  const asked: History[] = [];
  for (const [workflow, { actions }] of driver.environment.workflows.entries())
    for (const action of actions.filter(({ appends }) => appends)) {
      const inquiry = await askWhetherKnown(driver, histories, { workflow, action });
      if (inquiry.doubt !== undefined) throw new ConfigurationDoubt(inquiry.doubt);
      asked.push(...inquiry.histories);
    }
  return asked;
}

/**
 * Asks whether the target knows an action that it refused each time. Sends nothing unless it said that it does not, in
 * words, and nothing that it answered of itself names the action.
 */
export async function askWhetherKnown(
  driver: Driver,
  histories: readonly History[],
  { workflow, action }: { readonly workflow: number; readonly action: ActionDescription },
): Promise<Inquiry> {
  const all = histories.flatMap(({ exchanges }) => exchanges);
  const acts = all.filter(isPlainAct).filter(({ intent }) => intent.workflow === workflow);
  const own = acts.filter(({ intent }) => intent.actionKey === action.key && intent.groupLabel === action.groupLabel);
  if (own.some(succeeded)) return { histories: [] };
  const taken = new Set(acts.filter(succeeded).map(({ intent }) => intent.actionKey));
  const suspected = names.flatMap((named) => {
    if (named.field === "actionKey" && (taken.has(action.key) || isNamedByTarget(action.key, all))) return [];
    const at = own.findLast((one) => tellsUnknown(one, named));
    return at ? [{ named, at }] : [];
  });
  const asked: History[] = [];
  for (const { named, at } of suspected) {
    const again = await driver.run(askedAgain(named, at));
    asked.push(again);
    const answers = again.exchanges.filter(isAct);
    const [first] = answers;
    if (!first || !faces.every((face) => isSameForNobodys(answers, face, named))) continue;
    const known = acts.filter(({ intent }) => taken.has(intent.actionKey));
    if (taken.size === 0) {
      const creating = await driver.run(askedOfCreation(driver, at));
      asked.push(creating);
      known.push(...creating.exchanges.filter(isAct));
      // Nothing that the target knows was answered, so that nothing can be told apart.
      if (known.length === 0) continue;
    }
    const isOfAnything = known.some(
      (one) => !succeeded(one) && answers.some((other) => other.face === one.face && saysTheSame(one, other)),
    );
    if (!isOfAnything) return { doubt: correction(driver, named, first), histories: asked };
  }
  return { histories: asked };
}

/** True for a script that asks so, or for the name of a workflow: on trial, and nothing else. */
export const asksForNames = ({ id, steps }: Script): boolean =>
  /^probes\/names\/(?:actionKey|groupLabel|creation|workflow)$/.test(id) &&
  steps.every((step) => !("parallel" in step) && step.candidateFor !== undefined);

const isAct = (exchange: Exchange): exchange is Act => exchange.intent.kind === "act" && !exchange.support;

const isPlainAct = (exchange: Exchange): exchange is Act =>
  isAct(exchange) && exchange.defects.length === 0 && exchange.traits.length === 0;

/** True for a refusal that says that what is named so is unknown. */
function tellsUnknown(exchange: Act, { what, field }: Named): boolean {
  const { response, intent } = exchange;
  if (!response || !isBlaming(response.status) || isThrottled(exchange)) return false;
  return denies(bodyOf(exchange), what, intent[field], [unknown]);
}

/** True where the target told the key of itself, as in a list of what may come next. */
function isNamedByTarget(key: string, all: readonly Exchange[]): boolean {
  const names = (value: Json): boolean => {
    if (Array.isArray(value)) return (value as readonly Json[]).some(names);
    if (isJsonObject(value)) return Object.entries(value).some(([member, inner]) => member === key || names(inner));
    return value === key;
  };
  return all.some((one) => ["state", "details"].includes(one.intent.kind) && names(payloadOf(one) ?? null));
}

/** Through each face the action as it was refused, and with what nobody configured in the place of what may be wrong. */
function askedAgain({ field }: Named, at: Act): Script {
  const steps = faces.flatMap((face): ActStep[] => [stepLike(at, face), stepLike(at, face, { [field]: nobodys })]);
  return { id: `probes/names/${field}`, title: "Does the target know what the configuration names?", steps };
}

/** The creation, which the target knows, where an action is wanted. */
function askedOfCreation({ environment }: Driver, at: Act): Script {
  const creating = environment.workflows[at.intent.workflow]?.actions.find(({ creates }) => creates);
  const steps = creating ? faces.map((face) => stepLike(at, face, { actionKey: creating.key })) : [];
  return { id: "probes/names/creation", title: "How is an action refused that the target knows?", steps };
}

function stepLike(at: Act, face: Face, replace?: { readonly [field in ActionField]?: Json }): ActStep {
  const { traceId: trace, workflow, actionKey, groupLabel, data, markerAt } = at.intent;
  const sender = senderOf(at);
  return {
    ...{ op: "act", face, trace, workflow, data: isJsonObject(data) ? data : {}, outOfOrder: true },
    candidateFor: "action-gating",
    ...(typeof actionKey === "string" ? { action: actionKey } : {}),
    ...(typeof groupLabel === "string" ? { group: groupLabel } : {}),
    ...(sender === "first" ? {} : { actor: sender }),
    ...(markerAt ? { markerAt } : {}),
    ...(replace ? { replace } : {}),
  };
}

/** True where the action and what nobody configured were refused in the same words through this face. */
function isSameForNobodys(answers: readonly Act[], face: Face, named: Named): boolean {
  const [own, madeUp, ...others] = answers.filter((one) => one.face === face);
  if (!own || !madeUp || others.length > 0 || succeeded(madeUp)) return false;
  // Where what is known is listed in the refusal, the name may be among it.
  const lists = wholeWord(String(own.intent[named.field])).test(bodyOf(madeUp));
  return !lists && tellsUnknown(own, named) && saysTheSame(own, madeUp);
}

/** True for two refusals that differ in nothing but in what was named, on whichever trace and whenever. */
function saysTheSame(one: Act, other: Act): boolean {
  const named = [one, other].flatMap(({ intent }) => [intent.actionKey, intent.groupLabel]);
  const words = (exchange: Act): string =>
    [nobodys, ...named]
      .filter((name) => typeof name === "string" && name !== "")
      .reduce<string>((text, name) => text.replaceAll(wholeWord(String(name)), "…"), bodyOf(exchange))
      .replaceAll(/\b(?=\w*\d)[\w-]{6,}\b/g, "#")
      .replaceAll(/\d+/g, "#");
  return one.response?.status === other.response?.status && words(one) === words(other);
}

const wholeWord = (name: string): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}_])${inPattern(name)}(?![\\p{L}\\p{N}_])`, "gu");

function correction({ environment }: Driver, { what, field }: Named, answer: Act): string {
  const { intent, response } = answer;
  const at = settingName(environment, "workflows[].actions");
  const said = `${String(response?.status)} ${quoted(bodyOf(answer))}`;
  return environment.secrets.redact(
    `correct ${at}: the target does not know the ${what} "${String(intent[field])}" of the configuration; it answered ${said} to ` +
      `${String(intent.actionKey)} of the group ${String(intent.groupLabel)}, as to a name that nobody configured ("${nobodys}"), ` +
      `through both faces, and never took it`,
  );
}
