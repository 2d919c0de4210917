/** Repeats an action whose data decide with the same data: if it is refused for them, it must leave no mark. */
import { readingOf } from "../../../../spec/vocabulary/profile.ts";
import { type Face, faces, otherFace } from "../../../../spec/operations.ts";
import { getOwn, type JsonObject } from "../../../../spec/json.ts";
import type { OperationStep } from "../../../../spec/vocabulary/script.ts";
import type { WorkflowDescription } from "../../../../spec/vocabulary/target.ts";
import type { SuiteContext } from "../../context.ts";
import { byDepth } from "../choose.ts";
import type { MakeScript } from "../define-script.ts";
import { reads } from "../steps.ts";
import { begun } from "./begun.ts";
import { wayTo } from "./ways.ts";

/** Keys of the actions whose data were seen to decide; those first that take fixed data only. */
function decidedByData({ profile }: SuiteContext, { id, actions }: WorkflowDescription): readonly string[] {
  const { byContent = {}, numbers = {} } = readingOf(profile, "action-gating") ?? {};
  const found = [readingOf(profile, "action-forms"), numbers, byContent].flatMap((seen) =>
    Object.keys(getOwn<object>(seen, id) ?? {}),
  );
  return [...new Set(found)].filter((key) => actions.some((one) => one.key === key && one.appends));
}

export function repeatedData(
  context: SuiteContext,
  script: MakeScript,
  { index, workflow }: { readonly index: number; readonly workflow: WorkflowDescription },
) {
  const places = decidedByData(context, workflow).flatMap((key) => {
    const done = wayTo(context, index, key);
    return done ? [{ key, done }] : [];
  });
  const most = byDepth(context, { quick: 0, standard: 2, deep: 6 });
  const title = "An action that is refused for its data leaves no mark";
  return places.slice(0, most).flatMap(({ key, done }, at) =>
    faces.map((face) =>
      script(context, `repeated-data-${String(at)}-${face}`, title, (draft) => {
        const act = (through: Face, data: JsonObject): OperationStep => ({
          op: "act",
          face: through,
          trace: "$t",
          workflow: index,
          action: key,
          data,
        });
        // Which data lead to a refusal is unknown, so they differ each time.
        const again = draft.doc({ again: face, at });
        return [
          ...begun(draft, index, done, face, { more: { way: face, at } }),
          act(face, again),
          act(otherFace(face), again),
          // The other face must refuse what one refused right before.
          act(face, again),
          act(face, draft.doc({ other: face, at })),
          ...reads("$t"),
        ];
      }),
    ),
  );
}
