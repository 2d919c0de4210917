/**
 * Open point `digest-list-query`: name and style of the query parameter with the list of digests, per face. The same
 * request is sent under candidate names and styles until the archive holds exactly the files asked for.
 */
import type { Face } from "../../spec/operations.ts";
import type { OpenPointValues, Reading } from "../../spec/vocabulary/profile.ts";
import { sameJson } from "../../spec/readings/equal.ts";
import { known, ListDiscovery, type FoundList } from "../digests/list-discovery.ts";
import { listNames } from "../digests/list-names.ts";
import { exactly } from "../digests/zip-score.ts";
import { best } from "../lib/tally.ts";
import { onePoint, unknown } from "../probe.ts";

type Value = OpenPointValues["digest-list-query"];

export const digestListQuery = onePoint("digest-list-query", { needs: ["digest"] }, async (context) => {
  const discovery = await ListDiscovery.open(context);
  if (!discovery) return unknown("No two digests of files of one trace are known.");
  const pin = context.pin("digest-list-query");
  const v2 = await discovery.find("v2", pin ? [{ name: pin.name, style: pin.style }] : []);
  const hints = [...(pin ? [pin.legacy ?? { name: pin.name, style: pin.style }] : []), ...(v2 ? [v2.parameter] : [])];
  const legacy = await discovery.find("legacy", hints);
  return combine(v2, legacy, discovery.words);
});

/** One reading for both faces, unless each face clearly needs its own. */
function combine(
  v2: FoundList | undefined,
  legacy: FoundList | undefined,
  words: readonly string[],
): Reading<"digest-list-query"> {
  const leading = best(known(v2, legacy), ({ score }) => score);
  if (!leading) {
    const mined = words.length > 0 ? `, and ${words.join(", ")} from the refusals` : "";
    return unknown(`No archive came for any of the names ${listNames.join(", ")}${mined}, in any style.`);
  }
  const own = legacy && v2 && legacy.score >= v2.score && !sameJson({ ...legacy.parameter }, { ...v2.parameter });
  const base = own ? v2.parameter : leading.parameter;
  const value: Value = own ? { ...base, legacy: legacy.parameter } : { ...base };
  const foundText = (face: Face, found: FoundList | undefined) =>
    `${face}: ${found ? `${found.parameter.name} (${found.parameter.style}) brought ${found.score === exactly ? "exactly the files asked for" : "an archive, though not exactly the files asked for"}` : "no archive under any name"}`;
  return { value, evidence: `${foundText("v2", v2)}; ${foundText("legacy", legacy)}.` };
}
