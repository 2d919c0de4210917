import fc from "fast-check";
import { fileSetArbitrary } from "../files/file-set.ts";
import type { GeneratorContext } from "../context.ts";
import { tokenDefect } from "../defects/token-defect.ts";
import { documentArbitrary } from "../json/document.ts";
import type { GeneratedDocument } from "../json/generated-document.ts";
import { pageArbitrary } from "../pages/page-arguments.ts";
import { walkArbitrary } from "../pages/page-walk.ts";
import { fittingAction } from "../schema/action-input.ts";
import type { Plan, SimplePlan } from "./plan.ts";

const many = fc.nat({ max: 1_000 });

/** Free documents: what a schema makes of them is decided when a script is fitted to its target. */
function plannedInput({ refused }: GeneratorContext): fc.Arbitrary<GeneratedDocument> {
  return fc.oneof(
    { weight: 2, arbitrary: documentArbitrary({ refused, maxTraits: 0 }) },
    { weight: 3, arbitrary: documentArbitrary({ refused }) },
  );
}

/** One step of a script. Shrinking is left to `reduceScript`, which sees the whole script. */
export function planArbitrary(context: GeneratorContext): fc.Arbitrary<Plan> {
  const { refused } = context;
  const face = fc.constantFrom(...context.faces);
  const trace = many;
  const actor = context.secondUser
    ? fc.constantFrom("first" as const, "second" as const)
    : fc.constant("first" as const);
  const files = fc.oneof(
    { weight: 3, arbitrary: fc.constant({ files: [], traits: [] }) },
    { weight: 2, arbitrary: fileSetArbitrary({ refused, heavy: context.depth === "deep" }) },
  );
  const both = fc.boolean();
  const base = { face, trace };
  const appends = fittingAction(context.workflows[0], "act") !== undefined;

  const create = fc.record({ ...base, kind: fc.constant("create"), input: plannedInput(context), files });
  const act = appends ? fc.record({ ...base, kind: fc.constant("act"), input: plannedInput(context), files }) : create;
  const state = fc.record({ ...base, kind: fc.constant("state"), both, actor });
  const details = fc.record({ ...base, kind: fc.constant("details"), both, page: pageArbitrary(5), actor });
  const weighted: readonly (readonly [number, fc.Arbitrary<SimplePlan>])[] = [
    // What is created stays on the target for ever.
    [1, create],
    [7, act as fc.Arbitrary<SimplePlan>],
    [5, state],
    [4, details],
    [2, fc.record({ ...base, kind: fc.constant("walk" as const), shape: walkArbitrary(4) })],
    [
      2,
      fc.record({
        ...base,
        kind: fc.constant("files" as const),
        picks: fc.array(many, { minLength: 1, maxLength: 4 }),
      }),
    ],
    [2, fc.record({ ...base, kind: fc.constant("file" as const), pick: many })],
    [3, fc.record({ ...base, kind: fc.constant("search" as const), pick: many })],
    [2, fc.record({ ...base, kind: fc.constant("malformed" as const), pick: many })],
    [1, fc.record({ ...base, kind: fc.constant("token" as const), defect: tokenDefect(), pick: many })],
    [1, fc.record({ ...base, kind: fc.constant("workflows" as const) })],
  ];
  const simple = fc.oneof(...weighted.map(([weight, arbitrary]) => ({ weight, arbitrary })));
  const branch = fc.array(
    fc.oneof(
      { weight: 1, arbitrary: create },
      { weight: 4, arbitrary: act },
      { weight: 2, arbitrary: state },
      {
        weight: 2,
        arbitrary: details,
      },
    ),
    { minLength: 1, maxLength: 2 },
  );
  const branches = fc.array(branch, { minLength: 2, maxLength: context.depth === "deep" ? 6 : 4 });
  return fc.oneof(
    { weight: 9, arbitrary: simple },
    { weight: 1, arbitrary: branches.map((list): Plan => ({ kind: "parallel", branches: list })) },
  );
}
