/**
 * Open points `digest-location` and `digest-algorithm`: where the digest of a file can be read, and whether it follows
 * from the content. A place counts when the single file endpoint answers a sent file for a text that stands there.
 */
import { computeDigest, digestsAt, endOf } from "../../spec/readings/digest.ts";
import { succeeded } from "../../spec/readings/outcome.ts";
import type { Exchange, SentFile } from "../../spec/vocabulary/history.ts";
import type { OpenPointValues } from "../../spec/vocabulary/profile.ts";
import type { FileStep } from "../../spec/vocabulary/script.ts";
import { algorithmOf, computedPlaces, computedWays, filesIn, type ComputedPlace } from "../digests/computed.ts";
import { digestDocuments, type DigestDocument, sentNames } from "../digests/documents.ts";
import { besideItsAction, opaquePlaces } from "../digests/opaque.ts";
import { pieces } from "../lib/tally.ts";
import { countText, pathText, statusText } from "../lib/wording.ts";
import { unknown, type Probe, type ProbeContext, type Readings } from "../probe.ts";

/** The most opaque texts that are tried: in all, where hashes of the content were already seen, and for one place. */
const maxTries = 40;
const fewTries = 10;
const perPlace = 3;

export const digest: Probe = {
  id: "digest",
  openPoints: ["digest-location", "digest-algorithm"],
  needs: ["reads"],
  writes: false,
  async run(context) {
    const documents = digestDocuments(context);
    const names = sentNames(context);
    const computed = computedPlaces(documents, names);
    for (const place of computed.slice(0, 4)) {
      // Being served any file shows that the text is a digest; whether it is the right file is for the checks.
      if (!(await isAnyServed(context, firstAndLast(place.hits)))) continue;
      return (
        (await tryOthers(context, place, documents)) ??
        foundComputed(place, "the single file endpoint serves a file by it")
      );
    }
    const bare = await tryBare(context, computed);
    if (bare) return bare;
    const [likeliest] = computed;
    const opaque = await tryOpaque(context, likeliest ? fewTries : maxTries);
    if (opaque) return opaque;
    const nowhere = context.fixture.found ? undefined : await tryComputed(context);
    if (nowhere) return nowhere;
    // Content hashes that stand there are digests, even where the single file endpoint fails; as part of a longer text,
    // they may be what makes an address.
    const sure = computed.find(({ algorithm }) => isOwnPrefix(algorithm));
    if (sure) return foundComputed(sure, "though the single file endpoint served no file by it");
    const evidence =
      "No text in links or states, and no hash of the content, made the single file endpoint answer a file.";
    return { "digest-location": unknown(evidence), "digest-algorithm": unknown(evidence) };
  },
};

/**
 * A target may keep a short file in its digest, and hash the others: where a text that is no hash stands at the place of
 * the hashes and brings a file that was sent, digests are what is shown there, and are not computed.
 */
async function tryOthers(
  context: ProbeContext,
  place: ComputedPlace,
  documents: readonly DigestDocument[],
): Promise<Readings | undefined> {
  const hashes = new Set(place.hits.map(({ digest }) => digest));
  const others = documents
    .filter(({ where }) => where === place.where)
    .flatMap(({ traceId, document, files }) =>
      digestsAt(document, place.path, place.of)
        .filter((text) => !hashes.has(text))
        .map((text) => ({ traceId, digest: text, files })),
    );
  const [other] = others;
  const [answer] = other ? await tryDigests(context, [other]) : [];
  if (!other || !serves(answer, other.files)) return undefined;
  const evidence =
    `At ${pathText(place.path)} of ${place.where === "links" ? "a link" : "the state"} stands the ${place.algorithm.algorithm} of some files; ` +
    "the single file endpoint serves another one by a text that is no hash of its content.";
  return {
    "digest-location": { value: locationOf(place), evidence },
    "digest-algorithm": { value: opaqueAlgorithm, evidence },
  };
}

/** True where nothing stands before the hash but the name of its algorithm. */
function isOwnPrefix({ algorithm, prefix }: OpenPointValues["digest-algorithm"]): boolean {
  const letters = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
  return prefix === "" || letters(prefix) === letters(algorithm);
}

/** Without what stands before the hash, such as the scheme of a URN, where the whole text brought no file. */
async function tryBare(context: ProbeContext, places: readonly ComputedPlace[]): Promise<Readings | undefined> {
  const hits = places.slice(0, 4).flatMap(({ algorithm, hits: [hit] }) => {
    if (!hit || algorithm.prefix === "") return [];
    return [{ ...hit, digest: hit.digest.slice(algorithm.prefix.length), algorithm }];
  });
  const answers = await tryDigests(context, hits);
  const index = answers.findIndex((answer, at) => serves(answer, hits[at] && [hits[at].file]));
  const hit = hits[index];
  if (!hit) return undefined;
  const { algorithm } = hit;
  const evidence =
    `The single file endpoint serves a file by the ${algorithm.algorithm} of its content in ${algorithm.encoding}, ` +
    `and none by the text that is shown, which has "${algorithm.prefix}" before it.`;
  return {
    "digest-location": { value: { where: "computed", path: [] }, evidence },
    "digest-algorithm": { value: { ...algorithm, prefix: "" }, evidence },
  };
}

function filesOf({ fixture }: ProbeContext): readonly SentFile[] {
  return fixture.traces.flatMap(({ actions }) => actions.flatMap(({ files }) => files));
}

interface Try {
  readonly traceId: string;
  readonly digest: string;
}

