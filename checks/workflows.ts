/** The workflows of an organization. */
import { sameJson } from "../spec/readings/equal.ts";
import { payloadOf } from "../spec/readings/outcome.ts";
import type { RequirementId } from "../spec/requirements/index.ts";
import type { Exchange } from "../spec/vocabulary/history.ts";
import { isJsonObject, type Json } from "../spec/json.ts";
import type { Case } from "./model/case.ts";
import { isColleague } from "./model/readers/colleagues.ts";
import { rule, type Rule } from "./rule.ts";
import { answerOf, nameOf } from "./support/exchanges.ts";
import { firstTwice } from "./support/twice.ts";

/** That the workflow is there under another name: then the configuration may be what is wrong. */
function otherName(
  list: readonly { readonly workflowId: unknown; readonly workflowName: unknown }[],
  id: string,
): string {
  const name = list.find(({ workflowId }) => workflowId === id)?.workflowName;
  if (typeof name !== "string") return "";
  return `: it calls it "${name.slice(0, 200)}". Where that is its name, correct name in the configuration`;
}

export const workflowRules: readonly Rule[] = [
  rule("FLOW-03", function* (subject) {
    const known = subject.target.workflows.filter(({ isFromList }) => !isFromList);
    for (const { exchange, list, isWhole } of known.length > 0 ? subject.view(ownLists) : []) {
      // An item that is none may be the one that is missed.
      if (!isWhole) continue;
      const missing = known.find(
        ({ id, name }) =>
          !list.some((listed) => listed.workflowId === id && (name === undefined || listed.workflowName === name)),
      );
      yield [
        exchange,
        missing && {
          message: `${nameOf(exchange)} does not list the workflow ${missing.id}${missing.name === undefined ? "" : ` (${missing.name})`}${otherName(list, missing.id)}`,
          expected: { workflowId: missing.id, workflowName: missing.name },
          actual: list,
        },
      ];
    }
  }),

  rule("FLOW-04", function* (subject) {
    for (const { exchange, list } of subject.view(ownLists)) {
      const ids = list.map(({ workflowId }) => workflowId);
      const twice = firstTwice(ids);
      yield [
        exchange,
        twice !== undefined && {
          message: `${nameOf(exchange)} lists the workflow ${twice} more than once`,
          expected: "each workflow once",
          actual: ids,
        },
      ];
    }
  }),

  rule("FLOW-05", function* (subject) {
    for (const exchange of subject.view(listCalls)) {
      if (!exchange.response || !namesNoOrganization(exchange, subject)) continue;
      const list = listOf(exchange) ?? [];
      // There may be an organization of a name that is nearly the own one; the own workflows belong to the own one.
      const isWrong = list.some(({ workflowId }) => !isNear(exchange, subject) || isOwn(workflowId, subject));
      yield [
        exchange,
        isWrong && {
          message: `${nameOf(exchange)} lists workflows for an organization that does not exist: ${answerOf(exchange)}`,
          expected: "a refusal, or an empty list",
          actual: list,
        },
      ];
    }
  }),

  sameAsBefore("FLOW-06", (one, other) => one.face === other.face),
  sameAsBefore("EQUIV-05", (one, other) => one.face !== other.face),
  // What is listed may differ from user to user, but not from face to face.
  sameAsBefore("EQUIV-05", (one, other) => one.face !== other.face && one.actor === other.actor, colleaguesLists),
];

/** Each list is the same as the one before it, of those that are to be compared with it. */
function sameAsBefore(
  requirement: RequirementId,
  comparable: (one: Exchange, other: Exchange) => boolean,
  of: (subject: Case) => readonly OwnList[] = ownLists,
): Rule {
  return rule(requirement, function* (subject) {
    const lists = subject.view(of);
    for (const [index, { exchange, list }] of lists.entries()) {
      const earlier = lists.slice(0, index).findLast((other) => comparable(other.exchange, exchange));
      if (!earlier) continue;
      yield [
        exchange,
        !sameJson(inOrder(earlier.list), inOrder(list)) && {
          message: `${nameOf(exchange)} lists other workflows than ${nameOf(earlier.exchange)}`,
          expected: earlier.list,
          actual: list,
          with: [earlier.exchange],
        },
      ];
    }
  });
}

const listCalls = ({ exchanges }: Case): readonly Exchange[] =>
  exchanges.filter(
    ({ intent, defects }) => intent.kind === "workflows" && !defects.some(({ where }) => where === "token"),
  );

interface OwnList {
  readonly exchange: Exchange;
  readonly list: readonly Listed[];
  /** True where every item is what an item should be. */
  readonly isWhole: boolean;
}

function listsBy(subject: Case, isWanted: (exchange: Exchange) => boolean): readonly OwnList[] {
  return subject.view(listCalls).flatMap((exchange) => {
    const { intent } = exchange;
    if (intent.kind !== "workflows" || intent.organization !== subject.target.organization) return [];
    const list = listOf(exchange);
    if (!list || !isWanted(exchange)) return [];
    return [{ exchange, list, isWhole: list.length === (payloadOf(exchange) as readonly Json[]).length }];
  });
}

/** The lists of the first user's organization. */
function ownLists(subject: Case): readonly OwnList[] {
  return listsBy(subject, ({ actor }) => actor === "first");
}

/** What the others of the organization are listed. */
function colleaguesLists(subject: Case): readonly OwnList[] {
  return listsBy(subject, isColleague);
}

interface Listed {
  readonly workflowId: string;
  readonly workflowName: string;
}

function listOf(exchange: Exchange): readonly Listed[] | undefined {
  const payload = payloadOf(exchange);
  if (!Array.isArray(payload)) return undefined;
  return (payload as readonly Json[]).flatMap((item) =>
    isJsonObject(item) && typeof item["workflowId"] === "string" && typeof item["workflowName"] === "string"
      ? [{ workflowId: item["workflowId"], workflowName: item["workflowName"] }]
      : [],
  );
}

/** Each once: that one is listed twice is told by itself. */
function inOrder(list: readonly Listed[]): Json {
  return [...new Set(list.map(({ workflowId, workflowName }) => `${workflowId}\n${workflowName}`))].sort();
}

/** True where one name begins with the other. */
function isNear({ intent }: Exchange, { target }: Case): boolean {
  if (intent.kind !== "workflows" || target.organization === undefined) return false;
  const [name, own] = [intent.organization.toLowerCase(), target.organization.toLowerCase()];
  return name.startsWith(own) || own.startsWith(name);
}

const isOwn = (id: string, subject: Case): boolean =>
  subject.target.workflows.some((known) => known.id === id) ||
  subject.view(ownLists).some(({ list }) => list.some(({ workflowId }) => workflowId === id));

/**
 * Without a configured organization nobody knows which names are unknown; a name that differs in case or outer space
 * alone may well be the same organization.
 */
function namesNoOrganization({ intent, defects }: Exchange, { target }: Case): boolean {
  if (intent.kind !== "workflows" || !defects.some(({ where }) => where === "path")) return false;
  const [name, own] = [intent.organization, target.organization].map((text) => text?.trim().toLowerCase());
  return name !== own && name !== "";
}
