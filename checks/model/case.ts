/** A case: one history, with everything else that a rule may know. Made once for each judging. */
import type { Exchange, History } from "../../spec/vocabulary/history.ts";
import { isFailedEffect } from "../../spec/readings/failed-effect.ts";
import { withoutReadsBehind } from "../../spec/readings/read-lag.ts";
import { targetSeen } from "../../spec/readings/target-seen.ts";
import { stateReadingOf } from "../../spec/readings/state-data.ts";
import type { JudgingContext } from "../../spec/requirements/judgement.ts";
import { readingOf, type OpenPointId, type OpenPointValues, type Profile } from "../../spec/vocabulary/profile.ts";
import type { JudgingTarget, WorkflowDescription } from "../../spec/vocabulary/target.ts";
import { buildWorld, traceKey, type ModelTrace, type World } from "./world.ts";
import { isProbing } from "../support/exchanges.ts";

export class Case {
  readonly history: History;
  readonly profile: Profile;
  readonly target: JudgingTarget;
  readonly #views = new Map<(of: Case) => unknown, unknown>();

  constructor(history: History, { profile, target }: JudgingContext) {
    this.history = withoutReadsBehind(history, profile);
    this.profile = profile;
    this.target = targetSeen(target, profile);
  }

  /** The traces, actions and files that the history created. */
  get world(): World {
    return this.view(worldOfCase);
  }

  /** The exchanges without those of probes that tried a form that the target may not know. */
  get exchanges(): readonly Exchange[] {
    return this.view(plainlySent);
  }

  /** What the target was observed to do at an open point; undefined where nothing was found. */
  observed<Id extends OpenPointId>(id: Id): OpenPointValues[Id] | undefined {
    return readingOf(this.profile, id);
  }

  /** The workflow of a trace. */
  workflowOf({ created }: Pick<ModelTrace, "created">): WorkflowDescription | undefined {
    return this.target.workflows[created.workflow];
  }

  /** How the states of a trace show the data of its actions. */
  stateReading(trace: Pick<ModelTrace, "created">): OpenPointValues["state-data"] | undefined {
    return stateReadingOf(this.profile, this.workflowOf(trace));
  }

  /** The trace that an exchange addresses, when this history created it. */
  traceOf({ intent }: Exchange): ModelTrace | undefined {
    return "traceId" in intent ? this.world.traces.get(traceKey(intent.traceId)) : undefined;
  }

  /** A view of this case: made at the first call, shared by all rules that ask for it. */
  view<T>(make: (of: Case) => T): T {
    if (!this.#views.has(make)) this.#views.set(make, make(this));
    return this.#views.get(make) as T;
  }
}

const worldOfCase = (subject: Case): World =>
  buildWorld(
    subject.history,
    (exchange) => isFailedEffect(exchange, subject.observed("failing-effects")),
    (workflow) => subject.observed("others-data")?.omitted?.[subject.target.workflows[workflow]?.id ?? ""] ?? [],
  );
const plainlySent = ({ history }: Case): readonly Exchange[] => history.exchanges.filter((one) => !isProbing(one));
