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
  busy: BusyAfter;
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
      // With kept members, a refusal only says that these values do not lead on.
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

  /** Walks follow this list from now on, which states were found to have. */
  follow(listing: NextActions): void {
    [this.lists, this.busy] = [this.lists.following(listing), new BusyAfter(listing)];
    this.#beginAnew();
  }

  /**
   * Walks until nothing new is met.
   * @param kept by the key of an action, the data members that led furthest in earlier walks
   */
  async explore(kept?: ReadonlyMap<string, KeptValues>): Promise<void> {
    const { files, moment, workflow } = this.known;
    if (kept) this.#beginAnew();
    this.sender.kept = kept ?? new Map();
    files.isTried = moment.isAsked = true;
    const creating = workflow.actions.filter(({ creates }) => creates);
    let withoutNews = 0;
    for (let walk = 0; walk < maxWalks && this.#mayGoOn; walk += 1) {
      // Each creating action through one face, then each through the other.
      const face = alternating(Math.floor(walk / Math.max(1, creating.length)));
      const [create] = this.known.actions(creating[walk % Math.max(1, creating.length)]?.key);
      const news = create && (await this.#walk(face, create));
      withoutNews = news === true ? 0 : withoutNews + 1;
      if (walk >= creating.length && withoutNews >= creating.length && this.#map.hasTriedAll) break;
    }
    moment.isAsked = false;
    this.sender.kept = new Map();
  }

  /** Tries an action on a trace with these actions, and notes the outcome. */
  async tryAfter(traceId: string, done: readonly string[], key: string, face: Face): Promise<boolean> {
    const actions = this.known.actions(key);
    const state = actions.length > 0 ? await this.#readListed(traceId) : undefined;
    if (state !== undefined) this.steps.push({ done, state });
    // An action of several groups may be up to any of them.
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

  /** Which of these actions the state of the trace lists. */
  async listedAfter(traceId: string, done: readonly string[], keys: readonly string[]): Promise<readonly string[]> {
    const state = await this.#read(traceId);
    this.steps.push({ done, state });
    const listed = this.lists.listedIn(state);
    return keys.filter((key) => listed && this.known.actions(key).some((action) => lists(listed, action)));
  }

  /** Sends an action with exactly these files: on a trace, or to create one. */
  async sendWith(files: readonly FileSpec[], face: Face, key: string, trace?: string): Promise<Exchange | undefined> {
    const [action] = this.known.actions(key);
    if (action && trace !== undefined) return this.sender.act(trace, face, action, files);
    return action && this.sender.begin(face, action, files);
  }

  /**
   * Repeats actions on a fresh trace. Returns the keys that were accepted, up to the first that was not.
   * @param kept by place, the members that keep their values
   * @param mostGroups for an action of several groups, at most so many try it
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
      let isDone = false;
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

  /** Whether an action is accepted on a trace, through either face. */
  async takes(traceId: string, key: string): Promise<boolean> {
    const [action] = this.known.actions(key);
    return action !== undefined && (await this.#attempts.try(traceId, "legacy", action)).taken;
  }

  /**
   * Whether an action, refused last on this trace, is accepted with the members that this value of a member requires.
   */
  async takesWithMore(traceId: string, key: string, of: OfValue): Promise<boolean> {
    const [action] = this.known.actions(key);
    return (
      action !== undefined &&
      this.known.seekFormOfValue(action, traceId, of, (account) => this.#readFor(account, traceId))
    );
  }

  /** From now on the action is sent without a value that both faces refused for itself. */
  dropRefusedValue(traceId: string, key: string, of: OfValue): void {
    for (const action of this.known.actions(key).slice(0, 1)) this.known.dropRefusedValue(action, traceId, of);
  }

  /** Whether both faces accept the action, one after the other. */
  async takesThroughBoth(traceId: string, key: string): Promise<boolean> {
    const [action] = this.known.actions(key);
    const send = (face: Face) => action && this.sender.act(traceId, face, action, false);
    return isTaken(await send("v2")) && isTaken(await send("legacy"));
  }

  get #mayGoOn(): boolean {
    return this.sender.requestsOfOrder < this.#most;
  }

  /** Starts a new map and allows some more requests, as walks now go by something else. */
  #beginAnew(): void {
    [this.#map, this.#most] = [this.#map.anew(), this.sender.requestsOfOrder + maxWithKept];
  }

  /** Walks along one trace. Returns true where it met something that no walk met before. */
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

  /** Tries the open actions until one is accepted; none where all are refused, or an answer is missing. */
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

  /** The state, read only where it lists what may come next. */
  async #readListed(traceId: string): Promise<Json | undefined> {
    return this.lists.listing && this.#read(traceId);
  }

  /** The state as the first reader sees it; where other readers see other lists, with all that any of them sees. */
  #read(traceId: string): Promise<Json | undefined> {
    return this.lists.read((actor) => this.#stateFor(traceId, actor));
  }

  /** The state as this user sees it; as the first reader sees it where this one may not read. */
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
