/**
 * Whose fault is it? Where plain requests are refused because of what the configuration names (an action key, a group, a
 * workflow, an organization), nothing was learnt about the target, and it is not blamed.
 */
import { inPattern } from "../../spec/in-pattern.ts";
import type { Environment } from "../../driver/index.ts";
import { markerMembers } from "../../generators/index.ts";
import { isAction } from "../../spec/readings/actions.ts";
import { isPlainRefusal, payloadOf, succeeded } from "../../spec/readings/outcome.ts";
import { isJsonObject } from "../../spec/json.ts";
import { isThrottled } from "../../spec/readings/throttled.ts";
import type { Exchange, History } from "../../spec/vocabulary/history.ts";
import { settingName } from "../../spec/vocabulary/setting-name.ts";
import { counted } from "../../reports/text/numbers.ts";

/** The run cannot begin with this configuration. */
export class ConfigurationDoubt extends Error {
  override readonly name = "ConfigurationDoubt";
}

/** Characters of an answer that are quoted. */
const maxQuoted = 300;

/** Words by which an answer says that it knows nothing of the name that it was given. */
export const unknown =
  /unknown|unrecogni[sz]ed|not found|no such|n['o]?t exist|undefined|not configured|not defined|not belong|\bno (?:action|workflow|group|organi[sz]ation)/i;

/** Words by which it says that it does not allow what was named, which the process of a workflow may say, too. */
const forbidden = /invalid|not allowed|not permitted|may not|can ?not|must not|forbidden|not a member|not listed/i;

/** Words by which it says that the data, which the run made, are not what is wanted. */
const ofData =
  /\bdata of\b|\binvalid (?:data|option|input|value for)\b|\bexpected one of\b|\binput should be\b|\bfield required\b/i;

/** What of the configuration a request names, with the word for it and the key that holds it. */
interface Named {
  readonly what: string;
  readonly value: unknown;
  readonly key: string;
}

/**
 * Why the configuration is in doubt, in the target's own words, and what to correct; undefined where it is not.
 * @param histories of plain requests, such as those of the probes
 */
export function configurationDoubt(histories: readonly History[], environment: Environment): string | undefined {
  const all = histories.flatMap(({ exchanges }) => exchanges);
  const plain = all.filter(isPlain);
  // What was taken once, if only on trial, is named right: it came where the process lets it come.
  const accepted = all.filter((one) => namesSomething(one) && succeeded(one));
  const taken = new Set([...accepted.map(requestedWith), ...accepted.map(actionOn)]);
  for (const [kind, group] of Map.groupBy(plain.filter(namesSomething), requestedWith)) {
    if (taken.has(kind)) continue;
    if (group.some((one) => one.response === undefined || !isBlaming(one.response.status) || isThrottled(one)))
      continue;
    const [first] = group;
    // One face alone that refuses what the other may take is a finding about the target.
    if (!first || new Set(group.map(({ face }) => face)).size < 2) continue;
    // A workflow that lets other actions follow decides by its process which come when.
    const isProcess = first.intent.kind === "act" && taken.has(actionOn(first));
    const denial = isProcess ? [unknown] : [unknown, forbidden];
    const fault = faultOf(first, group, plain, environment, denial);
    if (fault === undefined) continue;
    const others = plain.filter((one) => actionOn(one) === actionOn(first) && requestedWith(one) !== kind);
    const isKeptBack = first.intent.kind === "act" && !faultOf(first, group, plain, environment, [unknown]);
    const ofContent = isKeptBack ? others.find(isRefusedForContent) : undefined;
    return environment.secrets.redact(ofContent ? noneTaken(first, ofContent, environment) : fault);
  }
  return undefined;
}

function isPlain({ support, defects, traits, candidateFor, actor, intent }: Exchange): boolean {
  const ofSearch = intent.kind === "search" && candidateFor === "search-workflow-key";
  return !support && defects.length === 0 && traits.length === 0 && actor === "first" && (!candidateFor || ofSearch);
}

function namesSomething({ intent }: Exchange): boolean {
  return ["create", "act", "workflows", "search"].includes(intent.kind);
}

/** The same text for requests that name the same things. */
function requestedWith({ intent }: Exchange): string {
  if (isAction(intent))
    return `${intent.kind} with action ${String(intent.actionKey)} of group ${String(intent.groupLabel)}`;
  return intent.kind === "workflows" ? `list of ${intent.organization}` : intent.kind;
}

/** The same text for actions on traces of one workflow. */
function actionOn({ intent }: Exchange): string {
  return intent.kind === "act" ? `act in workflow ${String(intent.workflow)}` : "";
}

/** 401 is about the token, 408 and 429 about time. */
export function isBlaming(status: number): boolean {
  return isPlainRefusal(status) && ![401, 408, 429].includes(status);
}

function faultOf(
  first: Exchange,
  group: readonly Exchange[],
  plain: readonly Exchange[],
  environment: Environment,
  denial: readonly RegExp[],
): string | undefined {
  const answers = group.map(bodyOf);
  // What the target's own lists show, it knows: to deny it is no word about the configuration, but to forbid it may be.
  const isKnown = ({ what, value }: Named): boolean =>
    what === "workflow" &&
    isListed(value, plain) &&
    group.every(({ response }) => response?.status === 404 || response?.status === 410);
  const wrong = namedBy(first).find(
    (named) => !isKnown(named) && answers.every((text) => denies(text, named.what, named.value, denial)),
  );
  const asked = `${whatAsks(first)} was asked for ${counted(group.length, "time")}, and answered ${String(first.response?.status)} each time: ${quoted(answers[0] ?? "")}`;
  if (wrong)
    return `correct ${settingName(environment, wrong.key)}: the target refuses the ${wrong.what} "${String(wrong.value)}" of the configuration; ${asked}`;
  const unlisted = environment.workflows.find((workflow) => isUnlisted(workflow.id, plain));
  if (!unlisted || first.intent.kind === "workflows") return undefined;
  return `correct ${settingName(environment, "workflows")}: the workflow "${unlisted.id}" of the configuration is in no list of the organization's workflows, and what names it is refused; ${asked}`;
}

/** Where one action is kept back and another is refused for what it brings, the names are right, and the data are in doubt. */
function noneTaken(first: Exchange, ofContent: Exchange, environment: Environment): string {
  const askedAndAnswered = (one: Exchange): string =>
    `${whatAsks(one)} was answered ${String(one.response?.status)}: ${quoted(bodyOf(one))}`;
  return `give ${settingName(environment, "workflows[].actions[].examples")} that the target takes, or declare the order of the actions: no action could be appended; ${askedAndAnswered(ofContent)}; ${askedAndAnswered(first)}`;
}

/** True for a refusal without a word about the action: what was sent with it is wrong, and the action may come. */
function isRefusedForContent(exchange: Exchange): boolean {
  const { intent, response } = exchange;
  if (intent.kind !== "act" || !response || !isBlaming(response.status)) return false;
  return !namedBy(exchange).some(({ what, value }) => denies(bodyOf(exchange), what, value, [unknown, forbidden]));
}

function whatAsks({ intent }: Exchange): string {
  if (intent.kind === "workflows") return `the list of ${intent.organization}`;
  if (!isAction(intent)) return `a ${intent.kind}`;
  const what = intent.kind === "create" ? "a creation" : "an action";
  return `${what} with ${String(intent.actionKey)} of the group ${String(intent.groupLabel)}`;
}

/** What the target said, on one line; whoever prints it escapes what a terminal would take for more than text. */
export function quoted(answer: string): string {
  const line = answer.replaceAll(/\s+/g, " ").trim();
  return line.length > maxQuoted ? `${line.slice(0, maxQuoted)}…` : line;
}

function namedBy({ intent }: Exchange): readonly Named[] {
  if (intent.kind === "workflows") return [{ what: "organization", value: intent.organization, key: "organization" }];
  if (!isAction(intent)) return [];
  return [
    { what: "action", value: intent.actionKey, key: "workflows[].actions" },
    { what: "group", value: intent.groupLabel, key: "workflows[].actions" },
    { what: "workflow", value: intent.workflowId, key: "workflows" },
  ];
}

/** True where the text names the value itself, or its kind, and denies it. */
export function denies(text: string, what: string, value: unknown, denial: readonly RegExp[]): boolean {
  if (!denial.some((words) => words.test(text) && !(words === forbidden && ofData.test(text)))) return false;
  if (isOfMembers.test(text)) return false;
  const literal = typeof value === "string" && value.length > 1 && isWordIn(text, value);
  return (
    literal ||
    new RegExp(`\\b${what.replace("organization", "organi[sz]ation")}(?:Id|Key|Label|Name)?\\b`, "i").test(text)
  );
}

/** Members that the run adds to all data are denied: then the data are what is refused, and not what is named beside them. */
const ownMembers = Object.values(markerMembers).join("|");
const aMember = String.raw`(?:member|field|propert(?:y|ies)|key(?:\(s\))?|attribute|name|input|argument)s?`;
const isOfMembers = new RegExp(
  String.raw`\b(?:${ownMembers})\b\W{1,6}(?:is |are |was |were |should )?(?:an? )?(?:unknown|unrecogni[sz]ed|unexpected|not )|` +
    String.raw`\b(?:unknown|unrecogni[sz]ed|unexpected|no such|additional|extra) ${aMember}(?: in object| are not (?:allowed|permitted))?\W{1,4}(?:${ownMembers})\b`,
  "i",
);

/** True where the value stands in the text by itself, and not within another word. */
const isWordIn = (text: string, value: string): boolean =>
  new RegExp(`(?<![\\p{L}\\p{N}_-])${inPattern(value)}(?![\\p{L}\\p{N}_-])`, "u").test(text);

/**
 * True where one login shows a workflow of the configuration and another does not: then the configuration is right, and
 * a login leads into the session of somebody else.
 * @param histories one for each way to log in
 */
export function loginsDisagree(histories: readonly History[], { workflows }: Environment): boolean {
  const shows = histories.map(({ exchanges }) =>
    exchanges
      .filter((exchange) => exchange.intent.kind === "workflows" && succeeded(exchange))
      .flatMap(listedIds)
      .some((listed) => workflows.some(({ id }) => id === listed)),
  );
  return shows.includes(true) && shows.includes(false);
}

/**
 * True where nothing but lists was asked for, and each is shown to who has just logged in: then it is the token that no longer
 * shows them, as where whoever logged in last is taken for all.
 * @param lists those that were asked for behind further logins
 */
export function isListedOnceLoggedIn(histories: readonly History[], lists: readonly History[]): boolean {
  const asked = histories.flatMap(({ exchanges }) => exchanges);
  const again = lists.flatMap(({ exchanges }) => exchanges).filter(({ intent }) => intent.kind === "workflows");
  return asked.every(({ intent }) => intent.kind === "workflows") && again.length > 0 && again.every(succeeded);
}

function isUnlisted(id: string, plain: readonly Exchange[]): boolean {
  const lists = plain.filter((exchange) => exchange.intent.kind === "workflows" && succeeded(exchange));
  return (
    lists.length > 0 &&
    lists.every((exchange) => {
      const ids = Array.isArray(payloadOf(exchange)) ? listedIds(exchange) : [id];
      return ids.length > 0 && !ids.includes(id);
    })
  );
}

function isListed(id: unknown, plain: readonly Exchange[]): boolean {
  return plain.some(
    (exchange) => exchange.intent.kind === "workflows" && succeeded(exchange) && listedIds(exchange).includes(id),
  );
}

function listedIds(exchange: Exchange): readonly unknown[] {
  const list = payloadOf(exchange);
  return Array.isArray(list) ? list.filter(isJsonObject).map((one) => one["workflowId"]) : [];
}

export function bodyOf({ response }: Exchange): string {
  return response?.body ? new TextDecoder().decode(response.body.subarray(0, 2_000)) : "";
}
