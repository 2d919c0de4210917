/** A sender reads the links of a trace before and after others read them: reading must change nothing. */
import { writersFor } from "../../../../spec/readings/people.ts";
import { appendingKeys, mayFollow, processOf } from "../../../../spec/readings/process.ts";
import { alternating, type Face, faces } from "../../../../spec/operations.ts";
import type { Account, OperationStep } from "../../../../spec/vocabulary/script.ts";
import type { SuiteContext } from "../../context.ts";
import { byDepth } from "../choose.ts";
import type { MakeScript } from "../define-script.ts";
import { ownFiles } from "../inputs.ts";
import { begun } from "../processes/begun.ts";
import { wayTo } from "../processes/ways.ts";

interface Sent {
  readonly workflow: number;
  /** The keys of the actions; the last ones are the sender's. */
  readonly done: readonly string[];
  readonly sender: Account;
  /** Those first who may do the same for other groups. */
  readonly others: readonly Account[];
}

/** At most so many others read. */
const mostReaders = 3;

/** At most so many actions of the sender. */
const mostSent = 3;

/** In each workflow, actions of others than the first user; those first that several groups may do. */
function sentByOthers(context: SuiteContext): readonly Sent[] {
  const { people = [], workflows } = context.target;
  const readers = people.filter(({ may }) => may.includes("read")).map(({ account }) => account);
  return workflows.flatMap((description, workflow) => {
    const rules = processOf(context.profile, description);
    if (!rules) return [];
    const groupsOf = (key: string) => description.actions.filter((one) => one.key === key).map((one) => one.groupLabel);
    const writers = (key: string) => groupsOf(key).flatMap((group) => writersFor(people, group)[0]?.account ?? []);
    const keys = appendingKeys(description);
    const bySender = Map.groupBy(keys, (key) => writers(key)[0]);
    const found = [...bySender].flatMap(([sender, own]) => {
      const before = own.map((key) => wayTo(context, workflow, key)).find((way) => way !== undefined);
      if (sender === undefined || sender === "first" || !readers.includes(sender) || !before) return [];
      const sent = own.reduce<readonly string[]>(
        (done, key) => (done.length < before.length + mostSent && mayFollow(rules, done, key) ? [...done, key] : done),
        before,
      );
      const alike = own.flatMap((key) => writers(key));
      const others = [...new Set([...alike, ...readers])].filter((one) => one !== sender && one !== "first");
      const isShared = alike.some((one) => one !== sender);
      return sent.length > before.length && others.length > 0
        ? [{ workflow, done: sent, sender, others, isShared }]
        : [];
    });
    return found.toSorted((left, right) => Number(right.isShared) - Number(left.isShared));
  });
}

export function readAgain(context: SuiteContext, script: MakeScript) {
  const title = "Whoever reads the links of a trace changes them for nobody";
  return sentByOthers(context)
    .slice(0, byDepth(context, { quick: 0, standard: 2, deep: 6 }))
    .map((sent, at) =>
      script(context, `read-again-${String(at)}`, title, (draft) => {
        const by = (actor: Account, face: Face): OperationStep => ({ op: "details", face, actor, trace: "$t" });
        // With a file where one is required: without it, another action would be sent instead.
        const { actions = [] } = context.target.workflows[sent.workflow] ?? {};
        const wanting = new Set(actions.filter(({ files }) => files === "some").map(({ key }) => key));
        const way = begun(draft, sent.workflow, sent.done, alternating(at)).map((step): OperationStep => {
          const isWanting = (step.op === "act" || step.op === "create") && wanting.has(step.action ?? "");
          return isWanting ? { ...step, files: ownFiles(draft, 1) } : step;
        });
        return [
          ...way,
          ...faces.map((face) => by(sent.sender, face)),
          ...sent.others.slice(0, mostReaders).map((actor, index) => by(actor, alternating(index + at))),
          ...faces.map((face) => by(sent.sender, face)),
        ];
      }),
    );
}
