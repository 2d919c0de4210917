/**
 * Handles refusals that nothing known about the process explains. If a trace that is built again shows the refusal once
 * more, through both faces, the process decides it: the service may allot the action to one user of the group
 * (`allotted`), or it is unknown what the action requires (`unknown`). It is a fault, and no reading, where a listed
 * action is refused like unlisted ones, or where it is refused on the very trace on which it was accepted before.
 */
import { listedIn, listingOf, lists } from "../../../spec/readings/listed-next.ts";
import { contentDeciding, mayRefuse, processOf } from "../../../spec/readings/process.ts";
import { barredBy, colleaguesOf, senderOf } from "../../../spec/readings/people.ts";
import { payloadMember, succeeded } from "../../../spec/readings/outcome.ts";
import { faces } from "../../../spec/operations.ts";
import type { Exchange, History } from "../../../spec/vocabulary/history.ts";
import { readingOf, type Profile } from "../../../spec/vocabulary/profile.ts";
import type { Account, ActStep, OperationStep } from "../../../spec/vocabulary/script.ts";
import type { ActionDescription, WorkflowDescription } from "../../../spec/vocabulary/target.ts";
import type { ProbeContext } from "../../probe.ts";
import { unlistedWords } from "./gate-words.ts";
import { isTurnedDown } from "../observations.ts";
import { appendedBy, rebuilt, type Rebuilt, withOwnMarker, type Write } from "../rebuilt.ts";

/**
 * The exchanges that built a trace up to an action with this key, accepted earlier in the run; none where there is
 * none.
 */
export type Precedent = (workflow: number | undefined, key: string) => readonly Exchange[];

type Asker = Pick<ProbeContext, "run" | "runId" | "target"> & { readonly precedent?: Precedent };

/** The trace is built at most so often, in search of one where another user is chosen. */
const mostTurns = 8;
/** So often it is tried whether an action on another trace frees the user. */
const mostElsewhere = 3;
/** At most so many colleagues are tried. */
const maxColleagues = 2;

export interface Unexplained {
  /** The refused action; for `allotted`, all actions of its group. */
  readonly keys: readonly string[];
  readonly kind: "allotted" | "unknown";
  /** How actions that the list does not name are refused. */
  readonly words?: readonly string[];
  readonly evidence: string;
}

/** Undefined where the workflow is no process, or the refusal is not repeated. */
export async function unexplained(
  asker: Asker,
  profile: Profile,
  workflow: WorkflowDescription,
  history: History,
  refused: Exchange,
): Promise<Unexplained | undefined> {
  const { intent } = refused;
  const action = appendedBy(workflow, refused);
  if (intent.kind !== "act" || !action || !isTurnedDown(refused)) return undefined;
  if (!processOf(profile, workflow) && !listingOf(profile, workflow)) return undefined;
  const known = contentDeciding(readingOf(profile, "action-gating"), workflow.id, action.key);
  if (mayRefuse(known, intent.files.length) && known === "unknown") return undefined;
  if (barredBy(profile, workflow.id, action.key) === "allotted") return undefined;
  // Each trace has its own content, as repeated content may be refused for itself.
  const builtFor = (turn: number): Rebuilt | undefined =>
    rebuilt(`${asker.runId}u${String(turn)}`, workflow, history, refused);
  return new Trials(asker, profile, workflow, action, builtFor, senderOf(refused)).found();
}

class Trials {
  readonly #asker: Asker;
  readonly #profile: Profile;
  readonly #workflow: WorkflowDescription;
  readonly #action: ActionDescription;
  readonly #builtFor: (turn: number) => Rebuilt | undefined;
  readonly #sender: Account;
  #words: readonly string[] = [];
  #marked = 0;

  constructor(
    asker: Asker,
    profile: Profile,
    workflow: WorkflowDescription,
    action: ActionDescription,
    builtFor: (turn: number) => Rebuilt | undefined,
    sender: Account,
  ) {
    this.#asker = asker;
    this.#profile = profile;
    this.#workflow = workflow;
    this.#action = action;
    this.#builtFor = builtFor;
    this.#sender = sender;
  }

