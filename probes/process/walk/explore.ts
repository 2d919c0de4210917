/** Walks through a workflow on fresh traces, to see which action may come after which. */
import { alternating, type Face } from "../../../spec/operations.ts";
import type { Json } from "../../../spec/json.ts";
import { keepsAny, type KeptValues } from "../../../spec/data-schemas/kept-values.ts";
import { isTaken } from "../../../spec/readings/actions.ts";
import { lists } from "../../../spec/readings/listed-next.ts";
import { payloadMember } from "../../../spec/readings/outcome.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import type { Account, FileSpec } from "../../../spec/vocabulary/script.ts";
import type { ActionDescription, NextActions, Person, WorkflowDescription } from "../../../spec/vocabulary/target.ts";
import type { OfValue } from "../forms/form-of-value.ts";
import type { ProbeContext } from "../../probe.ts";
import type { SeenStep } from "../observations.ts";
import { Attempts, type OfWalks, type Stage } from "./attempts.ts";
import { type Further, maxLength, maxRequests, maxWalks, maxWithKept } from "./bounds.ts";
import { Beginnings } from "./beginnings.ts";
import { BusyAfter } from "./busy-after.ts";
import { Known } from "./known.ts";
import { ListsRead } from "./lists-read.ts";
import { WalkMap, type Place } from "./walk-map.ts";
import { WalkSender } from "./walk-sender.ts";

type Asker = Pick<ProbeContext, "run" | "runId" | "target"> & Further;

export class Explorer {
  readonly known: Known;
  readonly sender: WalkSender;
  readonly steps: SeenStep[] = [];
  stage: Stage = "first";
  lists: ListsRead;
  busy: BusyAfter; // Actions after which a trace was busy, and listed nothing until it was no more.
  readonly #attempts: Attempts;
  readonly #beginnings: Beginnings;
  readonly #people: readonly Person[];
  #map = new WalkMap();
  #most = maxRequests;

  constructor(context: Asker, index: number, workflow: WorkflowDescription, listing: NextActions | undefined) {
    const { run, further = run, runId, target } = context;
    const sent: Asker["run"] = (...asked) => (this.stage === "first" ? run : further)(...asked);
    this.known = new Known({ run: sent, runId, target }, index, workflow);
    this.sender = new WalkSender(index, this.known);
    this.#people = target.people ?? [];
    [this.lists, this.busy] = [new ListsRead(listing, target.people), new BusyAfter(listing)];
    const walks: OfWalks = {
      stage: () => this.stage,
      // Of what is refused with kept members nothing is learnt but that these do not lead there.
      mayLearnOf: ({ key }) => this.stage !== "again" && !keepsAny(this.sender.kept.get(key)),
      isListed: () => this.lists.listing !== undefined,
      readFor: (account, trace) => this.#readFor(account, trace),
    };
    this.#attempts = new Attempts(this.known, this.sender, walks);
    this.#beginnings = new Beginnings(this.known, this.sender, walks);
  }

  get requests(): number {
    return this.sender.requests;
  }

  /** Told of the list that states were seen to have, which walks follow from then on. */
  follow(listing: NextActions): void {
    [this.lists, this.busy] = [this.lists.following(listing), new BusyAfter(listing)];
    this.#beginAnew();
  }

