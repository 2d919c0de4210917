/** Searches by members that the target computes for its state, such as a status, as the trace goes on. */
import { isMarker } from "../../../../spec/readings/marker.ts";
import { stateReadingOf } from "../../../../spec/readings/state-data.ts";
import { alternating, faces } from "../../../../spec/operations.ts";
import { getOwn } from "../../../../spec/json.ts";
import { markerMembers } from "../../../../generators/index.ts";
import { readingOf } from "../../../../spec/vocabulary/profile.ts";
import type { OperationStep } from "../../../../spec/vocabulary/script.ts";
import type { SuiteContext } from "../../context.ts";
import { byDepth } from "../choose.ts";
import type { MakeScript } from "../define-script.ts";
import { actionAt, computedSearch, rested } from "../steps.ts";
import { wayThrough } from "../processes/ways.ts";
import { searchRestMs } from "../../../../spec/vocabulary/search-rest.ts";

/** At most so many members, in at most so many workflows. */
const [maxMembers, maxWorkflows] = [2, 2];

/**
 * For the first places on a way through a process, and for its end, a trace is brought there and searched for by each
 * known value of such a member, together with a unique text. Changes by the service itself may reach the index late, so
 * the search lag passes first; all traces wait for it at the same time.
 */
export function searchesByOwnMembers(context: SuiteContext, script: MakeScript) {
  const [first = [], ...others] = context.target.workflows.map((_, index) => searchesOf(context, script, index));
  return [...first, ...others.flat().slice(0, maxWorkflows - 1)];
}

function searchesOf(context: SuiteContext, script: MakeScript, index: number) {
  const { profile, target } = context;
  const workflow = target.workflows[index];
  const { ownValues = {}, fold, path, absent = [], ofFirst } = stateReadingOf(profile, workflow) ?? {};
  // A marker among the values would find the trace that sent it.
  const members = Object.entries(ownValues)
    .filter(([, values]) => !values.some(isMarker))
    .slice(0, maxMembers);
  if (!workflow || members.length === 0 || fold !== "shallow-merge") return [];
  const way = wayThrough(profile, workflow);
  const most = byDepth(context, { quick: 0, standard: index === 0 ? 4 : 2, deep: 6 });
  const first = Math.min(way.length, most);
  if (first < 2) return [];
  // If no search finds a trace by its own text, it is searched for by the member alone.
  const isNeverFound = readingOf(profile, "search-keys") === undefined || absent.includes(markerMembers.marker);
  // Where a state shows the data nowhere, it is unknown whether searches find them.
  const mayBeFound = path === null && ofFirst !== true;
  // The first places, and the end.
  const wanted = [
    ...Array.from({ length: first }, (_, place) => place),
    ...(first < way.length ? [way.length - 1] : []),
  ];
  const places = wanted.flatMap((place) =>
    place === 0 ? [{ place, turn: 0 }] : [0, 1].map((turn) => ({ place, turn })),
  );
  const title = "A trace is found by the value that the target computes now, and not by the former one alone";
  const restMs = searchRestMs(target);
  return [
    script(context, index === 0 ? "computed" : `computed-${String(index)}`, title, (draft) => [
      {
        // Two traces for each place, so that the last action comes through either face.
        parallel: places.map(({ place, turn }) => {
          const label = `t${String(place)}-${String(turn)}`;
          const docs = way.slice(0, place + 1).map((_key, index) => draft.doc({ number: index }));
          const read: OperationStep = { op: "state", face: alternating(place), trace: `$${label}` };
          // A state that shows the data nowhere may keep those of the first action only.
          const { tcMark = "" } = (path === null ? docs[0] : docs.at(-1)) ?? {};
          const by = (isAlone: boolean): readonly OperationStep[] =>
            faces.flatMap((face) =>
              members.flatMap(([name, values]) =>
                values.map((value): OperationStep =>
                  isAlone
                    ? computedSearch(face, index, { [name]: value })
                    : { op: "search", face, workflow: index, filters: { tcMark, [name]: value } },
                ),
              ),
            );
          const searches = isNeverFound ? by(true) : [...by(false), ...(mayBeFound && turn === 1 ? by(true) : [])];
          return [
            ...docs.flatMap((data, at): readonly OperationStep[] => {
              const common = { face: alternating(at + place + turn), workflow: index, action: way[at] ?? "", data };
              const step = actionAt(at, label, common);
              // Reads the former value too: an index with older data finds the trace by that.
              return at === place && at > 0 ? [read, step] : [step];
            }),
            read,
            ...rested(searches, restMs),
            read,
          ];
        }),
      },
    ]),
  ];
}

/** At most so many numbers and flags, and so many values of each. */
const [maxNumbers, maxOfEach] = [2, 4];

/** The trace has so many actions when it is searched for. */
const longestWay = 6;

/**
 * For some processes, a trace is brought far and searched for by each known value of such a number or flag, including 0
 * and false, without other filters.
 */
export function searchesByOwnNumbers(context: SuiteContext, script: MakeScript) {
  const { profile, target, depth } = context;
  const { ownNumbers = {} } = readingOf(profile, "state-data") ?? {};
  const title = "A trace is found by the number or the flag that the target computes now, and by no other";
  const restMs = searchRestMs(target);
  const places = target.workflows.flatMap((workflow, index) => {
    const way = wayThrough(profile, workflow).slice(0, longestWay);
    const members = Object.entries(getOwn(ownNumbers, workflow.id) ?? {});
    return way.length > 0 && members.length > 0 ? [{ index, members, way }] : [];
  });
  return (depth === "quick" ? [] : places.slice(0, maxNumbers)).map(({ index, members, way }, at) =>
    script(context, at === 0 ? "own-numbers" : `own-numbers-${String(at)}`, title, (draft) => {
      // Each member through one face: the searches of that face alone tell whether they reach it.
      const searches = members
        .slice(0, maxNumbers)
        .flatMap(([name, values], turn) =>
          valuesOf(values).map((value) => computedSearch(alternating(turn + context.seed), index, { [name]: value })),
        );
      return [
        // Read after each action, as a search may still find former values for a while.
        ...way.flatMap((action, number): readonly OperationStep[] => {
          const common = { face: alternating(number + at), workflow: index, action, data: draft.doc({ number }) };
          return [actionAt(number, "t", common), { op: "state", face: alternating(number), trace: "$t" }];
        }),
        ...rested(searches, restMs),
        { op: "state", face: alternating(at), trace: "$t" },
      ];
    }),
  );
}

/** 0 or false, and the least of the others. */
function valuesOf(values: readonly (number | boolean)[]): readonly (number | boolean)[] {
  const nought = typeof values[0] === "boolean" ? false : 0;
  return [nought, ...values.filter((value) => value !== nought)].slice(0, maxOfEach);
}
