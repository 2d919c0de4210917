/** What is known of a workflow while it is walked through: all that is sent goes by it, and all that is answered adds to it. */
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
  /** With the forms that were found. */
  workflow: WorkflowDescription;
  readonly forms: FormsTried;
  /** Who does what, and who is kept from it. */
  readonly doers: Doers;
  readonly files = new FilesTried();
  /** From which end of their range: only where others were refused. */
  readonly numbers = new NumbersTried();
  readonly shown: ShownValues;
  readonly moment = new OfTheMoment();
  /** By the key of an appended action, how it was taken last on any trace. */
  readonly takenLast = new Map<string, Exchange>();
  /** For all that is sent, so that none of it goes by less than is known, and no answer is overlooked. */
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

  /** What is assumed of the target while it is walked through; undefined where nothing is. */
  get candidate(): Candidate | undefined {
    const doneBy = this.doers.assumed;
    const { "action-gating": shown = { gating: "unclear" as const } } = this.shown.candidate ?? {};
    return Object.keys(doneBy).length > 0 ? { "action-gating": { ...shown, doneBy } } : this.shown.candidate;
  }

  /** Those that have this key: what is open to several groups is an action for each. */
  actions(key: string | undefined): readonly ActionDescription[] {
    return this.workflow.actions.filter((action) => action.key === key);
  }

  /** From now on the action is sent in this form. */
  takesForm(key: string, schema: JsonObject): void {
    this.workflow = withForm(this.workflow, key, schema);
  }

  /** Told that the action was taken in this form: from now on it is sent so. */
  takenIn(key: string, schema: JsonObject): void {
    this.forms.takenWithin(key, schema);
    this.takesForm(key, schema);
  }

  /** Seeks the form in which an action is taken that was refused so; it is sent in that from now on. */
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

  /** Seeks what else an action wants with this value of a member, with which it was refused last on the trace. */
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

  /** An action is sent no more with a value that both faces refused on this trace for itself. */
  dropRefusedValue(action: ActionDescription, trace: string, of: OfValue): void {
    const left = this.forms.withoutValue(action, trace, of);
    if (left) this.takenIn(action.key, left);
  }

  /** Forms that were found meanwhile keep the texts of examples that stand for what the state shows. */
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
