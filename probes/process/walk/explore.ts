/** Walks through a workflow on fresh traces, to see which action may come after which. */
import { keepsAny, type KeptValues } from "../../../spec/data-schemas/kept-values.ts";
import { listedIn, lists } from "../../../spec/readings/listed-next.ts";
import { keepingShown } from "../../../spec/readings/shown-values.ts";
import { senderOf } from "../../../spec/readings/people.ts";
import { faces, type Face } from "../../../spec/operations.ts";
import { createdTraceOf, payloadMember, succeeded } from "../../../spec/readings/outcome.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import type { Json } from "../../../spec/json.ts";
import type { Account, FileSpec } from "../../../spec/vocabulary/script.ts";
import type { ActionDescription, NextActions, WorkflowDescription } from "../../../spec/vocabulary/target.ts";
import type { Candidate, ProbeContext } from "../../probe.ts";
import { type Further, maxLength, maxRequests, maxWalks, maxWithKept } from "./bounds.ts";
import { BusyAfter } from "./busy-after.ts";
import { Doers, isTaken } from "./doers.ts";
import { mayBeForm, withForm } from "../forms/form.ts";
import { FormsTried } from "../forms/forms-tried.ts";
import { ListsRead } from "./lists-read.ts";
import { isAboutFiles } from "../forms/file-types.ts";
import { type Attached, FilesTried, otherFiles } from "../forms/files-tried.ts";
import { OfTheMoment } from "./of-the-moment.ts";
import { ShownValues } from "./shown-values.ts";
import { WalkMap, type Place } from "./walk-map.ts";
import { WalkSender } from "./walk-sender.ts";
import { mayBeNumbers, NumbersTried } from "../forms/numbers-tried.ts";
import { isTurnedDown, type Begun, type SeenStep, type Tried } from "../observations.ts";

type Asker = Pick<ProbeContext, "run" | "runId" | "target"> & Further;
const takenAfterAll: Tried = { taken: true, answered: true, state: undefined };

export class Explorer {
  readonly #context: Asker;
  workflow: WorkflowDescription; // With the forms that were found.
  readonly forms: FormsTried;
  #listing: NextActions | undefined;
  #map = new WalkMap();
  readonly sender: WalkSender;
  readonly steps: SeenStep[] = [];
  readonly doers: Doers; // Who does what, and who is kept from it.
  readonly files = new FilesTried();
  readonly numbers = new NumbersTried(); // From which end of their range: only where others were refused.
  readonly #moment = new OfTheMoment();
  lists: ListsRead;
  busy: BusyAfter; // Actions after which a trace was busy, and listed nothing until it was no more.
  readonly shown: ShownValues;
  #most = maxRequests;
  /** `further`: walks with data that lead on. `again`: what was taken is tried again, and no form is sought. */
  stage: "first" | "further" | "again" = "first";
  #beside = 0; // Those of them that only tried a file, or none, or another user.

