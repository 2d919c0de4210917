/** Traces of a process that have ended: nothing can be added, and everything stays readable. */
import { appendingKeys, beginnings, followers } from "../../../../spec/readings/process.ts";
import { faces } from "../../../../spec/operations.ts";
import type { OperationStep } from "../../../../spec/vocabulary/script.ts";
import type { SuiteContext } from "../../context.ts";
import { begun, refusedAction, refusedIn, searchesFor } from "./begun.ts";
import { byDepth } from "../choose.ts";
import { endings } from "./found-to-the-end.ts";
import type { MakeScript } from "../define-script.ts";
import type { Gated } from "./gated.ts";
import { allFilesOf, archives, reads, singles } from "../steps.ts";

/** Reads the trace without a token. */
function closedToOthers(): readonly OperationStep[] {
  const token = "none" as const;
  return [
    { op: "file", face: "v2", trace: "$t", digest: "$t.0", token },
    { op: "files", face: "legacy", trace: "$t", digests: ["$t.0"], token },
    { op: "state", face: "v2", trace: "$t", token },
    { op: "details", face: "legacy", trace: "$t", token },
  ];
}

/** At most so many actions are tried on an ended trace, in at most so many workflows. */
const [mostAfterEnd, mostEnds] = [8, 3];
/** At most so many traces of a workflow, each ended by another action. */
const mostLast = 3;

function endsOf({ workflow, rules }: Gated): readonly (readonly string[])[] {
  return endings(beginnings(rules, workflow).filter((done) => followers(rules, workflow, done).length === 0));
}

/** Sends every action to a trace that has ended, through both faces. */
export function ended(context: SuiteContext, script: MakeScript, gated: readonly Gated[]) {
  const most = byDepth(context, { quick: 1, standard: mostLast, deep: 2 * mostLast });
  const all = gated.filter((one) => endsOf(one).length > 0).slice(0, mostEnds);
  const places = all.flatMap((one, at) =>
    endsOf(one)
      .slice(0, most)
      .map((done, turn) => ({ one, at, done, turn })),
  );
  return places.flatMap(({ one: { index, workflow }, at, done, turn: last }) => {
    const keys = appendingKeys(workflow);
    const turns = at === 0 && last === 0 ? [...faces, "v2" as const] : faces;
    const name = ["ended", ...(at === 0 ? [] : [index]), ...(last === 0 ? [] : [`by-${String(last)}`])].join("-");
    return [
      script(context, name, "Nothing is added to a trace that has come to its end", (draft) => {
        const refused = keys
          .slice(0, mostAfterEnd)
          .flatMap((key, number) =>
            turns.map((face, turn) => refusedAction(draft, index, key, face, `r${number}-${turn}`)),
          );
        return [
          ...begun(draft, index, done, "v2"),
          ...reads("$t"),
          ...refused,
          ...reads("$t"),
          ...singles("$t", [{ refused: "$r0-0.0" }]),
          ...refusedIn(refused.slice(0, 2)),
        ];
      }),
    ];
  });
}

/** Reads, downloads and searches for a trace with files after its end. */
export function keptToTheEnd(context: SuiteContext, script: MakeScript, gated: Gated) {
  const { index } = gated;
  const [done] = endsOf(gated);
  if (!done) return [];
  return [
    script(context, "kept-to-the-end", "A trace that has come to its end keeps what it had", (draft) => {
      const steps = begun(draft, index, done, "v2", { withFiles: () => true });
      const labels = done.map((_, at) => `t${at === 0 ? "" : at}`);
      return [
        ...steps,
        ...reads("$t"),
        ...labels.flatMap((label) => singles("$t", [`$${label}.0`])),
        ...archives("$t", allFilesOf(...labels)),
        ...faces.map((face, turn): OperationStep => ({
          op: "walk",
          face,
          trace: "$t",
          size: 1,
          direction: turn === 0 ? "forward" : "backward",
        })),
        ...searchesFor(steps),
        ...closedToOthers(),
        ...begun(draft, index, done, "legacy", { label: "u", withFiles: () => true }),
        ...singles("$t", ["$u.0"]),
        ...archives("$u", ["$t.0"]),
      ];
    }),
  ];
}