  async found(): Promise<Unexplained | undefined> {
    const { people } = this.#asker.target;
    const colleagues = colleaguesOf(people, this.#action.groupLabel, this.#sender).slice(0, maxColleagues);
    let wasTaken = false;
    for (let turn = 0; turn < (colleagues.length > 0 ? mostTurns : 1); turn += 1) {
      const again = this.#builtFor(turn);
      if (!again) return undefined;
      const once = await this.#once(again, colleagues);
      if (once === "refused by one face" || once === "refused as unlisted") return undefined;
      if (once === "taken from another" && wasTaken)
        return (await this.#isFreedElsewhere(colleagues)) ? undefined : this.#allotted;
      if (
        once === "refused although listed" &&
        ((await this.#isTakenNoMore(again)) || (await this.#isTakenOnce(again)))
      )
        return undefined;
      if (once === "refused" || once === "refused although listed")
        return (await this.#isFreedElsewhere(colleagues)) ? undefined : this.#unknown;
      wasTaken ||= once === "taken";
    }
    return undefined;
  }

  get #allotted(): Unexplained {
    const { key, groupLabel } = this.#action;
    const ofGroup = this.#workflow.actions.filter((one) => one.appends && one.groupLabel === groupLabel);
    const told = `${key} was refused to one user and taken from another of the group, and on a trace with the same actions the other way round: the service chooses who does it.`;
    return { keys: ofGroup.map((one) => one.key), kind: "allotted", evidence: told };
  }

  get #unknown(): Unexplained {
    const { key } = this.#action;
    const told = `${key} was refused again after the same actions, through both faces, and nothing that is known explains it: the process decides.`;
    return { keys: [key], kind: "unknown", words: this.#words, evidence: told };
  }

  /** The outcome of the action on one more trace; undefined where the trace cannot be built. */
  async #once({ steps, refused }: Rebuilt, colleagues: readonly Account[]) {
    const tries = faces.map((face): ActStep => ({ ...this.#fresh(refused), face, actor: this.#sender }));
    const read: OperationStep = { op: "state", face: "v2", trace: "$again", actor: this.#sender };
    const others = colleagues.map((actor): ActStep => ({ ...this.#fresh(refused), actor }));
    const exchanges = await this.#asker.run("the same once more, as it was", [...steps, ...tries, read, ...others]);
    if (exchanges.length < steps.length + tries.length + 1 + others.length) return undefined;
    if (!exchanges.slice(0, steps.length).every(succeeded)) return undefined;
    const [one, two, shown, ...theirs] = exchanges.slice(steps.length);
    if (!one || !two || !shown) return undefined;
    if (succeeded(one)) return "taken";
    if (!isTurnedDown(one) || !isTurnedDown(two)) return "refused by one face";
    if (theirs.some(succeeded)) return "taken from another";
    const listing = listingOf(this.#profile, this.#workflow);
    const again = { workflow: this.#workflow, listing, action: this.#action, read: shown, refusal: one, before: steps };
    const gate = await unlistedWords(this.#asker, { ...again, step: { ...refused, actor: this.#sender } });
    this.#words = gate.words;
    if (gate.isSame) return "refused as unlisted";
    const shownNext = listing && listedIn(payloadMember(shown, "state"), listing);
    return shownNext && lists(shownNext, this.#action) ? "refused although listed" : "refused";
  }

  /**
   * Whether the refused sender is allowed the action after a colleague has done it on another trace: then neither the
   * trace nor the allotment decides. Nothing else is sent in between, as time may decide too.
   */
  async #isFreedElsewhere([colleague]: readonly Account[]): Promise<boolean> {
    for (let turn = mostTurns; turn < mostTurns + mostElsewhere && colleague !== undefined; turn += 1) {
      const [here, elsewhere] = [this.#builtFor(turn), this.#builtFor(turn + mostElsewhere)];
      if (!here || !elsewhere) return false;
      const bySender = (): ActStep => ({ ...this.#fresh(here.refused), actor: this.#sender });
      const byColleague = { ...this.#fresh(elsewhere.refused), actor: colleague };
      const onAnother = (step: Write): OperationStep =>
        step.op === "create" ? { ...step, as: "elsewhere" } : { ...step, trace: "$elsewhere" };
      const built = [...here.steps, ...elsewhere.steps.map(onAnother)];
      const steps = [...built, bySender(), onAnother(byColleague), bySender()];
      const exchanges = await this.#asker.run("a colleague on another trace between", steps);
      const [before, between, after] = exchanges.slice(built.length);
      if (before && between && after && isTurnedDown(before) && succeeded(between) && succeeded(after)) return true;
    }
    return false;
  }

  /**
   * Whether a listed action is only refused because it was done before: it is accepted without the earlier one. With a
   * form this is not tried: two actions may be about different things, which the list does not tell apart.
   */
  async #isTakenOnce({ steps, refused }: Rebuilt): Promise<boolean> {
    const { key, dataSchema } = this.#action;
    const without = steps.filter((step) => step.op !== "act" || step.action !== key);
    if (dataSchema !== undefined || without.length === steps.length) return false;
    const step: ActStep = { ...this.#fresh(refused), actor: this.#sender };
    const exchanges = await this.#asker.run("the same once more, for the first time", [...without, step]);
    return exchanges.length > without.length && exchanges.every(succeeded);
  }

  /** Whether both faces now refuse the action on a trace like one on which it was accepted before. */
  async #isTakenNoMore({ refused }: Rebuilt): Promise<boolean> {
    const taken = this.#asker.precedent?.(refused.workflow, this.#action.key) ?? [];
    const last = taken.at(-1);
    const again = last && rebuilt(`${this.#asker.runId}p`, this.#workflow, { exchanges: taken }, last);
    if (!again) return false;
    const tries = faces.map((face): ActStep => ({ ...this.#fresh(again.refused), face }));
    const exchanges = await this.#asker.run("what was taken before, once more", [...again.steps, ...tries]);
    const [before, after] = [exchanges.slice(0, again.steps.length), exchanges.slice(again.steps.length)];
    return before.every(succeeded) && after.length === tries.length && after.every(isTurnedDown);
  }

  #fresh(step: ActStep): ActStep {
    this.#marked += 1;
    return withOwnMarker(this.#asker.runId, this.#action, step, `unexplained${String(this.#marked)}-`);
  }
}
