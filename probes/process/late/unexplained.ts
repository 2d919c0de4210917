/**
 * Refusals that nothing explains which is known of a process. What a trace that is built again shows once more, through
 * both faces, is the business of the process: one of the group at a time may do the action, or nobody knows what it wants.
 * Where the list names the action, and it is refused in the words of what is not listed, one of the two is wrong; and so
 * it is where the list names it, and the very trace on which it was taken once is refused it as well.
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

/** The creation of a trace and its actions until one of this key was taken earlier in the run; none where none was. */
export type Precedent = (workflow: number | undefined, key: string) => readonly Exchange[];

type Asker = Pick<ProbeContext, "run" | "runId" | "target"> & { readonly precedent?: Precedent };

/** So often the trace is built again where it is another user's turn on it. */
const mostTurns = 8;
/** So often it is tried whether what is done on another trace frees the user. */
const mostElsewhere = 3;
/** However many users a group has: so many are tried. */
const maxColleagues = 2;

export interface Unexplained {
  /** The action; where one user of its group has to do it, all that this group does are allotted to somebody. */
  readonly keys: readonly string[];
  readonly kind: "allotted" | "unknown";
  /** In which words actions are refused that the list does not name. */
  readonly words?: readonly string[];
  readonly evidence: string;
}

/** Undefined where the workflow is no process, or where what was refused is not refused again. */
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
  // The same content twice may be refused for that alone.
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

  /** What becomes of the action on one more trace; undefined where it comes no more to where it was refused. */
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
   * Whether the sender who is refused on a trace is let do the action there as soon as a colleague has done it on another
   * trace: then it is not the trace that decides, nor whom it is allotted to. Nothing else is sent between, as time may
   * decide too.
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
   * Whether an action that the list still names is refused for no more than having been done before: it is taken where it
   * was not. With data of a form the same thing may be meant twice, which the list does not tell.
   */
  async #isTakenOnce({ steps, refused }: Rebuilt): Promise<boolean> {
    const { key, dataSchema } = this.#action;
    const without = steps.filter((step) => step.op !== "act" || step.action !== key);
    if (dataSchema !== undefined || without.length === steps.length) return false;
    const step: ActStep = { ...this.#fresh(refused), actor: this.#sender };
    const exchanges = await this.#asker.run("the same once more, for the first time", [...without, step]);
    return exchanges.length > without.length && exchanges.every(succeeded);
  }

  /** Whether a trace like one on which the action was taken earlier in the run is refused it now, through both faces. */
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
