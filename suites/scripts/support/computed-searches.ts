/** Searches by members that the target computes for its state, such as a status, as the trace goes on. */
import { processOf } from "../../../spec/readings/process.ts";
import { faces } from "../../../spec/operations.ts";
import type { JsonObject } from "../../../spec/json.ts";
import { readingOf } from "../../../spec/vocabulary/profile.ts";
import type { OperationStep } from "../../../spec/vocabulary/script.ts";
import type { SuiteContext } from "../context.ts";
import { byDepth } from "./choose.ts";
import { defineScript } from "./define-script.ts";
import { alternating } from "./reads.ts";
import { wayThrough } from "./ways.ts";

/** Such members that are searched by. */
const maxMembers = 2;

/**
 * After each action of a way through a process, searches for the trace by each value that such a member was seen to have,
 * beside the text that the trace alone has.
 */
export function searchesByOwnMembers(context: SuiteContext, area: string) {
  const { profile, target } = context;
  const { ownValues = {}, fold } = readingOf(profile, "state-data") ?? {};
  const members = Object.entries(ownValues).slice(0, maxMembers);
  const [workflow] = target.workflows;
  const rules = processOf(profile, workflow);
  if (!workflow || !rules || members.length === 0 || fold !== "shallow-merge") return [];
  const way = wayThrough(rules, workflow).slice(0, byDepth(context, { quick: 0, standard: 4, deep: 6 }));
  if (way.length < 2) return [];
  const title = "A trace is found by the value that the target computes now, and not by the former one alone";
  return [
    defineScript(context, area, "computed", title, (draft) =>
      way.flatMap((action, index): readonly OperationStep[] => {
        const data = draft.doc({ number: index });
        const common = { face: alternating(index), workflow: 0, action, data };
        const write: OperationStep =
          index === 0 ? { op: "create", as: "t", ...common } : { op: "act", trace: "$t", ...common };
        const mark: JsonObject = { tcMark: data["tcMark"] ?? "" };
        const filters = members.flatMap(([name, values]) => values.map((value) => ({ ...mark, [name]: value })));
        return [
          write,
          { op: "state", face: alternating(index), trace: "$t" },
          ...faces.flatMap((face): readonly OperationStep[] => [
            { op: "search", face, filters: mark, until: { includes: ["$t"] } },
            ...filters.map((one): OperationStep => ({ op: "search", face, filters: one })),
          ]),
        ];
      }),
    ),
  ];
}
