/** Several users at work on one trace: what each reads, and what is not theirs to do. */
import { beginnings, followers, processOf } from "../../../spec/readings/process.ts";
import { notTheirs } from "../../../spec/readings/unfit.ts";
import { unfitTraits } from "../../../spec/vocabulary/unfit-traits.ts";
import { faces, type Face } from "../../../spec/operations.ts";
import type { Account, OperationStep } from "../../../spec/vocabulary/script.ts";
import type { ScriptArea, SuiteContext } from "../context.ts";
import { byDepth } from "../support/choose.ts";
import { defineScript, type Draft } from "../support/define-script.ts";
import { ownFiles } from "../support/inputs.ts";
import { alternating, otherFace, reads, singles, states } from "../support/reads.ts";

const area = "people";

/** The state through one face between two reads of the other. */
function readBy(actor: Account, face: Face): readonly OperationStep[] {
  return [face, otherFace(face), face].map((through): OperationStep => ({
    op: "state",
    face: through,
    actor,
    trace: "$t",
  }));
}

/** What one user reads is the same through both faces, and changes nothing for the others. */
function readers(context: SuiteContext) {
  const { people = [] } = context.target;
  const colleagues = people
    .filter(({ account, may }) => account !== "first" && may.includes("read"))
    .slice(0, byDepth(context, { quick: 1, standard: 2, deep: 4 }));
  if (colleagues.length === 0) return [];
  const seen = (first: Face): readonly OperationStep[] => colleagues.flatMap(({ account }) => readBy(account, first));
  return [
    defineScript(context, area, "readers", "Who reads a trace changes it for nobody", (draft) => [
      { op: "create", face: "v2", as: "t", data: draft.doc({ first: "of its creator" }), files: ownFiles(draft, 1) },
      ...states("$t"),
      ...seen("v2"),
      ...states("$t"),
      ...(context.has.append
        ? ([
            { op: "act", face: "legacy", trace: "$t", data: draft.doc({ second: "of its creator" }) },
            ...seen("legacy"),
          ] as const)
        : []),
      ...reads("$t"),
    ]),
  ];
}

interface Trespass {
  readonly workflow: number;
  readonly key: string;
  readonly account: Account;
  /** Keys of the actions after which it may come. */
  readonly done: readonly string[];
}

/** The first action of each kind of user that may come early, and is not theirs. */
function trespasses(context: SuiteContext): readonly Trespass[] {
  const found = notTheirs(context.target).flatMap(({ workflow, action, account }): readonly Trespass[] => {
    const description = context.target.workflows[workflow];
    if (!description) return [];
    const rules = processOf(context.profile, description);
    const begun = rules
      ? beginnings(rules, description)
      : description.actions.filter(({ creates }) => creates).map(({ key }) => [key]);
    const done = begun.find((one) => followers(rules, description, one).some(({ key }) => key === action.key));
    return done ? [{ workflow, key: action.key, account, done }] : [];
  });
  const nearest = found.toSorted((left, right) => left.done.length - right.done.length);
  const byUser = [...Map.groupBy(nearest, ({ account }) => account).values()].flatMap((own) => own.slice(0, 1));
  return byUser.slice(0, byDepth(context, { quick: 1, standard: 2, deep: 4 }));
}

function begun(draft: Draft, { workflow, done }: Trespass, first: Face): readonly OperationStep[] {
  return done.map((action, index): OperationStep => {
    const face = alternating(index + (first === "v2" ? 0 : 1));
    const common = { face, workflow, action, data: draft.doc({ number: index }) };
    return index === 0 ? { op: "create", as: "t", ...common } : { op: "act", trace: "$t", ...common };
  });
}

/** The same action of a user who may not do it, through one face, the other, and the one again. */
function notTheirOwn(context: SuiteContext, trespass: Trespass, turn: number) {
  const { workflow, key, account } = trespass;
  const face = alternating(turn);
  const title = "What one user may not do is refused through both faces and leaves no mark";
  return defineScript(context, area, `not-their-own-${turn}`, title, (draft) => {
    const tries = [face, otherFace(face), face].map((through, number) => ({
      op: "act" as const,
      face: through,
      actor: account,
      as: `r${number}`,
      trace: "$t",
      workflow,
      action: key,
      data: draft.doc({ trespass: number }),
      files: ownFiles(draft, 1),
      traits: [unfitTraits.sender],
      outOfOrder: true as const,
    }));
    return [
      ...begun(draft, trespass, face),
      ...reads("$t"),
      ...tries,
      ...reads("$t"),
      ...singles("$t", [{ refused: "$r0.0" }, { refused: "$r1.0" }]),
      { op: "act", face, trace: "$t", workflow, action: key, data: draft.doc({ right: 1 }) },
      ...reads("$t"),
      ...faces.flatMap((through, number): OperationStep[] => {
        const tcMark = tries[number]?.data["tcMark"];
        return tcMark === undefined ? [] : [{ op: "search", face: through, filters: { tcMark } }];
      }),
    ];
  });
}

export const people: ScriptArea = {
  id: area,
  title: "Several users at work on one trace",
  scripts: (context) => [
    ...readers(context),
    ...trespasses(context).map((trespass, turn) => notTheirOwn(context, trespass, turn)),
  ],
};
