/** Goes the ways that the configuration declares, to each action that never came: a refusal shows that it does not say all. */
import { declaredRules, mayFollow, type ProcessRules } from "../../../spec/readings/process.ts";
import type { ActStep, CreateStep } from "../../../spec/vocabulary/script.ts";
import type { WorkflowDescription } from "../../../spec/vocabulary/target.ts";
import { actionData, fitting } from "../../fixture/fixture-data.ts";
import type { ProbeContext } from "../../probe.ts";
import { inOrder, knownTraces } from "../../seen/known-traces.ts";
import { isTurnedDown } from "../observations.ts";

/** However many ways it takes to each action: so many are gone. */
const maxWays = 4;
/** However many workflows are configured: so many are gone through. */
const maxWorkflows = 4;

/** True where each of them was let go to its end. */
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
 * Few ways on which each action comes that the rules let come at all; what ends a trace comes last.
 * @param came keys of those that came before, which need no way
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
