/** Open point `action-uuid`: what the UUID names that the v2 action answers. */
import { valuesAt } from "../../spec/readings/path.ts";
import type { Json } from "../../spec/json.ts";
import type { Exchange } from "../../spec/vocabulary/history.ts";
import type { JsonPath, OpenPointValues } from "../../spec/vocabulary/profile.ts";
import { pathKey } from "../lib/generic-path.ts";
import { genericPlaces } from "../lib/generic-places.ts";
import { tally } from "../lib/tally.ts";
import { countText, pathText } from "../lib/wording.ts";
import { onePoint, unknown } from "../probe.ts";
import { inOrder, type KnownTrace, knownTraces } from "../seen/known-traces.ts";
import { plainPages } from "../seen/pages.ts";

type Value = OpenPointValues["action-uuid"];

/** A link shows its UUID at one place or two; whoever repeats it everywhere is not followed everywhere. */
const maxPaths = 20;

export const actionUuid = onePoint("action-uuid", { needs: ["reads"] }, async ({ fixture, histories, run }) => {
  const seen = seenOn(fixture.traces, inOrder(histories()));
  if (seen.length > 0) return actionUuidReading(seen);
  // Where no action was appended to these through v2, as a process had it, one that was on a walk tells as much.
  const walked = [...knownTraces(inOrder(histories())).values()];
  const byMany = walked.toSorted((one, other) => uuidsOf(other) - uuidsOf(one)).slice(0, 1);
  for (const { traceId: trace } of byMany.filter((one) => uuidsOf(one) > 0))
    await run("links of actions through v2", [{ op: "details", face: "v2", trace }]);
  return actionUuidReading(seenOn(byMany, inOrder(histories())));
});

const uuidsOf = ({ actions }: KnownTrace): number => actions.filter(({ uuid }) => uuid !== undefined).length;

function seenOn(traces: readonly KnownTrace[], exchanges: readonly Exchange[]): readonly SeenUuid[] {
  const pages = plainPages(exchanges);
  return traces.flatMap(({ traceId, actions }) => {
    const own = pages.filter((page) => page.traceId === traceId).map(({ links }) => links);
    return actions.flatMap(({ uuid }) => (uuid === undefined ? [] : [{ traceId, uuid, pages: own }]));
  });
}

interface SeenUuid {
  readonly traceId: string;
  readonly uuid: string;
  /** The links on each page of the trace that was seen. */
  readonly pages: readonly (readonly Json[])[];
}

/** What the UUID names in most answers; anything found is preferred to nothing. */
function actionUuidReading(seen: readonly SeenUuid[]): { value?: Value; evidence: string } {
  if (seen.length === 0) return unknown("No v2 action was accepted.");
  const ofTrace = seen.filter(({ traceId, uuid }) => same(traceId, uuid)).length;
  const paths = tally(seen.flatMap(({ uuid, pages }) => placesOf(uuid, pages)));
  // The id of a neighbour is missing at one end of the list, its own nowhere.
  const atLink = paths.find(({ value }) => isInEveryLink(value, seen)) ?? paths[0];
  const of = `of ${countText(seen.length, "v2 action")}`;
  if (atLink && atLink.count >= ofTrace) {
    return {
      value: { names: "link", path: atLink.value },
      evidence: `The UUID answered by ${String(atLink.count)} ${of} stands at ${pathText(atLink.value)} of a link of the trace.`,
    };
  }
  if (ofTrace > 0) {
    return { value: { names: "trace" }, evidence: `${String(ofTrace)} ${of} answered the id of the trace.` };
  }
  return {
    value: { names: "other" },
    evidence: `The UUIDs ${of} are neither the id of the trace nor found in the links that were seen.`,
  };
}

/** Paths at which one link of a page has the UUID: a member that links share is not the link's own. */
function placesOf(uuid: string, pages: readonly (readonly Json[])[]): readonly JsonPath[] {
  const holds = (link: Json, path: JsonPath) =>
    valuesAt(link, path).some((value) => typeof value === "string" && same(value, uuid));
  const paths = new Map<string, JsonPath>();
  for (const { path, value } of pages.flat().flatMap((link) => genericPlaces(link))) {
    if (typeof value === "string" && same(value, uuid)) paths.set(pathKey(path), path);
    if (paths.size === maxPaths) break;
  }
  return [...paths.values()].filter((path) =>
    pages.every((links) => links.filter((link) => holds(link, path)).length <= 1),
  );
}

const isInEveryLink = (path: JsonPath, seen: readonly SeenUuid[]): boolean =>
  seen.every(({ pages }) => pages.flat().every((link) => typeof valuesAt(link, path)[0] === "string"));

function same(left: string, right: string): boolean {
  return left.toLowerCase() === right.toLowerCase();
}
