/**
 * Finds links of the service's own that show no action, but tell their kind: a text at a path that all links have, and
 * that no link of an action shows.
 */
import type { Exchange } from "../../spec/vocabulary/history.ts";
import type { JsonPath } from "../../spec/vocabulary/profile.ts";
import { valuesAt } from "../../spec/readings/path.ts";
import type { Json } from "../../spec/json.ts";
import { pathKey } from "../lib/generic-path.ts";
import { genericPlaces } from "../lib/generic-places.ts";
import { addTo, type KnownTrace } from "./known-traces.ts";
import { pageIn } from "./pages.ts";

/** One trace alone may be chance. */
const fewestTraces = 2;
/** At most so many places of a link are looked at. */
const maxPlaces = 60;

/** A complete list of links, and how many more there are than actions by then. */
interface List {
  readonly traceId: string;
  readonly links: readonly Json[];
  readonly more: number;
}

/**
 * The path and text by which own links tell their kind: on each complete list exactly the surplus links have this text.
 * Undefined where there are none such.
 * @param isSent true for a link that contains something that was sent
 */
export function ownKind(
  exchanges: readonly Exchange[],
  isSent: (link: Json) => boolean,
): { readonly path: JsonPath; readonly key: string } | undefined {
  const lists = wholeLists(exchanges);
  const having = lists.filter(({ more }) => more > 0);
  if (new Set(having.map(({ traceId }) => traceId)).size < fewestTraces) return undefined;
  const [{ links } = { links: [] }] = having;
  const places = links.flatMap((link) => genericPlaces(link, new Set(), maxPlaces));
  const texts = places.flatMap(({ path, value }) => (isName(value) ? [{ path, key: value }] : []));
  const each = new Map(texts.map((one) => [JSON.stringify([pathKey(one.path), one.key]), one]));
  const isTold = ({ path, key }: (typeof texts)[number]): boolean =>
    lists.every((list) => {
      const own = list.links.filter((link) => valuesAt(link, path)[0] === key);
      return (
        own.length === list.more && !own.some(isSent) && list.links.every((link) => isName(valuesAt(link, path)[0]))
      );
    });
  return [...each.values()].find(isTold);
}

const isName = (value: Json | undefined): value is string => typeof value === "string" && value !== "";

function wholeLists(exchanges: readonly Exchange[]): readonly List[] {
  const traces = new Map<string, KnownTrace>();
  return exchanges.flatMap((exchange): readonly List[] => {
    addTo(traces, exchange);
    const page = pageIn(exchange);
    const trace = page && traces.get(page.traceId);
    if (!trace || page.links.length !== page.totalCount) return [];
    return [{ traceId: trace.traceId, links: page.links, more: page.links.length - trace.actions.length }];
  });
}
