/** What is known of a workflow during walks: everything that is sent goes by it, and every answer adds to it. */
import { keepingShown } from "../../../spec/readings/shown-values.ts";
import { succeeded } from "../../../spec/readings/outcome.ts";
import type { Json, JsonObject } from "../../../spec/json.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import type { Account } from "../../../spec/vocabulary/script.ts";
import type { ActionDescription, WorkflowDescription } from "../../../spec/vocabulary/target.ts";
import type { Candidate, ProbeContext } from "../../probe.ts";
import type { FormTaken } from "../forms/as-they-stand.ts";
import { FilesTried } from "../forms/files/files-tried.ts";
import { withForm } from "../forms/form.ts";
import type { OfValue } from "../forms/form-of-value.ts";
import { FormsTried } from "../forms/forms-tried.ts";
import { NumbersTried } from "../forms/numbers-tried.ts";
import { Doers } from "./doers.ts";
import { OfTheMoment } from "./of-the-moment.ts";
import { ShownValues } from "./shown-values.ts";

export class Known {
  /** The workflow with the forms found so far. */
  workflow: WorkflowDescription;
  readonly forms: FormsTried;
  /** Who does what, and who is barred from it. */
  readonly doers: Doers;
  readonly files = new FilesTried();
  /** Which numbers to send where the usual ones were refused. */
  readonly numbers = new NumbersTried();
  readonly shown: ShownValues;
  readonly moment = new OfTheMoment();
  /** By the key of an appended action: the last exchange in which it was accepted. */
  readonly takenLast = new Map<string, Exchange>();
  /** Sends everything, so that each step uses what is known and each answer is noted. */
  readonly context: Pick<ProbeContext, "run" | "runId">;

  constructor(
    { run, runId, target }: Pick<ProbeContext, "run" | "runId" | "target">,
    index: number,
    workflow: WorkflowDescription,
  ) {
    const asKnown: ProbeContext["run"] = async (title, steps) => {
      const named = this.forms.named(this.doers.asTold(steps), this.workflow);
      return this.#seen(await run(title, named, this.candidate));
    };
    this.context = { run: asKnown, runId };
    this.workflow = workflow;
    this.forms = new FormsTried(this.context, index);
    this.doers = new Doers(target.people);
    this.shown = new ShownValues(workflow.id);
  }

  /** What the walks assume of the target; undefined where they assume nothing. */
  get candidate(): Candidate | undefined {
    const doneBy = this.doers.assumed;
    const { "action-gating": shown = { gating: "unclear" as const } } = this.shown.candidate ?? {};
    return Object.keys(doneBy).length > 0 ? { "action-gating": { ...shown, doneBy } } : this.shown.candidate;
  }

  /** The actions with this key; more than one where several groups may do it. */
  actions(key: string | undefined): readonly ActionDescription[] {
    return this.workflow.actions.filter((action) => action.key === key);
  }

  /** Sends the action in this form from now on. */
  takesForm(key: string, schema: JsonObject): void {
    this.workflow = withForm(this.workflow, key, schema);
  }

  /** Notes that the action was accepted in this form, and sends it so from now on. */
  takenIn(key: string, schema: JsonObject): void {
    this.forms.takenWithin(key, schema);
    this.takesForm(key, schema);
  }

  /** Searches for the form of an action that was refused so, and sends it in that form from now on. */
  async seekForm(
    action: ActionDescription,
    refused: Exchange,
    read?: () => Promise<Json | undefined>,
  ): Promise<FormTaken | undefined> {
    const found = await this.forms.seek(action, refused, read);
    if (found?.shown) this.shown.add(found.shown);
    if (found) this.takesForm(action.key, found.schema);
    if (found?.withFile) this.files.takenInstead(action.key, true, true);
    return found;
  }

  /**
   * Searches for the members that an action requires with this value of a member, with which the trace refused it last.
   */
  async seekFormOfValue(
    action: ActionDescription,
    trace: string,
    of: OfValue,
    readFor: (account: Account) => Promise<Json | undefined>,
  ): Promise<boolean> {
    const found = await this.forms.seekOfValue(action, trace, of, readFor);
    if (found?.shown) this.shown.add(found.shown);
    if (found) this.takesForm(action.key, found.schema);
    return found !== undefined;
  }

  /** Sends an action no more with a value that both faces refused on this trace. */
  dropRefusedValue(action: ActionDescription, trace: string, of: OfValue): void {
    const left = this.forms.withoutValue(action, trace, of);
    if (left) this.takenIn(action.key, left);
  }

  /** Lets forms found meanwhile keep the texts of examples that stand for values of the state. */
  keepShown(): void {
    this.workflow = keepingShown(this.workflow, Object.keys(this.shown.found));
  }

  #seen(exchanges: readonly Exchange[]): readonly Exchange[] {
    for (const one of exchanges)
      if (one.intent.kind === "act" && succeeded(one)) this.takenLast.set(String(one.intent.actionKey), one);
    const byDoers = this.doers.seen(exchanges, this.workflow);
    return this.forms.seen(this.numbers.seen(this.shown.seen(byDoers)));
  }
}