  constructor(context: Asker, index: number, workflow: WorkflowDescription, listing: NextActions | undefined) {
    const { run, further = run } = context;
    const sent: Asker["run"] = (title, steps) => {
      const named = this.forms.named(this.doers.asTold(steps), this.workflow);
      return (this.stage === "first" ? run : further)(title, named, this.candidate);
    };
    const seen = (all: readonly Exchange[]) =>
      this.forms.seen(this.numbers.seen(this.shown.seen(this.doers.seen(all, this.workflow))));
    this.#context = { ...context, run: async (...asked) => seen(await sent(...asked)) };
    this.shown = new ShownValues(workflow.id);
    this.forms = new FormsTried(this.#context, index);
    [this.workflow, this.#listing, this.busy] = [workflow, listing, new BusyAfter(listing)];
    [this.lists, this.doers] = [new ListsRead(listing, context.target.people), new Doers(context.target.people)];
    this.sender = new WalkSender(this.#context, index, this);
  }

  get requests(): number {
    return this.sender.requests;
  }
  /** What is assumed of the target while it is walked through; undefined where nothing is. */
  get candidate(): Candidate | undefined {
    const doneBy = this.doers.assumed;
    const { "action-gating": shown = { gating: "unclear" as const } } = this.shown.candidate ?? {};
    return Object.keys(doneBy).length > 0 ? { "action-gating": { ...shown, doneBy } } : this.shown.candidate;
  }

  /** What is tried with files and users is bounded by itself, and takes nothing from what shows the order of actions. */
  get #mayGoOn(): boolean {
    return this.requests - this.#beside < this.#most;
  }

  /** Told of the list that states were seen to have, which walks follow from then on. */
  follow(listing: NextActions): void {
    [this.#listing, this.busy] = [listing, new BusyAfter(listing)];
    this.lists = new ListsRead(listing, this.#context.target.people);
    [this.#map, this.#most] = [this.#map.anew(), this.requests - this.#beside + maxWithKept];
  }

  /** Walks until nothing new is met. @param kept by the key of an action, what of its data led furthest in earlier walks */
  async explore(kept?: ReadonlyMap<string, KeptValues>): Promise<void> {
    if (kept) [this.#map, this.#most] = [this.#map.anew(), this.requests - this.#beside + maxWithKept];
    this.sender.kept = kept ?? new Map();
    this.files.isTried = this.#moment.isAsked = true;
    const creating = this.workflow.actions.filter(({ creates }) => creates);
    let withoutNews = 0;
    for (let walk = 0; walk < maxWalks && this.#mayGoOn; walk += 1) {
      // Each action that begins traces through one face, then each through the other.
      const face = faces[Math.floor(walk / Math.max(1, creating.length)) % 2] ?? "v2";
      const [create] = this.#actions(creating[walk % Math.max(1, creating.length)]?.key);
      const news = create && (await this.#walk(face, create));
      withoutNews = news === true ? 0 : withoutNews + 1;
      if (walk >= creating.length && withoutNews >= creating.length && this.#map.hasTriedAll) break;
    }
    [this.#moment.isAsked, this.sender.kept] = [false, new Map()];
  }

  /** Tries an action on a trace after these, and notes how it was answered. */
  async tryAfter(traceId: string, done: readonly string[], key: string, face: Face): Promise<boolean> {
    const [action] = this.#actions(key);
    const state = this.#listing && action ? await this.#read(traceId) : undefined;
    if (state !== undefined) this.steps.push({ done, state });
    const tried = action && (await this.#try(traceId, face, action));
    if (!action || !tried || (!tried.taken && !tried.answered)) return false;
    this.steps.push({ done, state, tried: { key, group: action.groupLabel, taken: tried.taken } });
    return tried.taken;
  }

  /** Those of the actions that the state lists on a trace after these. */
  async listedAfter(traceId: string, done: readonly string[], keys: readonly string[]): Promise<readonly string[]> {
    const state = await this.#read(traceId);
    this.steps.push({ done, state });
    const listed = this.#listing && listedIn(state, this.#listing);
    return keys.filter((key) => listed && this.#actions(key).some((action) => lists(listed, action)));
  }

  /** Sends an action with these very files: on a trace, or so that it begins one. */
  async sendWith(files: readonly FileSpec[], face: Face, key: string, trace?: string): Promise<Exchange | undefined> {
    const [action] = this.#actions(key);
    if (action && trace !== undefined) return this.sender.act(trace, face, action, files);
    return action && this.sender.begin(face, action, files);
  }

  /**
   * Does again what was done before, on a fresh trace: the keys that were taken, up to the first that was not.
   * @param kept at each place, the members that stay as they are @param mostGroups of an action open to several, so many try it
   */
  async repeat(
    done: readonly string[],
    kept: readonly KeptValues[] = [],
    mostGroups = Infinity,
  ): Promise<{ readonly taken: readonly string[]; readonly traceId?: string }> {
    const [first, ...rest] = done;
    const keep = (at: number): unknown => (this.sender.kept = new Map([[done[at] ?? "", kept[at] ?? {}]]));
    keep(0);
    const create = this.#actions(first).find(({ creates }) => creates);
    const traceId = create && (await this.#create("v2", create))?.traceId;
    if (first === undefined || traceId === undefined) return { taken: [] };
    const taken = [first];
    for (const [index, key] of rest.entries()) {
      keep(index + 1);
      let isDone = false; // What is open to several groups may be up to one of them now.
      for (const action of this.#actions(key).slice(0, mostGroups))
        isDone ||= (await this.#try(traceId, faces[index % 2] ?? "v2", action)).taken;
      if (!isDone) break;
      taken.push(key);
    }
    this.sender.kept = new Map();
    return { taken, traceId };
  }

  /** Whether an action is taken on a trace, through one face or else the other. */
  async takes(traceId: string, key: string): Promise<boolean> {
    const [action] = this.#actions(key);
    return action !== undefined && (await this.#try(traceId, "legacy", action)).taken;
  }

  /** Whether both take it, one after the other. */
  async takesThroughBoth(traceId: string, key: string): Promise<boolean> {
    const [action] = this.#actions(key);
    const send = (face: Face) => action && this.sender.act(traceId, face, action, false);
    return isTaken(await send("v2")) && isTaken(await send("legacy"));
  }

  /** True where something was met that no walk met before. */
  async #walk(face: Face, create: ActionDescription): Promise<boolean> {
    this.sender.inputs.begin();
    const begun = await this.#create(face, create);
    if (!begun) return false;
    const done = [create.key];
    let [state, news] = [begun.state, false];
    let came: { readonly from: Place; readonly by: ActionDescription } | undefined;
    while (done.length <= maxLength && this.#mayGoOn) {
      state = await this.#onceFree(begun.traceId, face, done.at(-1) ?? "", state);
      const listed = this.#listing && listedIn(state, this.#listing);
      this.steps.push({ done: [...done], state });
      const open = this.workflow.actions.filter((action) => action.appends && (!listed || lists(listed, action)));
      const place = { done: [...done], listed };
      if (came) this.#map.led(came.from, came.by, place, open);
      const next = await this.#next(begun.traceId, face, place, open, state);
      news ||= next.news;
      if (next.isOver && came) this.#map.isOver(came.by);
      if (next.taken && came) this.#map.goesOn(came.by);
      if (!next.taken || this.#map.isDone(place, next.taken)) break;
      came = { from: place, by: next.taken };
      done.push(next.taken.key);
      state = this.#listing && (this.lists.isShownInPart || !next.state) ? await this.#read(begun.traceId) : next.state;
    }
    return news;
  }

  /** The first of the open actions that is taken; none where all are refused, or one was not answered. */
  async #next(trace: string, face: Face, place: Place, open: readonly ActionDescription[], state: Json | undefined) {
    let news = false;
    for (const action of this.#map.order(place, open)) {
      news ||= this.#map.isNew(place, action);
      const { taken, answered, state: after } = await this.#try(trace, face, action);
      this.#map.tried(place, action);
      if (!answered) return { news, isOver: false };
      this.steps.push({ done: place.done, state, tried: { key: action.key, group: action.groupLabel, taken } });
      if (taken) return { news, isOver: false, taken: action, state: after };
    }
    return { news, isOver: true };
  }

  #onceFree(traceId: string, face: Face, last: string, state: Json | undefined) {
    const action = this.workflow.actions.find(({ appends }) => appends);
    const tries = async () => action && this.sender.act(traceId, face, action, this.files.first(action));
    return this.busy.onceFree(last, state, tries, () => this.#read(traceId));
  }

  #actions(key: string | undefined): readonly ActionDescription[] {
    return this.workflow.actions.filter((action) => action.key === key);
  }

  async #create(face: Face, action: ActionDescription): Promise<Begun["created"]> {
    const through = face === "v2" ? faces : faces.toReversed();
    const { created, refused, last } = await this.#createAs(through, action, this.files.wants(action));
    if (created) return created;
    const send = (by: Account) => this.sender.begin(face, action, this.files.wants(action), by, "example");
    const instead =
      last &&
      this.doers.isOpen(action) &&
      (await this.#begun(await this.doers.instead({ action, refused: last }, send)));
    if (instead) return instead;
    if (refused && this.files.isWorthTrying(action, true)) {
      const { created: other } = await this.#createAs(through, action, true, refused);
      if (other) this.files.takenInstead(action.key, true, isAboutFiles(refused));
      if (other) return other;
      const { created: withOthers } = await this.#createAs(through, action, this.files.wants(action));
      if (withOthers) return withOthers;
    }
    // Of what is refused with kept members nothing is learnt but that these do not lead there.
    const isFree = refused && this.stage !== "again" && !keepsAny(this.sender.kept.get(action.key));
    const [inForm] = isFree && (await this.#takenInForm(action, refused)) ? this.#actions(action.key) : [];
    return inForm && this.#create(face, inForm);
  }

  /** Begins a trace through the first face that lets it; else how it was refused. @param like whose data are sent again */
  async #createAs(by: readonly Face[], action: ActionDescription, file: Attached, like?: Exchange): Promise<Begun> {
    let [refused, last]: (Exchange | undefined)[] = [];
    for (const face of by) {
      const exchange = await this.sender.begin(face, action, file, undefined, like);
      if (exchange && isTurnedDown(exchange)) last = exchange;
      if (last && last === exchange && mayBeForm(exchange)) refused = exchange;
      const created = await this.#begun(exchange);
      if (created) return { created, refused };
    }
    return { created: undefined, refused, ...(last ? { last } : {}) };
  }

  async #begun(exchange: Exchange | undefined): Promise<Begun["created"]> {
    const traceId = exchange && createdTraceOf(exchange);
    return traceId === undefined
      ? undefined
      : { traceId, state: this.#listing ? await this.#read(traceId) : undefined };
  }

  /** What is refused without a file may be taken with one, and the other way round. */
  async #try(traceId: string, face: Face, asked: ActionDescription): Promise<Tried> {
    // Its form may have been found since, for another of its groups.
    const action = this.#actions(asked.key).find(({ groupLabel }) => groupLabel === asked.groupLabel) ?? asked;
    const withFile = this.files.first(action);
    const isFree = this.stage !== "again" && !keepsAny(this.sender.kept.get(action.key));
    const first = await this.#tryAs(traceId, face, action, withFile, undefined, isFree);
    const { taken, answered } = first;
    const refused = taken || !answered ? undefined : first.refusals.at(-1);
    const isOpen = this.doers.isOpen(action);
    if (first.isOver && this.forms.isRight(action)) return first;
    if (refused && isOpen && (await this.#takenInstead(traceId, face, action, refused))) return takenAfterAll;
    if (first.isOver) return first;
    const dataSchema = !taken && this.forms.closed(action, first.refusals);
    if (dataSchema) {
      this.workflow = withForm(this.workflow, action.key, dataSchema);
      return this.#try(traceId, face, action);
    }
    if (taken) this.forms.taken(action);
    const isTold = first.refusals.some(isAboutFiles);
    if (taken) this.files.taken(action.key, withFile);
    else if (answered && this.files.isWorthTrying(action, !withFile, isTold)) {
      const [refusals, others] = [[...first.refusals], [!withFile] as Attached[]];
      // With the same data, so that the file alone tells the two apart; where a refusal is about files, with one of another kind.
      for (const [turn, file] of others.entries()) {
        const before = this.requests;
        const other = await this.#tryAs(traceId, face, action, file, first.refusals.at(-1));
        if (other.taken) this.files.takenInstead(action.key, file, this.#listing === undefined || isTold);
        this.#beside += this.requests - before;
        if (other.taken) return other;
        refusals.push(...other.refusals);
        if (isTold && turn === 0) others.push(...otherFiles(refusals, file));
      }
    }
    if (!refused) return first;
    const isTried = isFree && this.files.isTried;
    const again = async (kept: ActionDescription, file = withFile) => {
      const sent = await this.sender.act(traceId, face, kept, file, senderOf(refused));
      if (file !== withFile && sent && succeeded(sent)) this.files.takenInstead(action.key, file, true);
      return sent;
    };
    const isDone =
      (!this.doers.areAsked && (await this.#takenInstead(traceId, face, action, refused))) ||
      (await this.shown.isTaken(action, refused, () => this.#read(traceId), again)) ||
      (isFree && (await this.#takenInForm(action, refused))) ||
      (isFree && (await this.#takenAsItStands(traceId, face, action))) ||
      (isTried && mayBeNumbers(refused) && (await this.#takenWithOthers(traceId, face, action, refused))) ||
      // Of whom nothing is known is tried last, beside others who act for the group.
      (this.doers.areAsked && !isOpen && (await this.#takenInstead(traceId, face, action, refused)));
    this.workflow = keepingShown(this.workflow, Object.keys(this.shown.found));
    if (isDone) return takenAfterAll;
    const workflow = isTried && this.stage === "first" && (await this.forms.elsewhere(this.workflow, action, refused));
    this.workflow = workflow || this.workflow;
    if (!workflow) this.#moment.refused(action.key, first.refusals, this.workflow);
    this.sender.inputs.refused(action.key);
    return { ...first, answered: !workflow };
  }

  /** What one face refuses the other may take; then nothing says that the action may not come. @param isFree its form may be sought */
  async #tryAs(trace: string, face: Face, action: ActionDescription, file: Attached, like?: Exchange, isFree = false) {
    const refusals: Exchange[] = [];
    let [answered, isOver] = [true, false];
    for (const through of face === "v2" ? faces : faces.toReversed()) {
      const exchange = await this.sender.act(trace, through, action, file, undefined, like);
      if (exchange && succeeded(exchange))
        return { taken: true, answered: true, state: payloadMember(exchange, "state"), refusals, isOver };
      answered &&= exchange !== undefined && isTurnedDown(exchange);
      if (exchange) refusals.push(exchange);
      if (exchange && answered && isFree && this.forms.isToBeSought(action, exchange)) {
        const isDone = await this.#takenInForm(action, exchange);
        if (isDone) return { ...takenAfterAll, refusals, isOver };
        answered = isDone !== undefined;
        isOver = !answered || this.forms.isRight(action);
      }
      isOver ||= answered && !like && this.#moment.isPassedOver(action.key, exchange, this.workflow);
      if (isOver) break;
    }
    return { taken: false, answered, state: undefined, refusals, isOver };
  }

  /** The refusal may name members that the form wants, which go with it from then on; undefined where no answer came. */
  async #takenInForm(action: ActionDescription, refused: Exchange): Promise<boolean | undefined> {
    const found = await this.forms.seek(action, refused);
    if (found) this.workflow = withForm(this.workflow, action.key, found.schema);
    if (found?.withFile) this.files.takenInstead(action.key, true, true);
    if (!found?.refusedOtherwise || refused.intent.kind !== "act") return found !== undefined;
    // With these data a file may be what is wanted, or another user.
    const { taken, answered } = await this.#try(refused.intent.traceId, refused.face, action);
    return answered ? taken : undefined;
  }

  /** Other numbers may be taken where these were refused, or other codes; they go with the action from then on. */
  async #takenWithOthers(trace: string, face: Face, action: ActionDescription, refused: Exchange): Promise<boolean> {
    const others = [...this.numbers.others(action, trace), ...this.forms.withOtherCodes(action, refused)];
    for (const { action: other, end } of others) {
      const exchange = await this.sender.act(trace, face, other, this.files.first(action));
      if (!isTaken(exchange)) continue;
      const [now, forms] = [this.workflow, this.forms];
      this.workflow = end ? this.numbers.taken(now, action.key, end) : forms.takenWithOtherCodes(now, other);
      return true;
    }
    return false;
  }

  /** Another user may be let do it in the same place, be it as one of the group, or as who did nothing on the trace. */
  async #takenInstead(trace: string, face: Face, action: ActionDescription, refused: Exchange, asItStands = false) {
    const like = this.doers.areAsked || asItStands ? ("example" as const) : undefined;
    const send = (by: Account) => this.sender.act(trace, face, action, this.files.first(action), by, like);
    const before = this.requests;
    const taken = await this.doers.instead({ action, refused, trace }, send);
    if (this.doers.areAsked) this.#beside += this.requests - before;
    if (taken || this.stage === "again") return !!taken;
    return this.doers.takenAsTold({ action, refused, trace }, (told) => this.#takenInForm(action, told));
  }

  /** An example may be refused for who sends it alone, where data made like it are refused for themselves. */
  async #takenAsItStands(trace: string, face: Face, action: ActionDescription): Promise<boolean> {
    const refused = this.forms.refusedAsItStands(action, trace);
    const isDone = refused !== undefined && (await this.#takenInstead(trace, face, action, refused, true));
    if (isDone) this.workflow = withForm(this.workflow, action.key, this.forms.takenAsItStands(action));
    return isDone;
  }

  /** The state; where users are shown other lists than the first, with what all of them are shown. */
  #read(traceId: string): Promise<Json | undefined> {
    return this.lists.read(async (actor) => {
      const asked = { op: "state", face: "v2", trace: traceId, ...(actor ? { actor } : {}) } as const;
      const exchange = await this.sender.request(asked);
      return exchange && payloadMember(exchange, "state");
    });
  }
}
