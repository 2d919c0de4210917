/**
 * Finds out whether members of a link that the service makes change later, e.g. a flag of the newest link, the id of
 * the next link, a count of all links, or a proof that is made after a while. Reads the links of a trace that is built
 * again after each action and for a while; another trace, written before, is read at the end alone and must agree. Data
 * that were sent, and a link's own id and time, never change.
 */
import { sameJson } from "../../../spec/readings/equal.ts";
import { createdTraceOf, succeeded } from "../../../spec/readings/outcome.ts";
import { askable } from "../../../spec/readings/page-size.ts";
import { valuesAt } from "../../../spec/readings/path.ts";
import type { Json } from "../../../spec/json.ts";
import { faces } from "../../../spec/operations.ts";
import type { Exchange, History } from "../../../spec/vocabulary/history.ts";
import type { JsonPath, Profile, Reading } from "../../../spec/vocabulary/profile.ts";
import type { OperationStep } from "../../../spec/vocabulary/script.ts";
import type { ProbeContext } from "../../probe.ts";
import { changedPaths } from "../../lib/changed-paths.ts";
import { leavesIn } from "../../../spec/json-walks.ts";
import { looksVolatile } from "../../lib/volatile.ts";
import { pathText } from "../../lib/wording.ts";
import { pageIn } from "../../seen/pages.ts";
import { stepsUntil, traceBuilt } from "../rebuilt.ts";
import { withVolatile } from "./late-reading.ts";

type Asker = Pick<ProbeContext, "run" | "runId" | "target" | "pause">;

/** After the last action, links are read for no longer than this. */
const pausesMs = [100, 400, 1600];
/** At most so many actions are sent again. */
const mostLinks = 8;

/** The links of a trace at one moment, the oldest first. */
type Links = readonly Json[];

/** The reading with such members; undefined where nothing changes, or something that must not. */
export async function lateLinkMembers(
  asker: Asker,
  profile: Profile,
  history: History,
  changed: Exchange,
): Promise<Reading<"volatile-members"> | undefined> {
  const known = profile.readings["volatile-members"];
  const until = (runId: string) =>
    stepsUntil(runId, asker.target.workflows, history.exchanges, changed).steps.slice(0, mostLinks);
  const steps = until(asker.runId);
  if (known?.pinned || steps.length === 0) return undefined;
  // Written first, so that it ages while the other trace is read.
  const resting = await writtenUnread(asker, until(`${asker.runId}o`));
  if (resting === undefined) return undefined;
  const sights = await sightsOf(asker, profile, steps);
  if (sights.length === 0) return undefined;
  const unread = await readThroughBoth(asker, profile, resting, steps.length);
  const [last, ...atEnd] = [...sights.slice(-1), ...unread];
  if (!last || atEnd.length < faces.length || atEnd.some(({ length }) => length !== last.length)) return undefined;
  const { link = [] } = known?.value ?? {};
  const isOfData = isBelow(profile.readings["link-data"]?.value?.path, namesIn(steps));
  const changes = last.flatMap((_, place) => changedPaths(sights.flatMap((links) => links[place] ?? [])));
  const paths = changes.filter(
    (path, at) => ![...link, ...changes.slice(0, at)].some((one) => sameJson([...one], [...path])),
  );
  if (paths.some(isOfData)) return undefined;
  const sent = sentIn(steps);
  const seenAt = (place: number, path: JsonPath): readonly Member[] =>
    sights.filter(({ length }) => length > place).map((links) => memberAt(links, place, path));
  const isOwn = (path: JsonPath): boolean => {
    const begun = last.map((_, place) => seenAt(place, path)[0]?.value ?? null);
    const beginAlike = begun.every((value) => sameJson(value, begun[0] ?? null));
    return last.every((_, place) => {
      const seen = seenAt(place, path);
      const kinds = kindsOf(seen, sent, beginAlike);
      return kinds.some((isAlike) => atEnd.every((links) => isAlike(memberAt(links, place, path), seen.at(-1))));
    });
  };
  if (paths.length === 0 || !paths.every(isOwn)) return undefined;
  const told = `Links change ${paths.map(pathText).join(", ")} as others follow them or time goes by.`;
  return withVolatile(profile, { link: paths }, told);
}

/**
 * The links after each action through both faces, and for a while after the last; none where an action is refused or a
 * list incomplete. Each step is a script of its own, so that rules do not compare its reads.
 */
async function sightsOf(asker: Asker, profile: Profile, steps: readonly OperationStep[]): Promise<readonly Links[]> {
  const [create, ...actions] = steps;
  const [created] = create ? await asker.run("the same once more, to see its links grow", [create]) : [];
  const trace = created && createdTraceOf(created);
  if (trace === undefined) return [];
  const sights = [await readThroughBoth(asker, profile, trace, 1)];
  for (const [at, action] of actions.entries()) {
    const [done] = await asker.run("the next action", [{ ...action, trace } as OperationStep]);
    if (!done || !succeeded(done)) return [];
    sights.push(await readThroughBoth(asker, profile, trace, at + 2));
  }
  for (const ms of pausesMs) {
    await asker.pause(ms);
    sights.push(await readThroughBoth(asker, profile, trace, steps.length));
  }
  return sights.every(({ length }) => length === faces.length) ? sights.flat() : [];
}

