import { fittingAction } from "../../../generators/index.ts";
import type { OperationStep } from "../../../spec/vocabulary/script.ts";
import type { SuiteContext } from "../context.ts";

/** True where the configuration supplies what the step needs, and nothing in it is known to be refused. A read-only target gets nothing that could write. */
export function isWithinReach(context: SuiteContext, step: OperationStep): boolean {
  const { target, has } = context;
  if (step.actor === "second" && !has.secondUser) return false;
  if (step.features?.some((feature) => context.refused.includes(feature))) return false;
  switch (step.op) {
    case "create":
      return target.access === "read-write" && fits(context, step.workflow, "create");
    case "act":
      return target.access === "read-write" && has.append && fits(context, step.workflow, "act");
    case "walk":
      return !step.actAfterFirstPage || (target.access === "read-write" && has.append);
    case "search":
      return typeof step.workflow === "string" || target.workflows[step.workflow ?? 0] !== undefined;
    case "workflows":
      return has.organization || step.organization !== undefined;
    case "login":
      return isLoginWithinReach(context, step);
    default:
      return true;
  }
}

function fits(context: SuiteContext, workflow: number | undefined, purpose: "create" | "act"): boolean {
  return fittingAction(context.target.workflows[workflow ?? 0], purpose) !== undefined;
}

/** Without credentials only those logins can be sent whose members are all given or left out by the step itself. */
function isLoginWithinReach({ has }: SuiteContext, step: Extract<OperationStep, { op: "login" }>): boolean {
  if (step.method === "credential" ? has.credential : has.privateKey) return true;
  if (step.body && step.body.kind !== "json-broken" && step.body.kind !== "content-type") return true;
  const members = step.method === "credential" ? (["email", "password"] as const) : (["privateKey"] as const);
  return members.every((member) => step.omit?.includes(member) || step.replace?.[member] !== undefined);
}
