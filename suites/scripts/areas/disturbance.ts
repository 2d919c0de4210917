/** Connections that are cut, held back and paused on purpose: what was answered stays, and what was not is done once or never. */
import { seedFrom } from "../../../generators/index.ts";
import { alternating } from "../../../spec/operations.ts";
import type { OperationStep, Script } from "../../../spec/vocabulary/script.ts";
import type { ScriptArea, SuiteContext } from "../context.ts";
import { byDepth } from "../support/choose.ts";
import { type MakeScript, scriptsOf } from "../support/define-script.ts";
import { ownFiles } from "../support/inputs.ts";
import { reads } from "../support/steps.ts";

const area = "disturbance";
const script = scriptsOf(area);
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index);

const disturbedScript: MakeScript = (context, name, title, steps) => ({
  ...script(context, name, title, steps),
  disturbed: seedFrom(context.seed, `${area} ${name}`),
});

/** Actions one after the other, each looked at from both sides. */
function oneByOne(context: SuiteContext, round: number): Script {
  const title = "What was answered stays, when connections are lost";
  return disturbedScript(context, `one-by-one-${round}`, title, (draft) => [
    { op: "create", face: alternating(round), as: "t", data: draft.doc({ total: 0 }) },
    ...upTo(6).flatMap((index): OperationStep[] => [
      {
        op: "act",
        face: alternating(index + round),
        trace: "$t",
        data: draft.doc({ [`own${index}`]: index, [`pair${index}`]: `${index}`, total: index + 1 }),
        ...(index % 2 === 1 ? { files: ownFiles(draft, 1) } : {}),
      },
      { op: "details", face: alternating(index), trace: "$t" },
      { op: "state", face: alternating(index + 1), trace: "$t" },
    ]),
    ...reads("$t"),
    ...reads("$t"),
  ]);
}

/** Actions and reads at the same time, and then in order. */
function together(context: SuiteContext, round: number): Script {
  const title = "What is lost under way is done once or never";
  return disturbedScript(context, `together-${round}`, title, (draft) => [
    { op: "create", face: alternating(round + 1), as: "t", data: draft.doc({ total: 0 }) },
    {
      parallel: [
        ...upTo(5).map((index): OperationStep[] => [
          {
            op: "act",
            face: alternating(index),
            trace: "$t",
            data: draft.doc({ [`own${index}`]: index, total: index }),
          },
        ]),
        ...upTo(2).map((index): OperationStep[] => [
          { op: "details", face: alternating(index), trace: "$t" },
          { op: "state", face: alternating(index + 1), trace: "$t" },
          { op: "details", face: alternating(index), trace: "$t" },
        ]),
      ],
    },
    ...reads("$t"),
    { op: "act", face: alternating(round), trace: "$t", data: draft.doc({ after: true }) },
    ...reads("$t"),
    ...reads("$t"),
  ]);
}

export const disturbance: ScriptArea = {
  id: area,
  title: "Lost connections lose and double nothing",
  scripts: (context) => {
    if (!context.disturbed) return [];
    const rounds = byDepth(context, { quick: 4, standard: 8, deep: 24 });
    return upTo(rounds).flatMap((round) => [oneByOne(context, round), together(context, round)]);
  },
};