  /** Walks until nothing new is met. @param kept by the key of an action, what of its data led furthest in earlier walks */
  async explore(kept?: ReadonlyMap<string, KeptValues>): Promise<void> {
    const { files, moment, workflow } = this.known;
    if (kept) this.#beginAnew();
    this.sender.kept = kept ?? new Map();
    files.isTried = moment.isAsked = true;
    const creating = workflow.actions.filter(({ creates }) => creates);
    let withoutNews = 0;
    for (let walk = 0; walk < maxWalks && this.#mayGoOn; walk += 1) {
      // Each action that begins traces through one face, then each through the other.
      const face = alternating(Math.floor(walk / Math.max(1, creating.length)));
      const [create] = this.known.actions(creating[walk % Math.max(1, creating.length)]?.key);
      const news = create && (await this.#walk(face, create));
      withoutNews = news === true ? 0 : withoutNews + 1;
      if (walk >= creating.length && withoutNews >= creating.length && this.#map.hasTriedAll) break;
    }
    moment.isAsked = false;
    this.sender.kept = new Map();
  }

  /** Tries an action on a trace after these, and notes how it was answered. */
  async tryAfter(traceId: string, done: readonly string[], key: string, face: Face): Promise<boolean> {
    const actions = this.known.actions(key);
    const state = actions.length > 0 ? await this.#readListed(traceId) : undefined;
    if (state !== undefined) this.steps.push({ done, state });
    // What is open to several groups may be up to one of them now.
    const refused: string[] = [];
    for (const action of actions) {
      const { taken, answered } = await this.#attempts.try(traceId, face, action);
      if (taken) this.steps.push({ done, state, tried: { key, group: action.groupLabel, taken } });
      if (taken || !answered) return taken;
      refused.push(action.groupLabel);
    }
    for (const group of refused) this.steps.push({ done, state, tried: { key, group, taken: false } });
    return false;
  }

  /** Those of the actions that the state lists on a trace after these. */
  async listedAfter(traceId: string, done: readonly string[], keys: readonly string[]): Promise<readonly string[]> {
    const state = await this.#read(traceId);
    this.steps.push({ done, state });
    const listed = this.lists.listedIn(state);
    return keys.filter((key) => listed && this.known.actions(key).some((action) => lists(listed, action)));
  }

  /** Sends an action with these very files: on a trace, or so that it begins one. */
  async sendWith(files: readonly FileSpec[], face: Face, key: string, trace?: string): Promise<Exchange | undefined> {
    const [action] = this.known.actions(key);
    if (action && trace !== undefined) return this.sender.act(trace, face, action, files);
    return action && this.sender.begin(face, action, files);
  }

  /**
   * Does again what was done before, on a fresh trace: the keys that were taken, up to the first that was not.
   * @param kept at each place, the members that stay as they are @param mostGroups of an action open to several, so many try it
   */
  async repeat(
    done: readonly string[],
    kept: readonly (KeptValues & { readonly group?: string })[] = [],
    mostGroups = Infinity,
  ): Promise<{ readonly taken: readonly string[]; readonly traceId?: string }> {
    const [first, ...rest] = done;
    const keep = (at: number): unknown => (this.sender.kept = new Map([[done[at] ?? "", kept[at] ?? {}]]));
    keep(0);
    const create = this.known.actions(first).find(({ creates }) => creates);
    const traceId = create && (await this.#begin("v2", create))?.traceId;
    if (first === undefined || traceId === undefined) return { taken: [] };
    const taken = [first];
    for (const [index, key] of rest.entries()) {
      keep(index + 1);
      let isDone = false; // What is open to several groups may be up to one of them now.
      const isOfGroup = ({ groupLabel }: ActionDescription): boolean => groupLabel === kept[index + 1]?.group;
      const actions = this.known
        .actions(key)
        .toSorted((one, other) => Number(isOfGroup(other)) - Number(isOfGroup(one)));
      for (const action of actions.slice(0, mostGroups))
        isDone ||= (await this.#attempts.try(traceId, alternating(index), action)).taken;
      if (!isDone) break;
      taken.push(key);
    }
    this.sender.kept = new Map();
    return { taken, traceId };
  }

  /** Whether an action is taken on a trace, through one face or else the other. */
  async takes(traceId: string, key: string): Promise<boolean> {
    const [action] = this.known.actions(key);
    return action !== undefined && (await this.#attempts.try(traceId, "legacy", action)).taken;
  }

  /** Whether an action that was refused last on a trace is taken with what this value of a member wants beside it. */
  async takesWithMore(traceId: string, key: string, of: OfValue): Promise<boolean> {
    const [action] = this.known.actions(key);
    return (
      action !== undefined &&
      this.known.seekFormOfValue(action, traceId, of, (account) => this.#readFor(account, traceId))
    );
  }

  /** What both faces refused for this value alone is sent without it from now on. */
  dropRefusedValue(traceId: string, key: string, of: OfValue): void {
    for (const action of this.known.actions(key).slice(0, 1)) this.known.dropRefusedValue(action, traceId, of);
  }

  /** Whether both take it, one after the other. */
  async takesThroughBoth(traceId: string, key: string): Promise<boolean> {
    const [action] = this.known.actions(key);
    const send = (face: Face) => action && this.sender.act(traceId, face, action, false);
    return isTaken(await send("v2")) && isTaken(await send("legacy"));
  }

  get #mayGoOn(): boolean {
    return this.sender.requestsOfOrder < this.#most;
  }

  /** Where walks go by something else than before, they meet everything anew, and may send some more for it. */
  #beginAnew(): void {
    [this.#map, this.#most] = [this.#map.anew(), this.sender.requestsOfOrder + maxWithKept];
  }

  /** True where something was met that no walk met before. */
  async #walk(face: Face, create: ActionDescription): Promise<boolean> {
    this.sender.inputs.begin();
    const begun = await this.#begin(face, create);
    if (!begun) return false;
    const done = [create.key];
    let [state, news] = [begun.state, false];
    let came: { readonly from: Place; readonly by: ActionDescription } | undefined;
    while (done.length <= maxLength && this.#mayGoOn) {
      state = await this.#onceFree(begun.traceId, face, done.at(-1) ?? "", state);
      const listed = this.lists.listedIn(state);
      this.steps.push({ done: [...done], state });
      const open = this.known.workflow.actions.filter((action) => action.appends && (!listed || lists(listed, action)));
      const place = { done: [...done], listed };
      if (came) this.#map.led(came.from, came.by, place, open);
      const next = await this.#next(begun.traceId, face, place, open, state);
      news ||= next.news;
      if (next.isOver && came) this.#map.isOver(came.by);
      if (next.taken && came) this.#map.goesOn(came.by);
      if (!next.taken || this.#map.isDone(place, next.taken)) break;
      came = { from: place, by: next.taken };
      done.push(next.taken.key);
      const isToBeRead = this.lists.listing && (this.lists.isShownInPart || !next.state);
      state = isToBeRead ? await this.#read(begun.traceId) : next.state;
    }
    return news;
  }

  /** The first of the open actions that is taken; none where all are refused, or one was not answered. */
  async #next(trace: string, face: Face, place: Place, open: readonly ActionDescription[], state: Json | undefined) {
    let news = false;
    for (const action of this.#map.order(place, open)) {
      news ||= this.#map.isNew(place, action);
      const { taken, answered, state: after } = await this.#attempts.try(trace, face, action);
      this.#map.tried(place, action);
      if (!answered) return { news, isOver: false };
      this.steps.push({ done: place.done, state, tried: { key: action.key, group: action.groupLabel, taken } });
      if (taken) return { news, isOver: false, taken: action, state: after };
    }
    return { news, isOver: true };
  }

  #onceFree(traceId: string, face: Face, last: string, state: Json | undefined) {
    const action = this.known.workflow.actions.find(({ appends }) => appends);
    const tries = async () => action && this.sender.act(traceId, face, action, this.known.files.first(action));
    return this.busy.onceFree(last, state, tries, () => this.#read(traceId));
  }

  async #begin(face: Face, create: ActionDescription) {
    const traceId = await this.#beginnings.begin(face, create);
    return traceId === undefined ? undefined : { traceId, state: await this.#readListed(traceId) };
  }

  /** The state where it lists what may come; else nobody looks at it. */
  async #readListed(traceId: string): Promise<Json | undefined> {
    return this.lists.listing && this.#read(traceId);
  }

  /** The state; where users are shown other lists than the first, with what all of them are shown. */
  #read(traceId: string): Promise<Json | undefined> {
    return this.lists.read((actor) => this.#stateFor(traceId, actor));
  }

  /** The state as one of several users is shown it; as the first reader is where this one is shown none. */
  async #readFor(account: Account, traceId: string): Promise<Json | undefined> {
    const mayRead =
      this.#people.length > 1 && this.#people.some((one) => one.account === account && one.may.includes("read"));
    return (mayRead ? await this.#stateFor(traceId, account) : undefined) ?? this.#read(traceId);
  }

  async #stateFor(trace: string, actor?: Account): Promise<Json | undefined> {
    const exchange = await this.sender.request({ op: "state", face: "v2", trace, ...(actor ? { actor } : {}) });
    return exchange && payloadMember(exchange, "state");
  }
}
