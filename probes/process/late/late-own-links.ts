/**
 * Finds links of the service's own that came after the probes had ended, e.g. by the clock. They are read again through
 * both faces, which must both show them, beside the links of all actions.
 */
import { faces } from "../../../spec/operations.ts";
import { askable } from "../../../spec/readings/page-size.ts";
import type { Exchange, History } from "../../../spec/vocabulary/history.ts";
import { readingOf, type OpenPointValues, type Profile, type Reading } from "../../../spec/vocabulary/profile.ts";
import { countText, pathText } from "../../lib/wording.ts";
import type { ProbeContext } from "../../probe.ts";
import { inOrder, knownTraces, type KnownTrace } from "../../seen/known-traces.ts";
import {
  byHandAmong,
  copiesAmong,
  isOwn,
  keyPlace,
  names,
  ownAmong,
  seenLinks,
  showsActions,
  traitsOf,
  type LinkReadings,
} from "../../seen/own-links.ts";
import { pageIn, type SeenPage } from "../../seen/pages.ts";
import { cameLater } from "./late-links.ts";

type OwnLinks = OpenPointValues["own-links"];
type Asker = Pick<ProbeContext, "run" | "target">;

/** A list with more links is not read again. */
export const longestRead = 100;

/** Own links that the history shows and the reading does not know; sends nothing. */
export function unknownOwnLinks(
  history: History,
  { target, profile, runId }: { readonly target: Asker["target"]; readonly profile: Profile; readonly runId: string },
): { readonly trace: KnownTrace; readonly found: OwnLinks; readonly readings: LinkReadings } | undefined {
  const data = readingOf(profile, "link-data");
  const known = profile.readings["own-links"];
  if (!data?.path || !known?.value || known.pinned) return undefined;
  const plain: LinkReadings = { target, runId, data, order: readingOf(profile, "link-order")?.order };
  const links = seenLinks(inOrder([history]), plain);
  const path = known.value.path ?? keyPlace(links);
  if (path && !showsActions(links, path)) return undefined;
  const copies = names([...(known.value.copies ?? []), ...(path ? copiesAmong(links, path, plain) : [])]);
  const byHand = names([...(known.value.byHand ?? []), ...(path ? byHandAmong(links, path, plain) : [])]);
  const readings: LinkReadings = { ...plain, copies, byHand };
  const own = path ? ownAmong(links, path, readings) : [];
  const { keys: knownKeys = [], after = [], members = [], late } = known.value;
  if (!path) return undefined;
  const strange = own.filter((one) => traitsOf([one], path).keys.some((key) => !knownKeys.includes(key)));
  const traces = knownTraces(inOrder([history]));
  const tally = ({ links: page, traceId }: SeenPage): { sent: number; own: number } => {
    const trace = traces.get(traceId) ?? { workflow: own[0]?.trace.workflow ?? 0, actions: [] };
    const count = page.filter((link) => isOwn(link, trace, path, readings)).length;
    return { sent: page.length - count, own: count };
  };
  // Those that the probes saw may come late all the same, if the reads of the probes were slow enough.
  const cameLate = late !== true && cameLater({ histories: () => [history] }, tally);
  const trace = (strange[0] ?? (cameLate ? own[0] : undefined))?.trace;
  if (!trace) return undefined;
  const shown = traitsOf(strange, path);
  // Links that come by the clock may follow any action.
  const every = target.workflows[trace.workflow]?.actions.map(({ key }) => key) ?? [];
  const found: OwnLinks = {
    seen: true,
    path,
    keys: names([...knownKeys, ...shown.keys]),
    after: names([...after, ...every]),
    // Members that users send as well are judged by what was sent.
    members: names([...members, ...(byHand.length > 0 ? [] : shown.members)]),
    ...(copies.length > 0 ? { copies } : {}),
    ...(byHand.length > 0 ? { byHand } : {}),
    late: true,
  };
  return { trace, found, readings };
}

/** The reading with the additional links, confirmed by reading them again; undefined where there are none. */
export async function lateOwnLinks(
  asker: Asker,
  profile: Profile,
  history: History,
  runId: string,
): Promise<Reading<"own-links"> | undefined> {
  const shown = unknownOwnLinks(history, { target: asker.target, profile, runId });
  if (!shown) return undefined;
  const { trace, found, readings } = shown;
  const lists = await readAgain(asker, profile, trace);
  const isOfItsOwn = (link: Parameters<typeof isOwn>[0]): boolean => isOwn(link, trace, found.path ?? [], readings);
  const tallies = lists.map((links) => {
    const own = links?.filter(isOfItsOwn).length ?? 0;
    return { own, sent: (links?.length ?? 0) - own };
  });
  const [first] = tallies;
  const isSteady = tallies.every(({ own, sent }) => own > 0 && own === first?.own && sent === first.sent);
  if (!isSteady || first?.sent !== trace.actions.length) return undefined;
  const { evidence } = profile.readings["own-links"] ?? { evidence: "" };
  const said = `Later ${countText(first.own, "link")} that nobody sent showed ${(found.keys ?? []).join(", ")} at ${pathText(found.path ?? [])}, through both faces.`;
  return { value: found, evidence: `${evidence} ${said}` };
}

/** The complete list of links, twice through each face; undefined for an incomplete one. */
async function readAgain({ run }: Asker, profile: Profile, { traceId }: KnownTrace) {
  const exchanges: Exchange[] = [];
  for (let time = 0; time < 2; time += 1)
    for (const face of faces)
      exchanges.push(
        ...(await run("links that nobody sent, again", [
          { op: "details", face, trace: traceId, page: { first: askable(profile, face, longestRead) } },
        ])),
      );
  return exchanges.map((exchange) => {
    const page = pageIn(exchange);
    return page && page.links.length === page.totalCount ? page.links : undefined;
  });
}
