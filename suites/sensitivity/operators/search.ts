/** Searches and lists of workflows that find something else than there is. */
import { isJsonObject, type Json } from "../../../spec/json.ts";
import { isMarker } from "../../../spec/readings/marker.ts";
import { payloadOf } from "../../../spec/readings/outcome.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import { withDocument, withPayload } from "../answers.ts";
import { operatorOf, type Operator } from "../mutant.ts";
import type { Recorded } from "../recorded.ts";
import { pick, strangeUuid } from "./pick.ts";

function searches(
  id: string,
  title: string,
  what: string,
  change: (found: readonly Json[], exchange: Exchange, recorded: Recorded) => readonly Json[] | undefined,
): Operator {
  return operatorOf("search")(id, title, what, function* (recorded) {
    for (const exchange of recorded.successes("search")) {
      const found = payloadOf(exchange);
      const { intent } = exchange;
      if (!Array.isArray(found) || intent.kind !== "search" || !intent.last) continue;
      yield () => {
        const changed = change(found as readonly Json[], exchange, recorded);
        return changed && [withPayload(exchange, () => changed)];
      };
    }
  });
}

const lower = (value: Json | undefined): string => String(value).toLowerCase();

/** The traces that the script says must be found, or must not. */
function expected(exchange: Exchange, side: "includes" | "excludes"): readonly string[] {
  return exchange.intent.kind === "search" ? (exchange.intent.until?.[side] ?? []).map(lower) : [];
}

/** How texts are compared where no other text than the same one matches. */
const wholeTexts: readonly string[] = ["exact", "case-insensitive"];

/** True where a filter has a value that nobody else writes: other people's traces may match any other. */
function asksForOwn({ intent }: Exchange): boolean {
  const filters = intent.kind === "search" && isJsonObject(intent.filters) ? Object.values(intent.filters) : [];
  return filters.some((value) => typeof value === "string" && isMarker(value));
}

export const search: readonly Operator[] = [
  searches(
    "result-missing",
    "Does not find a trace that matches.",
    "a trace that matches is missing",
    (found, exchange) => {
      const wanted = expected(exchange, "includes");
      const place = found.findIndex((one) => wanted.includes(lower(one)));
      return place < 0 ? undefined : found.toSpliced(place, 1);
    },
  ),
  searches(
    "result-foreign",
    "Finds a trace that does not match.",
    "a trace is there that does not match",
    (found, exchange) => {
      const extra = expected(exchange, "excludes").find((one) => !found.some((other) => lower(other) === one));
      return extra === undefined ? undefined : [...found, extra];
    },
  ),
  searches(
    "result-of-another-workflow",
    "Finds a trace of another workflow.",
    "a trace of another workflow is there",
    (found, { actor, intent }, { traces }) => {
      const searched = intent.kind === "search" ? intent.workflow : undefined;
      const other = traces.find(({ created }) => created.workflow !== searched && created.exchange.actor === actor);
      return searched === undefined || !other ? undefined : [...found, other.id];
    },
  ),
  searches("result-twice", "Finds a trace twice.", "a trace stands there twice", (found) =>
    found.length === 0 ? undefined : [...found, found[0] as Json],
  ),
  searches("result-no-uuid", "Finds something that is no UUID.", "a result is no UUID", (found) => [
    ...found,
    "trace-1",
  ]),
  searches("result-no-text", "Finds objects in place of UUIDs.", "a result is an object", (found) =>
    found.length === 0 ? undefined : found.map((traceId) => ({ traceId })),
  ),
  searches(
    "result-unknown",
    "Finds a trace that does not exist.",
    "a trace is there that does not exist",
    (found, exchange, { subject }) =>
      // Where a part of a text is enough, a stranger's may have it.
      !asksForOwn(exchange) || !wholeTexts.includes(subject.observed("search-keys")?.text ?? "")
        ? undefined
        : [...found, strangeUuid(`${exchange.request.path}${String(exchange.index)}`)],
  ),
];

function workflows(
  id: string,
  title: string,
  what: string,
  change: (list: readonly Json[], exchange: Exchange, recorded: Recorded) => Json | undefined,
): Operator {
  return operatorOf("lists")(id, title, what, function* (recorded) {
    for (const exchange of recorded.successes("workflows")) {
      const list = exchange.response?.json?.value;
      if (!Array.isArray(list) || list.length === 0) continue;
      yield () => {
        const changed = change(list as readonly Json[], exchange, recorded);
        return changed === undefined ? undefined : [withDocument(exchange, changed)];
      };
    }
  });
}

export const lists: readonly Operator[] = [
  workflows(
    "workflow-missing",
    "Leaves a workflow out of the list.",
    "a configured workflow is missing",
    (list, { intent }, { subject }) => {
      if (intent.kind !== "workflows" || intent.organization !== subject.target.organization) return undefined;
      const configured = subject.target.workflows.map(({ id }) => id);
      const place = list.findIndex((one) => isJsonObject(one) && configured.includes(String(one["workflowId"])));
      return place < 0 ? undefined : list.toSpliced(place, 1);
    },
  ),
  workflows(
    "workflow-appears",
    "Lists a workflow once, and not before or after.",
    "a workflow is there that other answers do not list",
    (list, exchange, recorded) => {
      const isLike = ({ intent, actor, index }: Exchange): boolean =>
        index !== exchange.index &&
        actor === exchange.actor &&
        JSON.stringify(intent) === JSON.stringify(exchange.intent);
      return exchange.actor === "first" && recorded.successes("workflows").some(isLike)
        ? [...list, { workflowId: "passing", workflowName: "Passing" }]
        : undefined;
    },
  ),
  workflows("workflow-twice", "Lists a workflow twice.", "a workflow stands there twice", (list) => [
    ...list,
    list[0] as Json,
  ]),
  ...["workflowId", "workflowName"].flatMap((member) => [
    workflows(
      `${member.toLowerCase()}-missing`,
      `Lists a workflow without \`${member}\`.`,
      `\`${member}\` is missing`,
      (list) =>
        list.map((one, at) =>
          at === 0 && isJsonObject(one)
            ? Object.fromEntries(Object.entries(one).filter(([name]) => name !== member))
            : one,
        ),
    ),
    workflows(
      `${member.toLowerCase()}-typed`,
      `Lists \`${member}\` as a number.`,
      `\`${member}\` is a number`,
      (list) => list.map((one, at) => (at === 0 && isJsonObject(one) ? { ...one, [member]: 7 } : one)),
    ),
  ]),
  workflows(
    "workflow-renamed",
    "Lists a configured workflow under another name.",
    "a configured workflow has another name",
    (list, { intent }, { subject }) => {
      if (intent.kind !== "workflows" || intent.organization !== subject.target.organization) return undefined;
      const named = subject.target.workflows.filter(({ name }) => name !== undefined).map(({ id }) => id);
      const changed = list.map((one) =>
        isJsonObject(one) && named.includes(String(one["workflowId"]))
          ? { ...one, workflowName: `${String(one["workflowName"])} (old)` }
          : one,
      );
      return pick(named, "renamed") === undefined ? undefined : changed;
    },
  ),
];
