/** What is done with actions that are refused, before or instead of their refusal. */
import type { ActionInput, Workflow } from "../../lib/service/domain.ts";
import type { Call } from "../../lib/service/http.ts";
import type { JsonObject } from "../../lib/service/json.ts";
import { Refusal } from "../../lib/service/refusal.ts";
import type { Running } from "../process.ts";
import type { Service, Trace } from "../service.ts";
import { onRefusedRequest, aroundStep, whenRefused } from "../tools.ts";

/** Turns a refusal of the gate into something else; the action is let through where nothing is thrown. */
export function atTheGate(
  s: Service,
  act: (refusal: Refusal, call: Call, trace: Trace, data: JsonObject) => void,
): void {
  aroundStep(s, "checkAction", (checkAction) => (user, input, known, call) => {
    try {
      return checkAction(user, input, known, call);
    } catch (error) {
      if (!(error instanceof Refusal) || !known || !error.message.startsWith("006")) throw error;
      act(error, call, known, input.data ?? {});
      return known.workflow;
    }
  });
}

/** Does something where a creation or an action is not allowed, before it is refused. */
export function onNotAllowed(
  s: Service,
  act: (kind: string, ...args: Parameters<Service["checkAction"]>) => void,
): void {
  whenRefused(s, "checkAction", (error, ...args) => {
    if (error instanceof Refusal) act(error.kind, ...args);
  });
}

/** The workflow of an organization that has this id. */
export const workflowNamed = (s: Service, organization: string, id?: string): Workflow | undefined =>
  s.workflows.find((workflow) => workflow.id === id && workflow.organization === organization);

/** Does something with the trace of an action that is refused. */
export function onRefused(s: Service, act: (trace: Trace, error: Refusal) => void): void {
  for (const key of ["POST /trace/{}/link", "POST /v2/traces/{}/action"]) {
    onRefusedRequest(s, key, (error, _call, id = "") => {
      const trace = s.traces.get(id.toLowerCase());
      if (trace && error instanceof Refusal && ["invalid", "foreign"].includes(error.kind)) act(trace, error);
    });
  }
}

/** Lets an action through that is out of turn, where this says so. */
export function admitOutOfTurn(
  s: Service,
  { workflow }: Running,
  when: (input: ActionInput, known: Trace, call: Call) => boolean,
): void {
  aroundStep(s, "checkAction", (checkAction) => (user, input, known, call) => {
    try {
      return checkAction(user, input, known, call);
    } catch (error) {
      if (!known || known.workflow !== workflow || !isOutOfTurn(error) || !when(input, known, call)) throw error;
      return workflow;
    }
  });
}

/** Refuses as foreign what may not come now. @throws Refusal */
export function demandRoom(there: boolean): void {
  if (!there) throw new Refusal("foreign", "not now, or not for you");
}

/** Whether an action was refused because it is not its turn. */
export const isOutOfTurn = (error: unknown): error is Refusal =>
  error instanceof Refusal && error.message.startsWith("006");

/** Does something with actions that may not come now, before they are refused. */
export function onOutOfTurn(s: Service, act: (trace: Trace, input: ActionInput, call: Call) => void): void {
  whenRefused(s, "checkAction", (error, _user, input, known, call) => {
    if (known && isOutOfTurn(error)) act(known, input, call);
  });
}
