/**
 * Finds out whether content is refused that was sent before. It repeats the refused action itself, on a trace that is
 * built again: other actions may not come twice, or may accept the same content each time.
 */
import { isAction } from "../../../spec/readings/actions.ts";
import type { Gating } from "../../../spec/readings/process.ts";
import { createdTraceOf, succeeded } from "../../../spec/readings/outcome.ts";
import { faces, type Face } from "../../../spec/operations.ts";
import type { Exchange, History } from "../../../spec/vocabulary/history.ts";
import type { ActStep, OperationStep } from "../../../spec/vocabulary/script.ts";
import type { ActionDescription, WorkflowDescription } from "../../../spec/vocabulary/target.ts";
import { actionData, fitting } from "../../fixture/fixture-data.ts";
import type { ProbeContext } from "../../probe.ts";
import { acceptedBefore, appendedBy, rebuilt, traceBuilt } from "../rebuilt.ts";

type Asker = Pick<ProbeContext, "run" | "runId">;
type Scope = Gating["duplicates"];
/** The content of an action, and its sender. */
type Content = Omit<ActStep, "op" | "face" | "trace" | "as">;

/**
 * The scope in which repeated content is refused; undefined where it is not, or where other content is refused at the
 * same place as well.
 */
export async function duplicatesOf(
  asker: Asker,
  workflow: WorkflowDescription,
  history: History,
  refused: Exchange,
): Promise<Scope> {
  if (!repeatsContent(history, refused)) return undefined;
  return refused.intent.kind === "create"
    ? ofCreations(asker, workflow, refused.intent.workflow)
    : new Again(asker, workflow, history, refused).found();
}

/** True where an earlier action brought the same content. */
function repeatsContent({ exchanges }: History, refused: Exchange): boolean {
  const content = contentOf(refused);
  return exchanges.some((one) => one !== refused && one.index < refused.index && contentOf(one) === content);
}

function contentOf({ intent }: Exchange): string | undefined {
  if (!isAction(intent)) return undefined;
  return JSON.stringify([intent.actionKey, intent.data]);
}

const taken = (exchange: Exchange | undefined): boolean => exchange !== undefined && succeeded(exchange);

async function ofCreations(asker: Asker, workflow: WorkflowDescription, index: number): Promise<Scope> {
  const creating = workflow.actions.find(({ creates }) => creates);
  if (!creating) return undefined;
  const fresh = (number: number) => fitting(creating, actionData(asker.runId, "again-create-", number));
  const create = async (face: Face, input: ReturnType<typeof fresh>) => {
    const step = { op: "create", face, workflow: index, action: creating.key, ...input } as const;
    const [exchange] = await asker.run("the same content again", [{ ...step, candidateFor: "action-gating" }]);
    return taken(exchange);
  };
  const input = fresh(1);
  if (!(await create("v2", input))) return undefined;
  for (const face of faces) if (await create(face, input)) return undefined;
  return (await create("v2", fresh(2))) ? "workflow" : undefined;
}

interface Place {
  readonly traceId: string;
  /** The same content as accepted there before; undefined where it was not. */
  readonly former?: Content;
}

class Again {
  readonly #asker: Asker;
  readonly #workflow: WorkflowDescription;
  readonly #history: History;
  readonly #refused: Exchange;
  #documents = 0;

  constructor(asker: Asker, workflow: WorkflowDescription, history: History, refused: Exchange) {
    this.#asker = asker;
    this.#workflow = workflow;
    this.#history = history;
    this.#refused = refused;
  }

  async found(): Promise<Scope> {
    const [one, other] = [await this.#place("one"), await this.#place("other")];
    if (!one || !other) return undefined;
    const content = one.former ?? this.#fresh();
    if (!content || (!one.former && !(await this.#isTaken(one, "v2", content)))) return undefined;
    for (const face of faces) if (await this.#isTaken(one, face, content)) return undefined;
    const others = this.#fresh();
    if (!others || !(await this.#isTaken(one, "v2", others))) return undefined;
    // Content that is new to this trace as well.
    for (const face of faces) if (await this.#isTaken(other, face, others)) return "trace";
    return "workflow";
  }

  /** The trace as it stood when the action was refused; a new one where it cannot be built again. */
  async #place(name: string): Promise<Place | undefined> {
    const again = rebuilt(`${this.#asker.runId}${name}`, this.#workflow, this.#history, this.#refused);
    const exchanges = again ? await this.#asker.run("the same once more, for its content", again.steps) : [];
    const traceId = traceBuilt(exchanges, again?.steps.length);
    if (again && traceId !== undefined) {
      const accepted = acceptedBefore(this.#history.exchanges, this.#refused);
      const step = again.steps[accepted.findIndex((one) => contentOf(one) === contentOf(this.#refused))];
      return { traceId, ...(step?.op === "act" ? { former: contentIn(step) } : {}) };
    }
    const creating = this.#workflow.actions.find(({ creates }) => creates);
    const input = creating && this.#input(creating);
    const step: OperationStep | undefined = input && { op: "create", face: "v2", ...input };
    const [created] = step ? await this.#asker.run("a trace for the same content", [step]) : [];
    const id = created && createdTraceOf(created);
    return id === undefined ? undefined : { traceId: id };
  }

  /** New content for the refused action; undefined where the configuration does not describe the action. */
  #fresh(): Content | undefined {
    const action = appendedBy(this.#workflow, this.#refused);
    const again = rebuilt(this.#asker.runId, this.#workflow, this.#history, this.#refused);
    return action && { ...(again ? contentIn(again.refused) : {}), ...this.#input(action) };
  }

  #input(action: ActionDescription) {
    const { intent } = this.#refused;
    const workflow = intent.kind === "act" ? intent.workflow : 0;
    this.#documents += 1;
    const data = actionData(this.#asker.runId, "again-act-", this.#documents);
    return { workflow, action: action.key, ...fitting(action, data), candidateFor: "action-gating" as const };
  }

  async #isTaken({ traceId: trace }: Place, face: Face, content: Content): Promise<boolean> {
    const step: OperationStep = { op: "act", face, trace, ...content };
    return taken((await this.#asker.run("the same content again", [step])).at(-1));
  }
}

function contentIn(step: ActStep): Content {
  const { op: _op, face: _face, trace: _trace, ...content } = step;
  return content;
}
