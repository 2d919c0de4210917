/** Open point `action-uuid`: what the UUID names that the v2 action answers. */
import { valuesAt } from "../../spec/readings/path.ts";
import type { Json } from "../../spec/vocabulary/json.ts";
import type { JsonPath, OpenPointValues } from "../../spec/vocabulary/profile.ts";
import { pathKey } from "../lib/generic-path.ts";
import { genericPlaces } from "../lib/generic-places.ts";
import { tally } from "../lib/tally.ts";
import { countText, pathText } from "../lib/wording.ts";
import { unknown, type Probe } from "../probe.ts";
import { inOrder } from "../seen/known-traces.ts";
import { seenPages } from "../seen/pages.ts";

type Value = OpenPointValues["action-uuid"];

export const actionUuid: Probe = {
  id: "action-uuid",
  openPoints: ["action-uuid"],
  needs: ["reads"],
  writes: false,
  run({ bench, histories }) {
    const pages = seenPages(inOrder(histories()));
    const seen = bench.traces.flatMap(({ traceId, actions }) => {
      const links = pages.filter((page) => page.traceId === traceId).flatMap((page) => page.links);
      return actions.flatMap(({ uuid }) => (uuid === undefined ? [] : [{ traceId, uuid, links }]));
    });
    return Promise.resolve({ "action-uuid": actionUuidReading(seen) });
  },
};

interface SeenUuid {
  readonly traceId: string;
  readonly uuid: string;
  /** The links of the trace that were seen. */
  readonly links: readonly Json[];
}

/** What most of the answers name; a name that was found in one place goes before none. */
export function actionUuidReading(seen: readonly SeenUuid[]): { value?: Value; evidence: string } {
  if (seen.length === 0) return unknown("No v2 action was accepted.");
  const ofTrace = seen.filter(({ traceId, uuid }) => same(traceId, uuid)).length;
  const paths = tally(seen.flatMap(({ uuid, links }) => placesOf(uuid, links)));
  const atLink = paths[0];
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

/** Paths at which exactly one link has the UUID: a member that all links share is not the link's own. */
function placesOf(uuid: string, links: readonly Json[]): readonly JsonPath[] {
  const paths = new Map<string, JsonPath>();
  for (const link of links) {
    for (const { path, value } of genericPlaces(link)) {
      if (typeof value === "string" && same(value, uuid)) paths.set(pathKey(path), path);
    }
  }
  const distinct = new Set(links.map((link) => JSON.stringify(link))).size;
  return [...paths.values()].filter((path) => {
    const holders = new Set(
      links
        .filter((link) => valuesAt(link, path).some((value) => typeof value === "string" && same(value, uuid)))
        .map((link) => JSON.stringify(link)),
    );
    return holders.size === 1 || distinct === 1;
  });
}

function same(left: string, right: string): boolean {
  return left.toLowerCase() === right.toLowerCase();
}