function tryDigests({ ask }: ProbeContext, tries: readonly Try[]): Promise<readonly (Exchange | undefined)[]> {
  return ask(
    "a digest of a file",
    tries.map(({ traceId, digest }) => {
      const step: FileStep = { op: "file", face: "v2", trace: traceId, digest, candidateFor: "digest-location" };
      return { step };
    }),
  );
}

async function isAnyServed(context: ProbeContext, tries: readonly Try[]): Promise<boolean> {
  for (const one of tries) {
    const [answer] = await tryDigests(context, [one]);
    if (answer && succeeded(answer)) return true;
  }
  return false;
}

/** A target may serve the latest files alone. */
function firstAndLast<One>(list: readonly One[]): readonly One[] {
  return list.length < 2 ? list : [...list.slice(0, 1), ...list.slice(-1)];
}

/** True where the answer is one of these files or, for traces whose files are unknown, any 2xx that is not JSON. */
function serves(exchange: Exchange | undefined, files: readonly SentFile[] | undefined): boolean {
  const response = exchange?.response;
  if (!response || response.status < 200 || response.status > 299) return false;
  if (!files) return response.bytes > 0 && !response.json;
  return files.some(({ sha256 }) => sha256 === response.sha256);
}

function foundComputed(place: ComputedPlace, proof: string): Readings {
  const { where, path, algorithm } = place;
  const way = `${algorithm.algorithm} in ${algorithm.encoding}${algorithm.prefix === "" ? "" : ` after "${algorithm.prefix}"`}`;
  const count = countText(filesIn(place), "file");
  const evidence = `At ${pathText(path)} of ${where === "links" ? "a link" : "the state"} stands the ${way} of ${count}; ${proof}.`;
  return {
    "digest-location": { value: locationOf(place), evidence },
    "digest-algorithm": { value: algorithm, evidence },
  };
}

function locationOf({ where, path, of }: OpenPointValues["digest-location"]): OpenPointValues["digest-location"] {
  return { where, path, ...(of === undefined ? {} : { of }) };
}

const opaqueAlgorithm: OpenPointValues["digest-algorithm"] = { algorithm: "opaque", encoding: "hex", prefix: "" };

async function tryOpaque(context: ProbeContext, limit: number): Promise<Readings | undefined> {
  const documents = digestDocuments(context);
  const places = opaquePlaces(documents, sentNames(context), context);
  const files = context.fixture.found ? undefined : filesOf(context);
  const tries = places.flatMap((place) => {
    const texts = [...new Map(place.texts.map((text) => [text.digest, text])).values()];
    const tried = new Set([...firstAndLast(texts), ...texts].slice(0, perPlace));
    return texts.filter((text) => tried.has(text)).map((text) => ({ ...text, place }));
  });
  // Where no whole text brings a file, the end of one may.
  const ends = tries.flatMap(({ digest, place, ...rest }) => {
    const end = endOf(digest);
    return end === undefined || end === rest.traceId
      ? []
      : [{ ...rest, digest: end, place: { ...place, of: "ends" as const } }];
  });
  for (const batch of [...pieces(tries.slice(0, limit), 10), ...pieces(ends.slice(0, limit), 10)]) {
    const answers = await tryDigests(context, batch);
    const served = batch.flatMap((one, at) =>
      serves(answers[at], files) ? [{ ...one, body: bodyOf(answers[at]) }] : [],
    );
    const hit = besideItsAction(served, documents);
    if (!hit) continue;
    const { where, path } = hit.place;
    const algorithm = (hit.body && algorithmOf(hit.body, hit.digest)) ?? opaqueAlgorithm;
    const how =
      algorithm === opaqueAlgorithm
        ? "which does not follow from the content"
        : `the ${algorithm.algorithm} of its content`;
    const evidence =
      `The single file endpoint serves ${files ? "a sent file" : "a file"} by the ${hit.place.of === "ends" ? "end of the text" : "text"} at ${pathText(path)} of ` +
      `${where === "links" ? "a link" : "the state"}, ${how}.`;
    return {
      "digest-location": { value: locationOf(hit.place), evidence },
      "digest-algorithm": { value: algorithm, evidence },
    };
  }
  return undefined;
}

const bodyOf = (exchange: Exchange | undefined): Uint8Array | undefined => exchange?.response?.body;

/** For a target that shows no digests: tries the usual hashes of the content. */
async function tryComputed(context: ProbeContext): Promise<Readings | undefined> {
  const trace = context.fixture.traces.find(({ actions }) => actions.some(({ files }) => files.length > 0));
  const file = trace?.actions.flatMap(({ files }) => files).at(0);
  const bytes = file?.bytes;
  if (!trace || !file || !bytes) return undefined;
  for (const ways of pieces(computedWays, 12)) {
    const tries = ways.flatMap((way) => {
      const digest = computeDigest(bytes, way);
      return digest === undefined ? [] : [{ traceId: trace.traceId, digest, way }];
    });
    const answers = await tryDigests(context, tries);
    const index = answers.findIndex((answer) => serves(answer, [file]));
    const hit = tries[index];
    if (!hit) continue;
    const evidence = `The digest stands nowhere, but the single file endpoint serves a file by the ${hit.way.algorithm} of its content (${hit.way.encoding}, ${statusText(answers[index])}).`;
    return {
      "digest-location": { value: { where: "computed", path: [] }, evidence },
      "digest-algorithm": { value: hit.way, evidence },
    };
  }
  return undefined;
}
