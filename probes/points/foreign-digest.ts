/** Open point `foreign-digest`: what is answered when a file of another trace is asked for. */
import type { Exchange } from "../../spec/vocabulary/history.ts";
import type { OpenPointValues } from "../../spec/vocabulary/profile.ts";
import { traceDigests } from "../digests/trace-digests.ts";
import { entriesOf } from "../digests/zip-score.ts";
import { statusText } from "../lib/wording.ts";
import { onePoint, unknown } from "../probe.ts";

/** The strictest first: what one face refuses counts as refused. */
const readings = ["refused", "left-out", "served"] as const;

type Reading = OpenPointValues["foreign-digest"]["reading"];

export const foreignDigest = onePoint("foreign-digest", { needs: ["digest-list-query"] }, async (context) => {
  const { fixture, ask } = context;
  const known = fixture.traces.flatMap((trace) => {
    const digests = traceDigests(context, trace);
    return digests.length > 0 ? [{ trace, digests }] : [];
  });
  // Where digests are numbers counted per trace, only the longer trace has numbers that the other lacks.
  const pairs = known.flatMap((here) => {
    const own = new Set(here.digests.map(({ digest }) => digest));
    const others = known.filter((there) => there !== here).flatMap(({ digests }) => digests);
    const foreign = others.find(({ digest }) => !own.has(digest));
    return foreign && here.digests[0] ? [{ trace: here.trace.traceId, own: here.digests[0], foreign }] : [];
  });
  const [pair] = pairs;
  if (!pair) return unknown("No two traces with files of their own are known.");
  const { trace } = pair;
  const candidateFor = "foreign-digest";
  const digests = [pair.own.digest, pair.foreign.digest];
  const [single, v2, legacy] = await ask("a file of another trace", [
    { step: { op: "file", face: "v2", trace, digest: pair.foreign.digest, candidateFor } },
    { step: { op: "files", face: "v2", trace, digests, candidateFor } },
    { step: { op: "files", face: "legacy", trace, digests, candidateFor } },
  ]);
  const foreign = pair.foreign.file?.sha256;
  // Only a list can leave a file out; where no list was answered, the single download decides.
  const lists = [listReading(v2, foreign), listReading(legacy, foreign)];
  const strictest = (seen: readonly (Reading | undefined)[]) => readings.find((one) => seen.includes(one));
  const reading = strictest(lists) ?? singleReading(single, foreign);
  const evidence = `A file of another trace: alone ${statusText(single)}, in a list ${statusText(v2)} (v2) and ${statusText(legacy)} (legacy).`;
  return reading ? { value: { reading }, evidence } : unknown(evidence);
});

function singleReading(exchange: Exchange | undefined, foreign: string | undefined): Reading | undefined {
  const response = exchange?.response;
  if (!response || response.status >= 500) return undefined;
  if (response.status >= 300) return "refused";
  return foreign === undefined || response.sha256 === foreign ? "served" : undefined;
}

function listReading(exchange: Exchange | undefined, foreign: string | undefined): Reading | undefined {
  const response = exchange?.response;
  if (!response || response.status >= 500) return undefined;
  if (response.status >= 300) return "refused";
  const entries = entriesOf(exchange);
  if (!entries) return undefined;
  const served = foreign === undefined ? entries.length > 1 : entries.some(({ sha256 }) => sha256 === foreign);
  return served ? "served" : "left-out";
}
