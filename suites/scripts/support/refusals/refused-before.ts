/**
 * Repeats refusals that the probes saw on traces of a process, whatever the reason: at the same places, through both
 * faces, between reads of everything that the trace shows.
 */
import { ownMarkerPlace } from "../../../../spec/readings/marker.ts";
import { withOwnMarker } from "../../../../probes/index.ts";
import { valuesAt } from "../../../../spec/readings/path.ts";
import { barredBy } from "../../../../spec/readings/people.ts";
import { mayBringFiles } from "../../../../spec/readings/file-policy.ts";
import { stateReadingOf } from "../../../../spec/readings/state-data.ts";
import { alternating, type Face, otherFace } from "../../../../spec/operations.ts";
import type { Json } from "../../../../spec/json.ts";
import { type ActStep, type OperationStep, type Script } from "../../../../spec/vocabulary/script.ts";
import { unfitTraits } from "../../../../spec/vocabulary/unfit-traits.ts";
import type { SuiteContext } from "../../context.ts";
import type { RefusedBefore, RefusedThere, SentBefore } from "../../refusals-on-trace.ts";
import { byDepth } from "../choose.ts";
import type { Draft, MakeScript } from "../define-script.ts";
import { ownFiles } from "../inputs.ts";
import { actionAt, archives, reads, rested, singles, states } from "../steps.ts";
import { searchRestMs } from "../../../../spec/vocabulary/search-rest.ts";

/** At most so many requests for each workflow. */
const mostRequests = 60;
/** At most so many values of a computed member are searched for. */
const mostValues = 6;
export function refusedBefore(context: SuiteContext, script: MakeScript): readonly Script[] {
  const { refusedBefore: seen = [] } = context;
  const most = byDepth(context, { quick: 0, standard: mostRequests, deep: 2 * mostRequests });
  const title = "What was refused before is refused again, and leaves no mark";
  return [...Map.groupBy(seen, ({ workflow }) => workflow).values()].flatMap((ofWorkflow) => {
    let left = most;
    return rareFirst(ofWorkflow).flatMap((place) => {
      const name = `refused-before-${String(place.workflow)}-${String(ofWorkflow.indexOf(place))}`;
      // If not all fit, those that come latest on the trace are left out.
      for (let count = place.refused.length; count > 0; count -= 1) {
        const refused = rareWordsFirst(ofWorkflow, place.refused).slice(0, count);
        const made = script(context, name, title, (draft) => onTrace(context, draft, { ...place, refused }));
        if (made.steps.length > left) continue;
        left -= made.steps.length;
        return [made];
      }
      return [];
    });
  });
}

/** At how many places something was refused in these words. Refusals for the order are everywhere and tell least. */
const timesOf = (all: readonly RefusedBefore[], words: string): number =>
  all.flatMap(({ refused }) => refused).filter((one) => one.words === words).length;

const rareWordsFirst = (all: readonly RefusedBefore[], refused: readonly RefusedThere[]): readonly RefusedThere[] =>
  refused.toSorted((one, other) => timesOf(all, one.words) - timesOf(all, other.words));

const rareFirst = (all: readonly RefusedBefore[]): readonly RefusedBefore[] => {
  const rarest = ({ refused }: RefusedBefore): number => Math.min(...refused.map(({ words }) => timesOf(all, words)));
  return all.toSorted((one, other) => rarest(one) - rarest(other));
};

