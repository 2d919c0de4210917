import { fittingAction } from "../../../generators/index.ts";
import { wrongPasswordsOf } from "../../../driver/index.ts";
import { parseCredentialReference } from "../../../spec/readings/credential-reference.ts";
import { dutyOf, operationOf, type Duty } from "../../../spec/operations.ts";
import type { LoginStep, OperationStep, Script } from "../../../spec/vocabulary/script.ts";
import type { Json } from "../../../spec/json.ts";
import type { SuiteContext } from "../context.ts";

/**
 * True where the configuration supplies what the step needs, and nothing in it is known to be refused. A read-only
 * target gets nothing that could write.
 */
export function isWithinReach(context: SuiteContext, step: OperationStep, script: Pick<Script, "id">): boolean {
  const { target, has } = context;
  if (step.actor === "second" && !has.secondUser) return false;
  if (step.traits?.some((trait) => context.refused.includes(trait))) return false;
  const duty = dutyOfStep(step);
  if (duty !== undefined && target.may?.includes(duty) === false) return false;
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
      return isLoginWithinReach(context, step) && (!endangersAccount(step) || mayEndanger(context, script));
    default:
      return true;
  }
}

/** The few wrong passwords that an account may be sent are for the scripts about logins, which share them. */
function mayEndanger({ target }: SuiteContext, { id }: Pick<Script, "id">): boolean {
  const most = wrongPasswordsOf(target);
  return most === Infinity || (most > 0 && id.split("/").includes("login"));
}

function dutyOfStep({ op, face }: OperationStep): Duty | undefined {
  if (op === "login") return undefined;
  const operation = operationOf(op === "walk" ? "details" : op, face);
  return operation && dutyOf(operation);
}

function fits(context: SuiteContext, workflow: number | undefined, purpose: "create" | "act"): boolean {
  return fittingAction(context.target.workflows[workflow ?? 0], purpose) !== undefined;
}

/** True for a wrong login that a service may hold against the account of the run. The driver would not send it. */
function endangersAccount({ method, body, omit = [], replace = {} }: LoginStep): boolean {
  const { email, password, privateKey } = replace;
  const isReference = (value: Json | undefined): boolean =>
    typeof value === "string" && parseCredentialReference(value) !== undefined;
  const cut = body?.kind === "json-broken";
  if (method === "private-key") return isReference(privateKey) || (privateKey === undefined && cut);
  if (email !== undefined || omit.includes("email")) return false;
  return password !== undefined || omit.includes("password") || cut;
}

/** Without credentials only those logins can be sent whose members are all given or left out by the step itself. */
function isLoginWithinReach({ has }: SuiteContext, step: LoginStep): boolean {
  if (step.method === "credential" ? has.credential : has.privateKey) return true;
  if (step.body && step.body.kind !== "json-broken" && step.body.kind !== "content-type") return true;
  const members = step.method === "credential" ? (["email", "password"] as const) : (["privateKey"] as const);
  return members.every((member) => step.omit?.includes(member) || step.replace?.[member] !== undefined);
}
