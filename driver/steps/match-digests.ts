/** Which of the digests that a target shows belongs to which file, where they do not follow from the content. */
import { endOf } from "../../spec/readings/digest.ts";
import { everyPlace } from "../../spec/readings/path.ts";
import type { SentFile } from "../../spec/vocabulary/history.ts";
import { isJsonObject, type Json } from "../../spec/json.ts";
import type { OpenPointValues } from "../../spec/vocabulary/profile.ts";
import { textsIn } from "../../spec/json-walks.ts";

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
  if (where === "state") return digestsInState(actions, shown[0]);
  const links = order === "newest-first" ? shown.toReversed() : shown;
  const marked = actions.map((action) => linkWithMarker(action, links));
  const inOrder = links.length === actions.length && order !== "unknown";
  const groups = groupsAtATime(actions);
  const free = new Set(links.filter((link) => !marked.includes(link)));
  return actions.map(({ files }, index) => {
    if (files.length === 0) return [];
    const own = marked[index];
    if (own) return matched(files, own);
    const group = groups.find((one) => one.includes(index)) ?? [];
    const others = actions.filter((_, at) => at !== index && !marked[at]);
    const inPlace = inOrder && group.length === 1 ? links[index] : undefined;
    if (inPlace) return matched(files, isRatherOf(others, inPlace, files) ? undefined : inPlace);
    const candidates = inOrder ? group.flatMap((at) => links[at] ?? []) : links;
    const [link, ...equals] = bestFor(
      files,
      candidates.filter((one) => free.has(one) && !isRatherOf(others, one, files)),
    );
    // Of actions at the same time that look alike in their links, nothing tells which is which.
    if (equals.length > 0 && group.length > 1) return files.map(() => undefined);
    if (link) free.delete(link);
    return matched(files, link);
  });
}

/** A state names files one after the other: those of actions at the same time stand there in an order that nobody knows. */
function digestsInState(actions: readonly FilesOfAction[], state: Shown | undefined): (string | undefined)[][] {
  const isInOrder = new Map<SentFile, boolean>();
  for (const group of groupsAtATime(actions)) {
    const withFiles = group.flatMap((at) => actions[at] ?? []).filter(({ files }) => files.length > 0);
    for (const { files } of withFiles) for (const file of files) isInOrder.set(file, withFiles.length === 1);
  }
  const all = actions.flatMap(({ files }) => files);
  return split(
    matched(all, state, (file) => isInOrder.get(file) === true),
    actions,
  );
}

/** The one link that shows the marker of the action. */
function linkWithMarker({ marker }: FilesOfAction, links: readonly Shown[]): Shown | undefined {
  if (marker === undefined) return undefined;
  const showing = links.filter(({ container }) => textsIn(container).some((text) => isShownIn(marker, text)));
  return showing.length === 1 ? showing[0] : undefined;
}

/** Alone, or in a document that is written as text; not as the beginning of another marker. */
function isShownIn(marker: string, text: string): boolean {
  return text === marker || text.includes(JSON.stringify(marker));
}

/** Indexes of actions that were under way at the same time, or in a row of such, so that the order of their links is not known. */
function groupsAtATime(actions: readonly FilesOfAction[]): readonly (readonly number[])[] {
  const groups: { readonly indexes: readonly number[]; readonly endMs: number }[] = [];
  for (const [index, { sentAtMs = Infinity, receivedAtMs = 0 }] of actions.entries()) {
    let group = { indexes: [index], endMs: receivedAtMs };
    for (let last = groups.at(-1); last && last.endMs > sentAtMs; last = groups.at(-1)) {
      groups.pop();
      group = { indexes: [...last.indexes, ...group.indexes], endMs: Math.max(last.endMs, group.endMs) };
    }
    groups.push(group);
  }
  return groups.map(({ indexes }) => indexes);
}

/** True for a link that names more of the files of another action than of these: the own one is perhaps not shown. */
const isRatherOf = (others: readonly FilesOfAction[], link: Shown, files: readonly SentFile[]): boolean =>
  others.some((other) => namesIn(link, other.files) > namesIn(link, files));

/** How many of the files a link names. */
function namesIn({ container }: Shown, files: readonly SentFile[]): number {
  const texts = new Set([...everyPlace(container)].flatMap(({ value, key }) => [value, key]));
  return files.filter(({ fileName, partName }) => texts.has(fileName) || texts.has(partName)).length;
}

