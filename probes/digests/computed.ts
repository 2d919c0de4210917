/** Digests that follow from the content: recognised in documents, and made for trying. */
import { digestAlgorithms, digestEncodings, hashText } from "../../spec/readings/digest.ts";
import type { SentFile } from "../../spec/vocabulary/history.ts";
import type { JsonPath, OpenPointValues } from "../../spec/vocabulary/profile.ts";
import { pathKey, unitedPath } from "../lib/generic-path.ts";
import { genericPlaces } from "../lib/generic-places.ts";
import type { DigestDocument } from "./documents.ts";

type Algorithm = OpenPointValues["digest-algorithm"];

/** A place where digests of sent files stand. */
export interface ComputedPlace {
  readonly where: "links" | "state";
  readonly path: JsonPath;
  /** Of a path that ends in `{*}`: digests are not its keys. */
  readonly of?: "values";
  readonly algorithm: Algorithm;
  /** The digests found there, with the file that each belongs to. */
  readonly hits: readonly Hit[];
}

interface Hit {
  readonly traceId: string;
  readonly digest: string;
  readonly file: SentFile;
}

/** A hash may be led by the name of its algorithm or a scheme, not by more. */
const maxPrefix = 24;

/** Every kind of place where hashes of sent files stand, those that show most files first. */
export function computedPlaces(
  documents: readonly DigestDocument[],
  names: ReadonlySet<string>,
): readonly ComputedPlace[] {
  const hashes = hashesOf(documents.flatMap(({ files }) => files));
  const lengths = [...new Set([...hashes.keys()].map((hash) => hash.length))].toSorted((left, right) => right - left);
  const recognise = (text: string) => {
    for (const length of lengths) {
      if (text.length < length || text.length > length + maxPrefix) continue;
      const found = hashes.get(text.slice(-length));
      const prefix = text.slice(0, -length);
      // Inside a longer run of digits it is no hash of its own.
      if (found && !/[0-9A-Fa-f]{6}$/.test(prefix)) return { ...found, prefix };
    }
    return undefined;
  };

  const places = new Map<string, ComputedPlace & { readonly hits: Hit[] }>();
  for (const { where, traceId, document } of documents) {
    for (const { path, value, key } of genericPlaces(document, names)) {
      const asKey = key === undefined ? undefined : recognise(key);
      const spots = [
        ...(typeof value === "string" ? [{ text: value, path, ...valuesUnder(path) }] : []),
        ...(asKey && key !== undefined ? [{ text: key, path: [...path.slice(0, -1), "{*}"] }] : []),
      ];
      for (const spot of spots) {
        const found = recognise(spot.text);
        if (!found) continue;
        const algorithm = { algorithm: found.algorithm, encoding: found.encoding, prefix: found.prefix };
        const of = "of" in spot ? { of: spot.of } : {};
        const id = JSON.stringify([where, pathKey(spot.path), of, algorithm]);
        const hit: Hit = { traceId, digest: spot.text, file: found.file };
        const place = places.get(id);
        if (place) place.hits.push(hit);
        else places.set(id, { where, path: spot.path, ...of, algorithm, hits: [hit] });
      }
    }
  }
  return united([...places.values()]).toSorted((left, right) => filesIn(right) - filesIn(left));
}

/** Beside a path that ends in `{*}`, for digests that are what stands there. */
export function valuesUnder(path: JsonPath): { readonly of?: "values" } {
  return path.at(-1) === "{*}" ? { of: "values" } : {};
}

export function filesIn({ hits }: ComputedPlace): number {
  return new Set(hits.map(({ file }) => file.sha256)).size;
}

/** Places that differ in one key only, and each show files of their own, are one place. */
function united(places: readonly ComputedPlace[]): readonly ComputedPlace[] {
  const groups = Map.groupBy(places, ({ where, path, of, algorithm }) =>
    JSON.stringify([where, path.length, of === undefined && path.at(-1) === "{*}", algorithm]),
  );
  return [...groups.values()].flatMap((group) => {
    const path = unitedPath(group.map((place) => place.path));
    const [first] = group;
    const keyed = first?.path.at(-1) === "{*}" && first.of === undefined;
    const most = group.reduce((highest, place) => Math.max(highest, filesIn(place)), 0);
    const together =
      first && path
        ? { ...first, path, ...(keyed ? {} : valuesUnder(path)), hits: group.flatMap(({ hits }) => hits) }
        : undefined;
    return together && filesIn(together) > most ? [together] : group;
  });
}

interface Recognised {
  readonly algorithm: string;
  readonly encoding: Algorithm["encoding"];
  readonly file: SentFile;
}

function hashesOf(files: readonly SentFile[]): ReadonlyMap<string, Recognised> {
  const hashes = new Map<string, Recognised>();
  // The files of a trace come with each of its links.
  for (const file of new Map(files.map((one) => [one.sha256, one])).values()) {
    const { bytes } = file;
    if (!bytes) continue;
    for (const algorithm of digestAlgorithms) {
      for (const encoding of digestEncodings) {
        const hash = hashText(bytes, algorithm, encoding);
        for (const text of [hash, hash.replace(/(?<!=)=+$/, "")]) {
          // Unpadded base64 without its two special letters is base64url all the same.
          const written = text === hash ? encoding : "base64url";
          if (!hashes.has(text) && (written === encoding || text === hashText(bytes, algorithm, "base64url"))) {
            hashes.set(text, { algorithm, encoding: written, file });
          }
        }
      }
    }
  }
  return hashes;
}

/** How this digest follows from this content, or undefined when it does not. */
export function algorithmOf(bytes: Uint8Array, digest: string): Algorithm | undefined {
  for (const algorithm of digestAlgorithms) {
    for (const encoding of digestEncodings) {
      const hash = hashText(bytes, algorithm, encoding);
      const prefix = digest.slice(0, Math.max(0, digest.length - hash.length));
      if (digest === prefix + hash && prefix.length <= maxPrefix) return { algorithm, encoding, prefix };
    }
  }
  return undefined;
}

/** Ways to write a digest of the content, the commonest first, for a target that shows digests nowhere. */
export const computedWays: readonly Algorithm[] = [
  ...digestAlgorithms.map((algorithm): Algorithm => ({ algorithm, encoding: "hex", prefix: "" })),
  ...digestAlgorithms.slice(0, 4).flatMap((algorithm) =>
    (["base64url", "base64", "hex-upper"] as const).map((encoding): Algorithm => ({
      algorithm,
      encoding,
      prefix: "",
    })),
  ),
  ...digestAlgorithms
    .slice(0, 4)
    .flatMap((algorithm) =>
      [`${algorithm}:`, `${algorithm}-`].map((prefix): Algorithm => ({ algorithm, encoding: "hex", prefix })),
    ),
  ...digestAlgorithms
    .slice(0, 2)
    .map((algorithm): Algorithm => ({ algorithm, encoding: "base64", prefix: `${algorithm}-` })),
];
