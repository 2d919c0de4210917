/** Which of the digests that a target shows belongs to which file, where they do not follow from the content. */
import { endOf } from "../../spec/readings/digest.ts";
import { everyPlace } from "../../spec/readings/path.ts";
import type { SentFile } from "../../spec/vocabulary/history.ts";
import { isJsonObject, type Json } from "../../spec/json.ts";
import type { OpenPointValues } from "../../spec/vocabulary/profile.ts";

/** A link, or the state, with the digests that stand in it. */
interface Shown {
  readonly container: Json;
  readonly digests: readonly string[];
}

interface FilesOfAction {
  readonly files: readonly SentFile[];
  readonly marker?: string;
  readonly sentAtMs?: number;
  readonly receivedAtMs?: number;
}

/** For each action, in order, the digest of each of its files, undefined where none fits. */
export function digestsByPosition(
  actions: readonly FilesOfAction[],
  shown: readonly Shown[],
  where: OpenPointValues["digest-location"]["where"],
  order: OpenPointValues["link-order"]["order"],
): (string | undefined)[][] {
  if (where === "state")
    return split(
      matched(
        actions.flatMap(({ files }) => files),
        shown[0],
      ),
      actions,
    );
  const links = order === "newest-first" ? shown.toReversed() : shown;
  const marked = actions.map((action) => linkWithMarker(action, links));
  const inOrder = links.length === actions.length && order !== "unknown" && !overlap(actions);
  if (inOrder) return actions.map(({ files }, index) => matched(files, marked[index] ?? links[index]));
  const free = new Set(links.filter((link) => !marked.includes(link)));
  return actions.map(({ files }, index) => {
    if (files.length === 0) return [];
    const own = marked[index];
    if (own) return matched(files, own);
    const link = bestFor(files, [...free]);
    if (link) free.delete(link);
    return matched(files, link);
  });
}

/** The one link that shows the marker of the action. */
function linkWithMarker({ marker }: FilesOfAction, links: readonly Shown[]): Shown | undefined {
  if (marker === undefined) return undefined;
  const showing = links.filter(({ container }) =>
    [...everyPlace(container)].some(({ value }) => typeof value === "string" && isShownIn(marker, value)),
  );
  return showing.length === 1 ? showing[0] : undefined;
}

/** Alone, or in a document that is written as text; not as the beginning of another marker. */
function isShownIn(marker: string, text: string): boolean {
  return text === marker || text.includes(JSON.stringify(marker));
}

/** True where actions were under way at the same time, so that the order of their links is not known. */
function overlap(actions: readonly FilesOfAction[]): boolean {
  return actions.some((action, index) => {
    const next = actions[index + 1];
    return (action.receivedAtMs ?? 0) > (next?.sentAtMs ?? Infinity);
  });
}

/** The link that names most of the files, the earliest of equals. */
function bestFor(files: readonly SentFile[], links: readonly Shown[]): Shown | undefined {
  const distinct = new Set(files.map(({ sha256 }) => sha256)).size;
  let best: { readonly link: Shown; readonly score: number } | undefined;
  for (const link of links) {
    if (link.digests.length === 0) continue;
    const texts = new Set([...everyPlace(link.container)].flatMap(({ value, key }) => [value, key]));
    const names = files.filter(({ fileName, partName }) => texts.has(fileName) || texts.has(partName)).length;
    const fits = link.digests.length === files.length || link.digests.length === distinct;
    const score = names * 2 + (fits ? 1 : 0);
    if (!best || score > best.score) best = { link, score };
  }
  return best?.link;
}

function matched(files: readonly SentFile[], shown: Shown | undefined): (string | undefined)[] {
  if (!shown) return files.map(() => undefined);
  const places = [...everyPlace(shown.container)];
  const byName = new Map<string, string[]>();
  for (const digest of new Set(shown.digests)) {
    for (const name of namesBeside(places, digest)) byName.set(name, [...(byName.get(name) ?? []), digest]);
  }
  // A service that stores equal contents once shows their digest once.
  const contents = [...new Set(files.map(({ sha256 }) => sha256))];
  const once = shown.digests.length < files.length;
  return files.map(({ fileName, partName, sha256 }, position) => {
    for (const name of [fileName, partName]) {
      const named = name === null ? undefined : byName.get(name);
      if (named?.length === 1) return named[0];
    }
    return once ? shown.digests[contents.indexOf(sha256)] : shown.digests[position];
  });
}

/** The texts that stand in the same object as the digest, or whose key it has. */
function namesBeside(places: readonly { readonly value: Json; readonly key?: string }[], digest: string): Set<string> {
  const names = new Set<string>();
  for (const { value } of places) {
    if (!isJsonObject(value)) continue;
    for (const [key, member] of Object.entries(value)) {
      if (member === digest || (typeof member === "string" && endOf(member) === digest)) {
        names.add(key);
        for (const sibling of Object.values(value)) if (typeof sibling === "string") names.add(sibling);
      } else if (key === digest) {
        if (typeof member === "string") names.add(member);
        else if (isJsonObject(member)) {
          for (const inner of Object.values(member)) if (typeof inner === "string") names.add(inner);
        }
      }
    }
  }
  return names;
}

function split(digests: readonly (string | undefined)[], actions: readonly FilesOfAction[]): (string | undefined)[][] {
  let start = 0;
  return actions.map(({ files }) => digests.slice(start, (start += files.length)));
}
