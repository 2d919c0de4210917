/** What an environment lacks for the steps of a script, named as it was described: by flags or in a file. */
import type { Environment } from "../driver/index.ts";
import { placedSteps } from "../spec/vocabulary/placed-steps.ts";
import type { OperationStep, Script } from "../spec/vocabulary/script.ts";

/** A lack as a flag that supplies it, and as a key of the configuration. */
interface Lack {
  readonly flag: string;
  readonly key: string;
}

/** What is missing, each once, as flags or as keys of the environment; empty where every step can be sent. */
export function missingForScript(script: Script, environment: Environment, byFlags: boolean): readonly string[] {
  const lacks = placedSteps(script).flatMap(({ step }) => lacksOf(step, environment));
  return [
    ...new Set(
      lacks.map(({ flag, key }) => (byFlags && flag !== "" ? flag : `environments.${environment.name}.${key}`)),
    ),
  ];
}

function lacksOf(step: OperationStep, environment: Environment): readonly Lack[] {
  const { access, organization, secondUser, workflows } = environment;
  const lacks: Lack[] = [];
  if (step.actor === "second" && !secondUser) lacks.push({ flag: "", key: "secondUser" });
  if (step.op === "workflows" && step.organization === undefined && organization === undefined)
    lacks.push({ flag: "--organization NAME", key: "organization" });
  if (step.op !== "create" && step.op !== "act" && step.op !== "search") return lacks;
  const { workflow: index = 0 } = step;
  if (typeof index === "string") return lacks;
  const workflow = workflows[index];
  if (!workflow)
    lacks.push({ flag: index === 0 ? "--workflow ID" : "", key: `workflows (${String(index + 1)} or more)` });
  if (step.op === "search") return lacks;
  const { action: wanted } = step;
  const creates = step.op === "create";
  const fits = (action: (typeof workflows)[number]["actions"][number]): boolean =>
    wanted === undefined ? (creates ? action.creates : action.appends) : action.key === wanted;
  if (!workflow?.actions.some(fits)) {
    const flag = `${creates ? "--create-action" : "--append-action"} ${wanted ?? "KEY"}:GROUP`;
    lacks.push({ flag, key: `workflows[].actions (one that ${creates ? "creates" : "appends"})` });
  }
  if (access !== "read-write") lacks.push({ flag: "--access read-write", key: "access: read-write" });
  return lacks;
}
