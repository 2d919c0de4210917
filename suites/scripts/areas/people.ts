/** Several users at work on one trace: what each reads, and what is not theirs to do. */
import { beginnings, mayFollow, processOf } from "../../../spec/readings/process.ts";
import { barredBy, barringKinds, writersFor, type BarringKind } from "../../../spec/readings/people.ts";
import { notTheirs } from "../../../spec/readings/unfit.ts";
import { unfitTraits } from "../../../spec/vocabulary/unfit-traits.ts";
import { alternating, type Face, faces, otherFace } from "../../../spec/operations.ts";
import type { Account, OperationStep } from "../../../spec/vocabulary/script.ts";
import type { ScriptArea, SuiteContext } from "../context.ts";
import { byDepth } from "../support/choose.ts";
import { scriptsOf } from "../support/define-script.ts";
import { ownFiles } from "../support/inputs.ts";
import { reads, singles, states } from "../support/steps.ts";
import { answersToOthers, readBy } from "../support/people/answers-to-others.ts";
import { barredUsers } from "../support/people/barred.ts";
import { colleagues } from "../support/people/colleagues.ts";
import { eachGroup } from "../support/people/each-group.ts";
import { readAgain } from "../support/people/read-again.ts";
import { readByEverybody } from "../support/people/read-by-everybody.ts";
import { trespasses } from "../support/people/trespasses.ts";
import { begun } from "../support/processes/begun.ts";
import { waysThrough, wayThrough, wayTo } from "../support/processes/ways.ts";

const area = "people";
const script = scriptsOf(area);

/** Longer than what an action did may take to be seen by others. */
const restForOthersMs = 2_200;

/** What one user reads is the same through both faces, and changes nothing for the others. */
function readers(context: SuiteContext) {
  const { people, secondUser } = context.target;
  const named = (people ?? []).filter(({ account, may }) => account !== "first" && may.includes("read"));
  // Whether one of the same organization may read is not said; a refusal leaves it open.
  const second = people || !secondUser?.sharesOrganization ? [] : [{ account: "second" } as const];
  const colleagues = [...named, ...second].slice(0, byDepth(context, { quick: 1, standard: 2, deep: 4 }));
  if (colleagues.length === 0) return [];
  const seen = (first: Face): readonly OperationStep[] => colleagues.flatMap(({ account }) => readBy(account, first));
  return [
    script(context, "readers", "Who reads a trace changes it for nobody", (draft) => [
      { op: "create", face: "v2", as: "t", data: draft.doc({ first: "of its creator" }), files: ownFiles(draft, 1) },
      ...states("$t"),
      ...seen("v2"),
      ...states("$t"),
      ...(context.has.organization
        ? colleagues.flatMap(({ account }) =>
            faces.map((face): OperationStep => ({ op: "workflows", face, actor: account })),
          )
        : []),
      ...(context.has.append
        ? ([
            { op: "act", face: "legacy", trace: "$t", data: draft.doc({ second: "of its creator" }) },
            // Others may see it later, but not for ever.
            ...seen("legacy").map((read, at): OperationStep =>
              at === 0 ? { ...read, restMs: restForOthersMs } : read,
            ),
          ] as const)
        : []),
      ...reads("$t"),
    ]),
  ];
}

/** In a process, where other groups may be shown links of their own: pages by so many from either end. */
function pagesOfReaders(context: SuiteContext) {
  const { people = [], workflows } = context.target;
  const colleagues = people
    .filter(({ account, may }) => account !== "first" && may.includes("read"))
    .slice(0, byDepth(context, { quick: 1, standard: 2, deep: 4 }));
  const [found] = workflows.flatMap((description, workflow) => {
    const done = wayThrough(context.profile, description).slice(0, 5);
    return done.length > 2 ? [{ workflow, done }] : [];
  });
  if (!found || colleagues.length === 0) return [];
  const size = found.done.length;
  const pages = [{ first: size }, { first: size - 1 }, { last: size - 1 }];
  const title = "A page for another user has as many links as were asked for, of those that this user is shown";
  return [
    script(context, "pages", title, (draft) => [
      ...begun(draft, found.workflow, found.done, "v2"),
      ...colleagues.flatMap(({ account }) =>
        faces.flatMap((face) =>
          pages.map((page): OperationStep => ({ op: "details", face, actor: account, trace: "$t", page })),
        ),
      ),
    ]),
  ];
}

