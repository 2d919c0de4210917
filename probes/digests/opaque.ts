/** Digests that do not follow from the content: texts of links and states that might be such. */
import { digestText } from "../../spec/readings/digest.ts";
import type { JsonPath } from "../../spec/vocabulary/profile.ts";
import { pathKey } from "../lib/generic-path.ts";
import { genericPlaces } from "../lib/generic-places.ts";
import type { ProbeContext } from "../probe.ts";
import { valuesUnder } from "./computed.ts";
import type { DigestDocument } from "./documents.ts";
import { textsIn } from "../../spec/json-walks.ts";

/** A kind of place whose texts might be digests. */
interface OpaquePlace {
  readonly where: "links" | "state";
  readonly path: JsonPath;
  /** Of a path that ends in `{*}`: the texts are not its keys. */
  readonly of?: "values";
  /** How much it looks like a place of digests. */
  readonly score: number;
  readonly texts: readonly { readonly traceId: string; readonly digest: string }[];
}

/** A place while it is looked at, with how many texts each document has there. */
interface SeenPlace extends Omit<OpaquePlace, "score" | "texts"> {
  readonly texts: OpaquePlace["texts"][number][];
  readonly documents: Map<DigestDocument, number>;
}

const telling = /digest|hash|sha|md5|sum|etag|fingerprint|cid/i;
const filish = /file|attach|doc|blob|content|object|upload|paper|image|media/i;
const idish = /id$|key$|ref$|uri$|url$|token$/i;
/** Whole, or after the name of an algorithm, which has a number in it. */
const hashLike =
  /^(?:(?=\w*\d)[a-z]\w{1,15}:)?(?:[0-9a-f]{16,128}|[\w+/-]{20,128}={0,2}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i;
const timeLike = /^\d{4}-\d\d-\d\d([T ]\d\d:\d\d|$)/;

/**
 * Places whose texts we did not send and do not know otherwise, the likeliest first: as many texts as files, texts like
 * hashes or ids, names that speak of digests or files.
 */
export function opaquePlaces(
  documents: readonly DigestDocument[],
  names: ReadonlySet<string>,
  context: Pick<ProbeContext, "fixture" | "target">,
): readonly OpaquePlace[] {
  const known = knownTexts(context);
  const places = new Map<string, SeenPlace>();
  for (const document of documents) {
    for (const { path, value, key } of genericPlaces(document.document, names)) {
      const spots = [
        ...[digestText(value)].flatMap((text) => (text === undefined ? [] : [{ text, path, ...valuesUnder(path) }])),
        ...(key !== undefined && hashLike.test(key) ? [{ text: key, path: [...path.slice(0, -1), "{*}"] }] : []),
      ];
      for (const spot of spots) {
        const { text, path: at } = spot;
        if (known.has(text.toLowerCase()) || timeLike.test(text) || text === "" || text.length > 300) continue;
        const of = "of" in spot ? { of: spot.of } : {};
        const id = `${document.where} ${pathKey(at)} ${JSON.stringify(of)}`;
        const place: SeenPlace = places.get(id) ?? {
          where: document.where,
          path: at,
          ...of,
          texts: [],
          documents: new Map(),
        };
        places.set(id, place);
        place.texts.push({ traceId: document.traceId, digest: text });
        place.documents.set(document, (place.documents.get(document) ?? 0) + 1);
      }
    }
  }
  return [...places.values()]
    .map(({ documents: counts, ...place }) => ({ ...place, score: scoreOf(place.path, place.texts, counts) }))
    .toSorted((left, right) => right.score - left.score);
}

function scoreOf(path: JsonPath, texts: OpaquePlace["texts"], counts: ReadonlyMap<DigestDocument, number>): number {
  const matching = [...counts].filter(
    ([{ where, files }, count]) => where === "state" && files.length === count,
  ).length;
  const member = path.filter((step) => step !== "*" && step !== "{*}").join(".");
  const last = path.at(-1) ?? "";
  return (
    (matching > 0 ? 4 : 0) +
    (texts.filter(({ digest }) => hashLike.test(digest)).length * 2 > texts.length ? 2 : 0) +
    (telling.test(member) ? 3 : 0) +
    (filish.test(member) ? 2 : 0) +
    (idish.test(last) ? 1 : 0) +
    (path.includes("*") || path.includes("{*}") ? 1 : 0) -
    // A small number stands in many a place, and names a file in hardly any.
    (texts.every(({ digest }) => /^\d{1,9}$/.test(digest)) ? 1 : 0)
  );
}

/**
 * Of texts that each brought a file the first, or one of a link where these show as many as the states of the same traces: a
 * link tells as well of which action its files are.
 */
export function besideItsAction<Hit extends { readonly place: Pick<OpaquePlace, "where" | "texts"> }>(
  served: readonly Hit[],
  documents: readonly Pick<DigestDocument, "where" | "traceId">[],
): Hit | undefined {
  const [first] = served;
  const listed = new Set(documents.filter(({ where }) => where === "links").map(({ traceId }) => traceId));
  const shownAt = ({ place }: Hit): number =>
    new Set(place.texts.filter(({ traceId }) => listed.has(traceId)).map(({ digest }) => digest)).size;
  if (first?.place.where !== "state") return first;
  return served.find((one) => one.place.where === "links" && shownAt(one) >= shownAt(first)) ?? first;
}

/** Lower-case texts that mean something else: what was sent, and ids of traces and of v2 actions. */
function knownTexts({ fixture, target }: Pick<ProbeContext, "fixture" | "target">): ReadonlySet<string> {
  const actions = fixture.traces.flatMap((trace) => trace.actions);
  const leaves = actions.flatMap(({ data }) => textsIn(data));
  return new Set(
    [
      ...leaves,
      ...fixture.traces.map(({ traceId }) => traceId),
      ...actions.flatMap(({ actionKey, groupLabel, files }) => [
        actionKey,
        groupLabel,
        ...files.flatMap(({ fileName, partName, contentType }) => [fileName, partName, contentType]),
      ]),
      ...target.workflows.flatMap(({ id, name }) => [id, name]),
      target.organization,
    ].flatMap((text) => (typeof text === "string" ? [text.toLowerCase()] : [])),
  );
}