function onTrace(
  context: SuiteContext,
  draft: Draft,
  { workflow, done, refused }: RefusedBefore,
): readonly OperationStep[] {
  const { target, profile } = context;
  const description = target.workflows[workflow];
  const [first, last] = [Math.min, Math.max].map((of) => of(...refused.map(({ after }) => after))) as [number, number];
  const isByPeople = refused.some(({ action }) => barredBy(profile, description?.id, action) !== undefined);
  const again = (sent: SentBefore) => sentAgain(context, draft, workflow, sent);
  const steps: OperationStep[] = [];
  for (const [at, sent] of done.slice(0, last).entries()) {
    // The last action goes through legacy, whose answer shows the state to compare with.
    const common = { face: alternating(at + last), ...again(sent) };
    const by = isByPeople && at > 0 ? { actor: sent.sender } : {};
    steps.push(actionAt(at, "t", { ...common, ...by }));
    const here = refused.filter(({ after }) => after === at + 1);
    const byOwn = at === first - 1 ? searchesByOwn(context, steps[0], alternating(at)) : [];
    if (byOwn.length > 0) steps.push(...states("$t"), ...byOwn);
    if (here.length > 0) steps.push(...states("$t"), { op: "details", face: "v2", trace: "$t" });
    for (const one of here) {
      const number = refused.indexOf(one);
      const action = description?.actions.find(({ key }) => key === one.action);
      const takesFiles = mayBringFiles(action?.files);
      const face = alternating(number);
      const tries = [face, otherFace(face)].map((through): ActStep => ({
        ...{ op: "act", face: through, as: `r${String(number)}-${through}`, trace: "$t", ...again(one) },
        actor: one.sender,
        ...(takesFiles ? { files: ownFiles(draft, 1) } : {}),
        traits: [unfitTraits.again],
        outOfOrder: true,
      }));
      steps.push(...tries, ...reads("$t"), ...(takesFiles ? filesOf(tries, number) : []), ...searchFor(tries, number));
    }
  }
  const byOwn = searchesByOwn(context, steps[0], alternating(first - 1));
  return byOwn.length > 0 ? [...steps, ...byOwn, ...states("$t")] : steps;
}

/** An action that was sent before, with a new marker. */
export function sentAgain({ target, runId }: SuiteContext, draft: Draft, workflow: number, sent: SentBefore) {
  const action = target.workflows[workflow]?.actions.find(({ key }) => key === sent.action);
  const { data, markerAt, group } = sent;
  const written = { data, ...(markerAt ? { markerAt } : {}) };
  return {
    workflow,
    action: sent.action,
    ...withOwnMarker(runId, action, written, `${draft.marker().marker}-`),
    ...(group === undefined ? {} : { group }),
  };
}

/**
 * Searches for the trace by each known value of a computed member: a value that a refused action would have made must
 * not be found.
 */
function searchesByOwn(
  { target, profile }: SuiteContext,
  created: OperationStep | undefined,
  face: Face,
): readonly OperationStep[] {
  if (created?.op !== "create") return [];
  const { workflow = 0, markerAt: place = ownMarkerPlace, data } = created;
  const { ownValues = {}, fold } = stateReadingOf(profile, target.workflows[workflow]) ?? {};
  // The member with most values tells most.
  const [[member, values = []] = []] = Object.entries(ownValues).toSorted(
    ([, one], [, other]) => other.length - one.length,
  );
  const [text]: readonly Json[] = valuesAt(data, place);
  if (member === undefined || text === undefined || place.length > 1 || fold !== "shallow-merge") return [];
  const searches = values.slice(0, mostValues).map((value): OperationStep => ({
    ...{ op: "search", face, workflow, filters: { [place.join(".")]: text, [member]: value } },
  }));
  return rested(searches, searchRestMs(target));
}

/** The files of refused actions, each alone; for the first also as an archive. */
function filesOf(tries: readonly ActStep[], number: number): readonly OperationStep[] {
  const digests = tries.map(({ as = "" }) => ({ refused: `$${as}.0` }) as const);
  return [...singles("$t", digests), ...(number === 0 ? archives("$t", digests.slice(0, 1)) : [])];
}

/** A search for the marker of one of them. */
function searchFor(tries: readonly ActStep[], number: number): readonly OperationStep[] {
  const [one] = number % 2 === 0 ? tries : tries.toReversed();
  if (!one) return [];
  const place = one.markerAt ?? ownMarkerPlace;
  const [text]: readonly Json[] = valuesAt(one.data, place);
  const { workflow = 0 } = one;
  const filters = { [place.join(".")]: text ?? "" };
  return text === undefined || place.length > 1 ? [] : [{ op: "search", face: one.face, workflow, filters }];
}
