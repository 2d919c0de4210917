/**
 * Tries the sequences that the configuration declares, up to each action that never came: a refusal shows that the
 * declaration does not say everything.
 */
import { declaredRules, mayFollow, type ProcessRules } from "../../../spec/readings/process.ts";
import type { ActStep, CreateStep } from "../../../spec/vocabulary/script.ts";
import type { WorkflowDescription } from "../../../spec/vocabulary/target.ts";
import { actionData, fitting } from "../../fixture/fixture-data.ts";
import type { ProbeContext } from "../../probe.ts";
import { inOrder, knownTraces } from "../../seen/known-traces.ts";
import { isTurnedDown } from "../observations.ts";

/** At most so many sequences. */
const maxWays = 4;
/** In at most so many workflows. */
const maxWorkflows = 4;

/** True where nothing was refused on them. */
export async function areDeclaredWaysTaken({
  run,
  runId,
  target,
  histories,
}: Pick<ProbeContext, "run" | "runId" | "target" | "histories">): Promise<boolean> {
  const done = [...knownTraces(inOrder(histories())).values()];
  const taken = await Promise.all(
    target.workflows.slice(0, maxWorkflows).map(async (workflow, index) => {
      const rules = declaredRules(workflow);
      const came = new Set(
        done
          .filter((one) => one.workflow === index)
          .flatMap(({ actions }) => actions.map(({ actionKey }) => actionKey)),
      );
      for (const [number, way] of (rules ? declaredWays(rules, workflow, came) : []).entries()) {
        const inputs = way.map((key, at) => {
          const action = workflow.actions.find((one) => one.key === key);
          const data = fitting(action, actionData(runId, `declared${String(index)}-${String(number)}-`, at));
          return { workflow: index, action: key, ...data };
        });
        const [first, ...others] = inputs;
        if (!first) continue;
        const create: CreateStep = { op: "create", face: "v2", as: "trace", ...first };
        const acts = others.map((input, at): ActStep => ({
          ...{ op: "act", face: at % 2 === 0 ? "legacy" : "v2", trace: "$trace", ...input },
        }));
        if ((await run("the ways that are declared", [create, ...acts])).some(isTurnedDown)) return false;
      }
      return true;
    }),
  );
  return !taken.includes(false);
}

/**
 * Sequences that together contain each action that the rules let come; actions that end a trace come last.
 * @param came keys that came before and need no sequence
 */
export function declaredWays(
  rules: ProcessRules,
  { actions }: WorkflowDescription,
  came: ReadonlySet<string> = new Set(),
): readonly (readonly string[])[] {
  const begins = actions.find(({ creates }) => creates)?.key;
  const missing = new Set(actions.filter(({ appends, key }) => appends && !came.has(key)).map(({ key }) => key));
  const ways: (readonly string[])[] = [];
  const isEnd = (key: string): boolean => rules.ends?.includes(key) === true;
  while (begins !== undefined && missing.size > 0 && ways.length < maxWays) {
    const before = missing.size;
    let way: readonly string[] = [begins];
    missing.delete(begins);
    for (;;) {
      const next = actions
        .filter(({ key, appends }) => appends && !way.includes(key) && mayFollow(rules, way, key))
        .map(({ key }) => key);
      const key =
        next.find((one) => missing.has(one) && !isEnd(one)) ??
        next.find((one) => !isEnd(one)) ??
        next.find((one) => missing.has(one));
      if (key === undefined) break;
      way = [...way, key];
      missing.delete(key);
    }
    if (missing.size === before) break;
    ways.push(way);
  }
  return ways;
}