/** The id of a trace that nobody reads while the other one is read. */
async function writtenUnread({ run }: Asker, steps: readonly OperationStep[]): Promise<string | undefined> {
  const begun = await run("the same once more, its links read by nobody", steps);
  return traceBuilt(begun);
}

/** The links as each face shows them; a list without exactly so many links is left out. */
async function readThroughBoth(
  { run }: Asker,
  profile: Profile,
  trace: string,
  count: number,
): Promise<readonly Links[]> {
  const sights: Links[] = [];
  for (const face of faces) {
    const page = { first: askable(profile, face, mostLinks) };
    const [read] = await run("its links", [{ op: "details", face, trace, page }]);
    const links = read && linksIn(read, profile);
    if (links?.length === count) sights.push(links);
  }
  return sights;
}

function linksIn(exchange: Exchange, profile: Profile): Links | undefined {
  const page = pageIn(exchange);
  if (!page || page.links.length !== page.totalCount) return undefined;
  return profile.readings["link-order"]?.value?.order === "newest-first" ? page.links.toReversed() : page.links;
}

/** The value of a member in one link, with the whole list and the position of the link. */
interface Member {
  readonly value: Json | undefined;
  readonly links: Links;
  readonly place: number;
}

const memberAt = (links: Links, place: number, path: JsonPath): Member => ({
  value: valuesAt(links[place], path)[0],
  links,
  place,
});

/** Whether a value on the unread trace agrees with the last value on the other one. */
type IsAlike = (shown: Member, last: Member | undefined) => boolean;

const equal: IsAlike = (shown, last) => sameJson(shown.value ?? null, last?.value ?? null);
const isThere: IsAlike = (shown, last) => isNothing(shown.value) === isNothing(last?.value);
const isAsFar: IsAlike = (shown, last) =>
  isThere(shown, last) && (isNothing(shown.value) || distanceOf(shown) === (last && distanceOf(last)));

/**
 * The kinds of members that these values may be, each with how the unread trace must agree. None for values that were
 * sent.
 * @param beginAlike true where all links begin with the same value, so that no link's own value was overwritten
 */
function kindsOf(seen: readonly Member[], sent: ReadonlySet<Json>, beginAlike: boolean): readonly IsAlike[] {
  const values = seen.map(({ value }) => value);
  const isSent = values.flatMap(leavesIn).some((leaf) => sent.has(leaf));
  if (isSent) return [];
  const turns = values.filter((value, at) => at > 0 && !sameJson(value ?? null, values[at - 1] ?? null)).length;
  const last = values.at(-1);
  const areFlags = values.every((value) => isNothing(value) || typeof value === "boolean");
  const isFilledIn = turns < 2 && isNothing(values[0]) && !isNothing(last);
  const distances = seen.flatMap((one) => (isNothing(one.value) ? [] : [distanceOf(one)]));
  const isNeighbour = new Set(distances).size === 1 && distances[0] !== undefined;
  const isStatus =
    beginAlike && turns < 2 && values.every((value) => typeof value === "string" && !looksVolatile(value));
  return [
    ...(turns === 0 || areFlags || isStatus || seen.every(isCount) ? [equal] : []),
    ...(isNeighbour ? [isAsFar] : isFilledIn ? [isThere] : []),
  ];
}

const isNothing = (value: Json | undefined): boolean => value === undefined || value === null;

/**
 * Whether the value is the id of the next link or of the one before; undefined where it is neither, or too many links
 * have it.
 */
function distanceOf({ value, links, place }: Member): number | undefined {
  if (typeof value !== "string" || value.length < 8) return undefined;
  const having = links.map((link) => leavesIn(link).includes(value));
  // The link itself and both of its neighbours may show this id.
  return having.filter(Boolean).length > 3 ? undefined : [1, -1].find((step) => having[place + step]);
}

/** True for a number, or a text whose numbers are all the count of links or the position of this one. */
function isCount({ value, links, place }: Member): boolean {
  if (typeof value !== "number" && typeof value !== "string") return false;
  const numbers = typeof value === "number" ? [value] : (value.match(/\d+/g) ?? []).map(Number);
  const { length } = links;
  return (
    numbers.length > 0 &&
    numbers.every((number) => [length, place, place + 1, length - place - 1, length - place].includes(number))
  );
}

/** Texts and larger numbers that the actions sent, and the names of actions and groups. */
const sentIn = (steps: readonly OperationStep[]): ReadonlySet<Json> =>
  new Set(
    steps
      .flatMap((step) => [
        ...("data" in step ? leavesIn(step.data) : []),
        ...("action" in step && step.action !== undefined ? [step.action] : []),
        ...("group" in step && step.group !== undefined ? [step.group] : []),
      ])
      .filter((leaf) => typeof leaf === "string" || (typeof leaf === "number" && Math.abs(leaf) > mostLinks)),
  );

/** The names of all members that the actions sent. */
const namesIn = (steps: readonly OperationStep[]): ReadonlySet<string> =>
  new Set(steps.flatMap((step) => ("data" in step ? Object.keys(step.data ?? {}) : [])));

/**
 * True for a path inside the data of the action; where data stand among the link's own members, their names tell them
 * apart.
 */
const isBelow =
  (place: JsonPath | null | undefined, names: ReadonlySet<string>) =>
  (path: JsonPath): boolean => {
    if (!place) return false;
    const isInside = place.every((step, at) => path[at] === step);
    return isInside && (place.length > 0 || names.has(path[0] ?? ""));
  };
