/** A second user: who shares no organization with the first sees nothing and changes nothing. */
import { type Face, faces, otherFace } from "../../../spec/operations.ts";
import type { JsonObject } from "../../../spec/json.ts";
import type { OperationStep } from "../../../spec/vocabulary/script.ts";
import { unfitTraits } from "../../../spec/vocabulary/unfit-traits.ts";
import type { ScriptArea, SuiteContext } from "../context.ts";
import { someFaces } from "../support/choose.ts";
import { scriptsOf } from "../support/define-script.ts";
import { ownFiles } from "../support/inputs.ts";
import { allFilesOf, archives, reads, singles } from "../support/steps.ts";

const area = "isolation";
const script = scriptsOf(area);

function intrusion(context: SuiteContext, owner: Face) {
  return script(context, `by-${owner}`, "A user of a separate organization reaches no trace of the first", (draft) => {
    const data = draft.doc({ secret: "of the first user" });
    const more = draft.doc({ more: 1 });
    // Which marker the state shows after the action is the target's to choose.
    const filters = [data, more].map(({ tcMark }): JsonObject => ({ tcMark: tcMark ?? "" }));
    const actor = "second" as const;
    const isQuick = context.depth === "quick";
    // What was given to the one may be kept for the other, and so may a refusal.
    const downloads = isQuick ? [] : [...archives("$t", [...allFilesOf("t"), "$a.0"]), ...singles("$t", ["$t.1"])];
    return [
      { op: "create", face: owner, as: "t", data, files: ownFiles(draft, 2) },
      {
        op: "act",
        face: otherFace(owner),
        as: "a",
        trace: "$t",
        data: more,
        files: ownFiles(draft, 1),
      },
      ...(isQuick ? [] : reads("$t")),
      ...downloads,
      { op: "search", face: "v2", filters: filters[1] ?? {}, until: { includes: ["$t"] } },
      ...faces.flatMap((face): OperationStep[] => [
        { op: "state", face, actor, trace: "$t" },
        { op: "details", face, actor, trace: "$t" },
        ...(isQuick || face === owner
          ? []
          : [{ op: "details", face, actor, trace: "$t", page: { first: 1 } } as const]),
        { op: "files", face, actor, trace: "$t", digests: [...allFilesOf("t"), "$a.0"] },
        ...filters
          .slice(isQuick ? 1 : 0)
          .map((wanted): OperationStep => ({ op: "search", face, actor, filters: wanted })),
        { op: "act", face, actor, trace: "$t", data: draft.doc({ intruder: face }) },
      ]),
      { op: "file", face: "v2", actor, trace: "$t", digest: "$t.1" },
      ...reads("$t"),
      ...downloads,
    ];
  });
}

/** Who shares the organization may act on the trace, or be refused; what was taken is shown and found as any action. */
function bySecond(context: SuiteContext, owner: Face) {
  const title = "What a second user of the organization appends is shown, and found";
  return script(context, `shared-${owner}`, title, (draft) => {
    const data = draft.doc({ of: "the second user" });
    const filters: JsonObject = { tcMark: data["tcMark"] ?? "" };
    const act: OperationStep = { op: "act", face: otherFace(owner), trace: "$t", data, actor: "second" };
    return [
      { op: "create", face: owner, as: "t", data: draft.doc() },
      { ...act, traits: [unfitTraits.sender] },
      ...reads("$t"),
      ...faces.map((face): OperationStep => ({ op: "search", face, filters, until: { includes: ["$t"] } })),
      // Whether others' traces are found is not said; both faces are of one mind.
      ...faces.map((face): OperationStep => ({ op: "search", face, filters, actor: "second" })),
      { op: "workflows", face: owner, actor: "second" },
      // One right behind the other, as the first user's come elsewhere.
      ...faces.map((face): OperationStep => ({ ...act, face, data: draft.doc(), traits: [unfitTraits.sender] })),
      ...reads("$t"),
    ];
  });
}

export const isolation: ScriptArea = {
  id: area,
  title: "Users of separate organizations do not see each other's traces",
  scripts: (context) =>
    context.has.secondUser && context.has.separateOrganization
      ? // The trace is written through both faces, whichever made it.
        someFaces(context, area, { upTo: "standard" }).map((face) => intrusion(context, face))
      : context.has.secondUser && context.depth !== "quick"
        ? faces.map((face) => bySecond(context, face))
        : [],
};
