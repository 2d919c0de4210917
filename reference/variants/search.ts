import { sameJson } from "../core/conditions.ts";
import type { Json, JsonObject } from "../core/json.ts";
import { getOwn, isJsonObject } from "../core/json.ts";
import type { SearchCondition } from "../core/records.ts";
import { badRequest } from "../core/refusal.ts";
import type { Hooks } from "../hooks/hooks.ts";
import { mapObject } from "../hooks/map-object.ts";
import { searchByComparing, searchOtherwise, searchTexts } from "../hooks/scan.ts";
import type { FilterPolicy } from "../policy/filters.ts";
import { objectOr } from "../policy/input.ts";
import type { WorkflowPolicy } from "../policy/workflow-key.ts";
import { byId } from "../policy/workflow-key.ts";
import type { VariantEntries, VariantEntry } from "./variant.ts";
import { variant } from "./variant.ts";

type Conditions = FilterPolicy["conditions"];

/** Reads filters in another way. @param read also gets how they are read otherwise */
const filters = (
  title: string,
  read: (filters: JsonObject, inner: Conditions) => ReturnType<Conditions>,
): VariantEntry =>
  variant(title, ({ policy }) => {
    const { conditions } = policy.filters;
    policy.filters.conditions = (filters) => read(filters, conditions);
  });

const lag = (title: string, lagMs: number): VariantEntry =>
  variant(title, ({ policy }) => {
    policy.filters.lagMs = lagMs;
  });

const workflowKey = (title: string, find: WorkflowPolicy["find"]): VariantEntry =>
  variant(title, ({ policy }) => {
    policy.workflowKey.find = find;
  });

const byName: WorkflowPolicy["find"] = (directory, organization, key) => directory.workflowByName(organization, key);

function conditionsBelow(filters: JsonObject, path: readonly string[]): SearchCondition[] {
  return Object.entries(filters).flatMap(([key, value]) =>
    isJsonObject(value) && Object.keys(value).length > 0
      ? conditionsBelow(value, [...path, key])
      : [{ paths: [[...path, key]], value }],
  );
}

/** States in sections, by the types of members, in some workflows. */
function inSections({ policy }: Hooks, isSplit: (workflowId: string) => boolean): void {
  const { present } = policy.state;
  const { document } = policy.filters;
  const split = (data: JsonObject): JsonObject => {
    const sectionOf = ([, value]: readonly [string, Json]): string =>
      typeof value === "string" ? "words" : typeof value === "number" ? "figures" : "other";
    const sections = Map.groupBy(Object.entries(data), sectionOf);
    return Object.fromEntries([...sections].map(([name, members]) => [name, Object.fromEntries(members)]));
  };
  policy.state.present = (trace) => (isSplit(trace.workflowId) ? split(trace.data) : present(trace));
  policy.filters.document = (trace, link) => (isSplit(trace.workflowId) ? split(trace.data) : document(trace, link));
}

/** Other readings of searches: filters, equality, lag, and how a workflow is named. */
export const search: VariantEntries = {
  "search-keys/dotted-below-data": filters("Filter keys begin with `data.`.", (filters, inner) => {
    if (Object.keys(filters).some((key) => !key.startsWith("data.")))
      throw badRequest("filter-key", "wanted keys such as `data.name`", "body.filters");
    return inner(
      mapObject(
        filters,
        (value) => value,
        (key) => key.slice("data.".length),
      ),
    );
  }),
  "search-keys/empty-finds-nothing": variant("Without a filter nothing is found.", (hooks) =>
    searchOtherwise(hooks, async (query, inner) => (query.conditions.length === 0 ? [] : await inner(query))),
  ),
  "search-keys/empty-is-refused": filters("A search without a filter is refused.", (filters, inner) => {
    if (Object.keys(filters).length === 0) throw badRequest("no-filter", "wanted at least one filter", "body.filters");
    return inner(filters);
  }),
  "search-keys/inner-nested": filters(
    "An object as a filter value asks for the members that it names, at any depth.",
    (filters) => conditionsBelow(filters, []),
  ),
  "search-keys/nested-below-data": filters("Filters stand in an object `data`.", (filters, inner) =>
    inner(objectOr(getOwn(filters, "data"), "body.filters.data")),
  ),
  "search-keys/newest-first": variant("The traces that were created last are found first.", (hooks) =>
    searchOtherwise(hooks, async (query, inner) => (await inner(query)).reverse()),
  ),
  "search-keys/numbers-match-their-text": variant(
    "A filter with a text finds the number that it spells, and the other way round.",
    (hooks) => searchByComparing(hooks, (found, wanted) => sameJson(found, wanted) || String(found) === String(wanted)),
  ),
  "search-keys/one-workflow-below-fields": variant(
    "In one workflow the state shows the data in `fields`, and filters name them there.",
    ({ policy }) => {
      const { present } = policy.state;
      const { document } = policy.filters;
      const isMoved = (workflowId: string): boolean => workflowId === "2042";
      policy.state.present = (trace) => (isMoved(trace.workflowId) ? { fields: trace.data } : present(trace));
      policy.filters.document = (trace, link) =>
        isMoved(trace.workflowId) ? { fields: trace.data } : document(trace, link);
    },
  ),
  "search-keys/one-workflow-in-sections": variant(
    "In one workflow the state shows texts, numbers and all else in sections of their own, and filters name them there.",
    (hooks) => inSections(hooks, (workflowId) => workflowId === "2042"),
  ),
  "search-keys/in-sections": variant(
    "States show texts, numbers and all else in sections of their own, and filters name them there.",
    (hooks) => inSections(hooks, () => true),
  ),
  "search-keys/scalars-only": filters("Only texts, numbers and booleans can be searched for.", (filters, inner) => {
    for (const [key, value] of Object.entries(filters))
      if (typeof value === "object") throw badRequest("filter-value", "wanted a text, number or boolean", key);
    return inner(filters);
  }),
  "search-keys/text-by-part": variant("A text finds what contains it.", (hooks) =>
    searchTexts(hooks, (found, wanted) => found.includes(wanted)),
  ),
  "search-keys/text-by-prefix": variant("A text finds what begins with it.", (hooks) =>
    searchTexts(hooks, (found, wanted) => found.startsWith(wanted)),
  ),
  "search-keys/text-without-case": variant("Texts match whatever their case.", (hooks) =>
    searchTexts(hooks, (found, wanted) => found.toLowerCase() === wanted.toLowerCase()),
  ),
  "search-keys/texts-only": filters("Only texts can be searched for; other values are refused.", (filters, inner) => {
    const other = Object.entries(filters).find(([, value]) => typeof value !== "string");
    if (other !== undefined)
      throw badRequest("filter-type", "wanted a text in every filter", `body.filters.${other[0]}`);
    return inner(filters);
  }),
  "search-keys/top-level-only": filters("A key names a member of the data; a dot in it has no meaning.", (filters) =>
    Object.entries(filters).map(([key, value]) => ({ paths: [[key]], value })),
  ),

  "search-lag/long": lag("Search follows a write after 1.2 s.", 1200),
  "search-lag/short": lag("Search follows a write after 150 ms.", 150),

  "search-workflow-key/ids-only": workflowKey("Searches take the id of the workflow alone.", byId),
  "search-workflow-key/names-only": workflowKey("Searches take the name of the workflow alone.", byName),
  "search-workflow-key/v2-names-only": workflowKey(
    "The v2 search takes the name of the workflow alone, the legacy search its id.",
    (directory, organization, key, face) => (face === "v2" ? byName : byId)(directory, organization, key, face),
  ),
};