interface Trespass {
  readonly workflow: number;
  readonly key: string;
  readonly account: Account;
  /** Keys of the actions after which it may come. */
  readonly done: readonly string[];
  /** Which of them that user did, and is kept from it by that: their places. */
  readonly own?: readonly number[];
}

/** The first action of each user that may come early, and is not theirs. */
function earliestTrespasses(context: SuiteContext): readonly Trespass[] {
  const found = notTheirs(context.target).flatMap(({ workflow, action: { key }, account }): readonly Trespass[] => {
    const done = wayTo(context, workflow, key);
    return done ? [{ workflow, key, account, done }] : [];
  });
  const nearest = found.toSorted((left, right) => left.done.length - right.done.length);
  const byUser = [...Map.groupBy(nearest, ({ account }) => account).values()].flatMap((own) => own.slice(0, 1));
  return byUser.slice(0, byDepth(context, { quick: 1, standard: 2, deep: 4 }));
}

/** So many of them in each workflow. */
const mostTrespasses = 3;

/** Actions that a colleague of the first user is kept from by what was done before, however many others came between. */
function outOfTurn(context: SuiteContext): readonly Trespass[] {
  const { target, profile } = context;
  return target.workflows.flatMap((description, workflow) => {
    const { actions, id } = description;
    const writers = (key: string) =>
      writersFor(target.people ?? [], actions.find((one) => one.key === key)?.groupLabel);
    const rules = processOf(profile, description);
    const begun = beginnings(rules ?? {}, description).filter((done) => done.length > 1);
    // Whoever usually does the one action, another does not do the other in that user's place.
    const othersThan = (telling: string, key: string, ways: readonly (readonly string[])[]): readonly Trespass[] => {
      const done = ways.find((one) => one.slice(1).includes(telling) && mayFollow(rules ?? {}, one, key));
      const [usual] = writers(telling);
      const colleague = writers(key).find(({ account }) => account !== usual?.account && account !== "first");
      return done && colleague ? [{ workflow, key, account: colleague.account, done }] : [];
    };
    // Who did it as often as anybody may is refused it once more, where the process lets it come.
    const manyTimes = (key: string, times: number, way: readonly string[] = []): readonly Trespass[] => {
      const own = Array.from({ length: times }, (_, at) => way.length + at);
      const done = [...way, ...own.map(() => key)];
      const colleague = writers(key).find(({ account }) => account !== "first");
      const isOpen = way.length > 0 && own.every((end) => mayFollow(rules ?? {}, done.slice(0, end + 1), key));
      return isOpen && colleague ? [{ workflow, key, account: colleague.account, done, own }] : [];
    };
    const ofKind = (key: string, by: BarringKind): readonly Trespass[] => {
      if (by === "creator") return [];
      // Some come behind more than a trace may begin with.
      const far = wayTo(context, workflow, key);
      const ways = far ? [...begun, far] : begun;
      if (typeof by === "object" && "onlyWho" in by) return othersThan(by.onlyWho, key, ways);
      if (typeof by === "object" && "sameTimes" in by) return manyTimes(key, by.sameTimes, far);
      const isOwn = by === "same" || (typeof by === "object" && "sameSince" in by);
      const telling = isOwn ? key : by === "last" ? undefined : by.notWho;
      const ownAt = (one: readonly string[]): number =>
        telling === undefined ? one.length - 1 : one.lastIndexOf(telling);
      const first = ways.find((one) => ownAt(one) > 0 && mayFollow(rules ?? {}, one, key));
      // Once it came already: a second round may be another one.
      const again = waysThrough(profile, description)
        .map((one) => one.slice(0, one.lastIndexOf(key)))
        .find((one) => one.includes(key) && ownAt(one) > 0);
      return [first, again].flatMap((done): readonly Trespass[] => {
        const own = done ? ownAt(done) : -1;
        const colleague =
          done && writers(key).find((one) => one.account !== "first" && writers(done[own] ?? "").includes(one));
        return colleague ? [{ workflow, key, account: colleague.account, done, own: [own] }] : [];
      });
    };
    const found = actions.flatMap(({ key, appends }): readonly Trespass[] => {
      const barred = appends ? barredBy(profile, id, key) : undefined;
      return (barred === undefined ? [] : barringKinds(barred)).flatMap((by) => ofKind(key, by));
    });
    return found.slice(0, mostTrespasses);
  });
}