/** The links that name most of the files, the earliest first. */
function bestFor(files: readonly SentFile[], links: readonly Shown[]): readonly Shown[] {
  const distinct = new Set(files.map(({ sha256 }) => sha256)).size;
  const scored = links
    .filter(({ digests }) => digests.length > 0)
    .map((link) => {
      const fits = link.digests.length === files.length || link.digests.length === distinct;
      return { link, score: namesIn(link, files) * 2 + (fits ? 1 : 0) };
    });
  const best = Math.max(...scored.map(({ score }) => score));
  return scored.filter(({ score }) => score === best).map(({ link }) => link);
}

/** @param isInOrder false for a file that may be told by its name alone */
function matched(
  files: readonly SentFile[],
  shown: Shown | undefined,
  isInOrder: (file: SentFile) => boolean = () => true,
): (string | undefined)[] {
  if (!shown) return files.map(() => undefined);
  const places = [...everyPlace(shown.container)];
  const beside = new Map([...new Set(shown.digests)].map((digest) => [digest, namesBeside(places, digest)] as const));
  const byName = new Map<string, string[]>();
  for (const [digest, names] of beside)
    for (const name of names) byName.set(name, [...(byName.get(name) ?? []), digest]);
  const named = files.map(({ fileName, partName }) =>
    [fileName, partName].map((name) => (name === null ? [] : (byName.get(name) ?? []))).find(isOne),
  );
  const free = [...beside].filter(([digest]) => !named.some((one) => one?.[0] === digest));
  const alike = files.map((file, position) => (named[position] ? [] : likeNamed(file, free)));
  // What two different files might be is none of them for sure.
  const isOfOne = (digest: string, { sha256 }: SentFile): boolean =>
    files.every((other, at) => other.sha256 === sha256 || !alike[at]?.includes(digest));
  const told = files.map(
    (file, position) =>
      named[position] ?? [alike[position] ?? []].find((one) => isOne(one) && isOfOne(one[0] ?? "", file)),
  );
  // A service that stores equal contents once shows their digest once.
  const contents = [...new Set(files.map(({ sha256 }) => sha256))];
  const once = shown.digests.length < files.length;
  // The members of an object stand in whatever order the service keeps them.
  const [keys, values] = [new Set(places.map(({ key }) => key)), new Set(places.map(({ value }) => value))];
  const isKey = (digest: string): boolean => keys.has(digest) && !values.has(digest);
  const isUnordered = new Set(shown.digests).size > 1 && shown.digests.every(isKey);
  return files.map((file, position) => {
    const [own] = told[position] ?? [];
    if (own !== undefined) return own;
    if (!isInOrder(file) || isUnordered) return undefined;
    const { fileName, sha256 } = file;
    // Members of objects stand in an order of their own where they are called like numbers; those of one name are told apart by it.
    const sameName = files.filter((other) => other.fileName === fileName);
    const ofName = fileName === null ? undefined : byName.get(fileName);
    if (ofName && ofName.length === sameName.length) return ofName[sameName.indexOf(file)];
    const inPlace = once ? shown.digests[contents.indexOf(sha256)] : shown.digests[position];
    const isOfAnother = files.some((other, at) => other.sha256 !== sha256 && told[at]?.[0] === inPlace);
    return isOfAnother ? undefined : inPlace;
  });
}

const isOne = (digests: readonly string[]): boolean => digests.length === 1;

/** Digests that stand beside a name of which the service kept the end, or before which it put something. */
function likeNamed(
  { fileName, partName }: SentFile,
  free: readonly (readonly [string, Set<string>])[],
): readonly string[] {
  const base = fileName?.split(/[/\\]/).at(-1) ?? "";
  const endings = [partName, base].filter((name) => name.length >= leastName);
  const found = endings.map((ending) =>
    free.filter(([, names]) => [...names].some((name) => isEndOf(ending, name))).map(([digest]) => digest),
  );
  return found.find(isOne) ?? [];
}

/** Shorter names may stand at the end of others by chance. */
const leastName = 4;

/** True for the name itself, or behind a number: other words before it, or an address, are of something else. */
const isEndOf = (ending: string, name: string): boolean =>
  name.endsWith(ending) && /^(?:\d*[^\p{L}\p{N}/]+)?$/u.test(name.slice(0, -ending.length));

/** The texts that stand in the same object as the digest, the key of that object, or those whose key it is. */
function namesBeside(places: readonly { readonly value: Json; readonly key?: string }[], digest: string): Set<string> {
  const names = new Set<string>();
  for (const { value, key: place } of places) {
    if (!isJsonObject(value)) continue;
    for (const [key, member] of Object.entries(value)) {
      if (member === digest || (typeof member === "string" && endOf(member) === digest)) {
        names.add(key);
        // A number is a place in an order, and no name.
        if (place !== undefined && !/^\d+$/.test(place)) names.add(place);
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