/** The same action of a user who may not do it, through one face, the other, and the one again. */
function notTheirOwn(context: SuiteContext, trespass: Trespass, turn: number) {
  const { workflow, key, account } = trespass;
  const face = alternating(turn);
  const title = "What one user may not do is refused through both faces and leaves no mark";
  return script(context, `not-their-own-${turn}`, title, (draft) => {
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
    const way = begun(draft, trespass.workflow, trespass.done, face);
    return [
      ...way.map((step, at) => (trespass.own?.includes(at) ? { ...step, actor: account } : step)),
      ...reads("$t"),
      ...tries,
      ...reads("$t"),
      ...singles("$t", [{ refused: "$r0.0" }, { refused: "$r1.0" }]),
      { op: "act", face, trace: "$t", workflow, action: key, data: draft.doc({ right: 1 }) },
      ...reads("$t"),
      ...singles("$t", [{ refused: "$r2.0" }]),
      ...faces.flatMap((through, number): OperationStep[] => {
        const tcMark = tries[number]?.data["tcMark"];
        return tcMark === undefined ? [] : [{ op: "search", face: through, filters: { tcMark } }];
      }),
    ];
  });
}

/** Two who may begin a trace and read it: as far as their groups are told, or the first and the second user of the same organization. */
function twoCreators({ target, has }: SuiteContext): readonly [Account, Account] | undefined {
  const creating = target.workflows[0]?.actions.find(({ creates }) => creates);
  const able = writersFor(target.people ?? [], creating?.groupLabel).filter(({ may }) => may.includes("read"));
  const [one, other] = able.map(({ account }) => account);
  if (one && other) return [one, other];
  const mayFirst = one === "first" || target.people === undefined;
  return mayFirst && has.secondUser && target.secondUser?.sharesOrganization === true ? ["first", "second"] : undefined;
}

/** Creations of two users at the same time: each is given the trace of its own. */
function together(context: SuiteContext) {
  const two = twoCreators(context);
  if (!two) return [];
  const actors = Array.from({ length: 6 }, (_, index) => two[index % 2] ?? two[0]);
  return [
    script(context, "together", "Users who create traces at the same time get each their own", (draft) => [
      {
        parallel: actors.map((actor, index): OperationStep[] => [
          {
            op: "create",
            face: alternating(Math.floor(index / 2)),
            as: `t${index}`,
            actor,
            data: draft.doc({ index }),
          },
        ]),
      },
      ...actors.map((actor, index): OperationStep => ({
        op: "state",
        face: alternating(index),
        actor,
        trace: `$t${index}`,
      })),
    ]),
  ];
}

export const people: ScriptArea = {
  id: area,
  title: "Several users at work on one trace",
  scripts: (context) => [
    ...readers(context),
    ...answersToOthers(context, script),
    ...pagesOfReaders(context),
    ...together(context),
    ...colleagues(context, script),
    ...barredUsers(context, script),
    ...eachGroup(context, script),
    ...readAgain(context, script),
    ...readByEverybody(context, script),
    ...trespasses(context, script),
    ...[...earliestTrespasses(context), ...outOfTurn(context)].map((trespass, turn) =>
      notTheirOwn(context, trespass, turn),
    ),
  ],
};
