/** Looks for a trace by a text of its data, in every way in which filters may be written. */
import { partsOf } from "../../spec/open-points/state-folds.ts";
import type { Json } from "../../spec/json.ts";
import { faces, type Face } from "../../spec/operations.ts";
import { payloadMember } from "../../spec/readings/outcome.ts";
import { ofWorkflow } from "../../spec/readings/state-data.ts";
import type { OpenPointValues } from "../../spec/vocabulary/profile.ts";
import type { KnownTrace } from "../seen/known-traces.ts";
import { traceIdsOf } from "../fixture/find-fixture.ts";
import { best } from "../lib/tally.ts";
import { statusText } from "../lib/wording.ts";
import { unknown, type ProbeContext, type Readings } from "../probe.ts";
import { askSearches, type Answer, type SearchToAsk, type WorkflowKey } from "./ask-search.ts";
import { computedMember, otherThan } from "./computed-members.ts";
import {
  filterStyles,
  keysOf,
  naturalKeys,
  placesShowing,
  stylesBelow,
  styleText,
  type FilterStyle,
  type SearchKeys,
} from "./filter-styles.ts";
import { numberOfCreation, textOfCreation, type Member } from "./members.ts";

const workflowKeys: readonly WorkflowKey[] = ["id", "name"];
/** When all ways are tried again while nothing is found, as parts of the time that a search may lag. */
const retries: readonly number[] = [0.06, 0.2, 0.45, 1];
/** With more ways than this left, only the last of those times is waited for. */
const manyWays = 12;

/** What the searches so far say about one way of writing filters. */
interface Finding {
  readonly style: FilterStyle;
  readonly face: Face;
  readonly key: WorkflowKey;
  /** 2: finds the trace by its text and not by another; 1: finds it by any text. */
  readonly points: number;
}

/** One discovery for one trace, found by one member of its data. */
export class SearchDiscovery {
  readonly #context: ProbeContext;
  readonly #trace: KnownTrace;
  #member: Member<string | number>;
  /** Path values that are still possible, by face. */
  #keys: Readonly<Record<Face, readonly WorkflowKey[]>> = { v2: workflowKeys, legacy: workflowKeys };
  #answers: readonly Answer[] = [];
  #missed = false;

  constructor(context: ProbeContext, trace: KnownTrace, member: Member<string | number>) {
    this.#context = context;
    this.#trace = trace;
    this.#member = member;
  }

  /** What it is found by, in words. */
  get #kind(): string {
    return typeof this.#member.value === "string" ? "text" : "number";
  }

  async readings(): Promise<Readings> {
    const state = await this.#computedState();
    // What no state shows need not be found.
    if (state !== undefined && typeof this.#member.value === "string")
      this.#member = textOfCreation(this.#context, this.#trace) ?? this.#member;
    const [natural, ...others] = filterStyles(this.#context, placesShowing(state, this.#member));
    if (!natural) return {};
    let findings = await this.#first(natural);
    const look = async (searches: readonly SearchToAsk[]) => {
      findings = [...findings, ...(await this.#look(searches))];
    };
    for (const face of faces) {
      if (isGood(findings)) break;
      await look(this.#keys[face].flatMap((key) => others.map((style) => this.#search(face, key, style))));
    }
    for (const part of retries) {
      const open = this.#stillPossible();
      if (isGood(findings) || open.length === 0) break;
      if (open.length > manyWays && part < 1) continue;
      this.#missed = true;
      await this.#until(part);
      await look(open);
    }
    // A text may stand in no state that filters reach, where a number of the same data does.
    const number = findings.length === 0 ? numberOfCreation(this.#trace) : undefined;
    if (number && typeof this.#member.value === "string") {
      this.#member = number;
      this.#missed = false;
      const styles = [natural, ...placesShowing(state, number).flatMap(stylesBelow)];
      const ways = faces.flatMap((face) => this.#keys[face].map((key) => ({ face, key })));
      await look(ways.flatMap(({ face, key }) => styles.map((style) => this.#search(face, key, style))));
    }
    const mayBeComputed = findings.length === 0 && mayFindComputed(this.#stateReading);
    const computed = mayBeComputed ? await computedMember(this.#context, this.#trace, this.#keys) : undefined;
    return computed ? this.#saidOfComputed(computed.name) : this.#said(findings);
  }

  get #stateReading(): OpenPointValues["state-data"] | undefined {
    const { reading, target } = this.#context;
    return ofWorkflow(reading("state-data"), target.workflows[this.#trace.workflow]);
  }

  /** The state of the trace, where the data have no place of their own in it. */
  async #computedState(): Promise<Json | undefined> {
    if (this.#stateReading?.path !== null) return undefined;
    const [read] = await this.#context.ask("the state of the trace for search", [
      { step: { op: "state", face: "v2", trace: this.#trace.traceId } },
    ]);
    return read && payloadMember(read, "state");
  }

  /** The natural way by the id, and where that does not find the trace by the name too; then which of them is taken. */
  async #first(natural: FilterStyle): Promise<readonly Finding[]> {
    const pin = this.#context.pin("search-workflow-key");
    const early = await this.#look(faces.map((face) => this.#search(face, pin?.[face] ?? "id", natural)));
    const missing = faces.filter((face) => !early.some((finding) => finding.face === face && finding.points === 2));
    const more = missing.flatMap((face) =>
      workflowKeys.flatMap((key) => [
        ...(key === (pin?.[face] ?? "id") ? [] : [this.#search(face, key, natural)]),
        { ...this.#search(face, key, natural), filters: {} },
      ]),
    );
    const later = await this.#look(more);
    this.#keys = { v2: this.#likelyKeys("v2"), legacy: this.#likelyKeys("legacy") };
    return [...early, ...later];
  }

  #search(face: Face, key: WorkflowKey, style: FilterStyle): SearchToAsk {
    return { face, key, style, filters: { [this.#member.name]: this.#member.value } };
  }

  /**
   * Ways that were accepted and found nothing may find the trace later; where none was accepted, so may those that were
   * refused, since an index may not know a new field yet.
   */
  #stillPossible(): readonly SearchToAsk[] {
    const filtered = this.#answers.filter(({ search }) => Object.keys(search.filters).length > 0);
    const accepted = filtered.filter(({ outcome }) => outcome === "not-found");
    const open = accepted.length > 0 ? accepted : filtered.filter(({ outcome }) => outcome === "refused");
    return [...new Map(open.map(({ search }) => [JSON.stringify(search), search])).values()].filter(({ face, key }) =>
      this.#keys[face].includes(key),
    );
  }

  async #until(part: number): Promise<void> {
    const due = this.#trace.createdAtMs + part * this.#context.target.searchLagMs;
    const lastMs = Math.max(
      ...this.#answers.map(({ exchange }) => exchange?.receivedAtMs ?? 0),
      this.#trace.createdAtMs,
    );
    await this.#context.pause(Math.max(50, due - lastMs));
  }

  /** Sends the searches, and a search for another text in every way that found the trace. */
  async #look(asked: readonly SearchToAsk[]): Promise<readonly Finding[]> {
    const answers = await askSearches(this.#context, "search-keys", this.#trace.traceId, asked);
    this.#answers = [...this.#answers, ...answers];
    const hits = answers.filter(({ outcome, search }) => outcome === "found" && Object.keys(search.filters).length > 0);
    const wrong = hits.map(({ search }) => ({
      ...search,
      filters: { [this.#member.name]: otherThan(this.#member.value) },
    }));
    const controls = await askSearches(this.#context, "search-keys", this.#trace.traceId, wrong);
    return controls.map(({ search: { face, key, style }, outcome }) => {
      // Only an answer without the trace shows that the text made a difference.
      return { face, key, style, points: outcome === "not-found" ? 2 : 1 };
    });
  }

  /** Values that were accepted; else those not answered as unknown; else both. */
  #likelyKeys(face: Face): readonly WorkflowKey[] {
    const of = (key: WorkflowKey) => this.#answers.filter(({ search }) => search.face === face && search.key === key);
    const accepted = workflowKeys.filter((key) =>
      of(key).some(({ outcome }) => outcome === "found" || outcome === "not-found"),
    );
    if (accepted.length === 1) return accepted;
    // An unknown workflow may be answered with an empty list; then the value that brings any trace is the right one.
    const bringing = workflowKeys.filter((key) =>
      of(key).some(({ exchange }) => exchange && traceIdsOf(exchange).length > 0),
    );
    if (accepted.length > 0) return bringing.length > 0 ? bringing.slice(0, 1) : accepted.slice(0, 1);
    const status = (key: WorkflowKey) => of(key)[0]?.exchange?.response?.status;
    const known = workflowKeys.filter((key) => status(key) !== undefined && status(key) !== 404);
    return known.length > 0 ? known : workflowKeys;
  }

  #said(findings: readonly Finding[]): Readings {
    const styles = [...new Map(findings.map(({ style }) => [JSON.stringify(style), style])).values()];
    // A way that tells texts apart on one face goes before a way that finds anything on both.
    const pointsOf = (style: FilterStyle) => {
      const points = faces.map((face) => {
        const own = findings.filter((one) => one.face === face && same(one.style, style));
        return Math.max(0, ...own.map((one) => one.points));
      });
      return Math.max(...points) * 10 + points.reduce((sum, one) => sum + one, 0);
    };
    const style = best(styles, pointsOf);
    const key = this.#workflowKey(findings, style);
    if (!style) {
      const sent = this.#answers.length;
      const refusals = this.#answers.filter(({ outcome }) => outcome === "refused").length;
      const nothing = unknown(
        `None of ${String(sent)} searches for a trace by its ${this.#kind} found it within the configured lag (${String(refusals)} were refused, the last with ${statusText(this.#answers.at(-1)?.exchange)}).`,
      );
      return { "search-workflow-key": key, "search-keys": nothing, "search-lag": nothing };
    }
    const effective = isGood(findings);
    const first = this.#answers.find(({ outcome, search }) => outcome === "found" && same(search.style, style));
    const ms = Math.max(0, Math.round((first?.exchange?.receivedAtMs ?? 0) - this.#trace.createdAtMs));
    return {
      "search-workflow-key": key,
      "search-keys": {
        value: effective ? { ...keysOf(style), valueTypes: [typeof this.#member.value] } : naturalKeys(style),
        evidence: `A trace was found by a ${this.#kind} of its data written as ${styleText(style)}${effective ? "" : `, but by another ${this.#kind} too`}.`,
      },
      "search-lag": {
        value: this.#missed ? { ms } : { ms, atFirst: true },
        evidence: this.#missed
          ? `A search found a new trace after ${String(ms)} ms.`
          : `A search found a new trace at the first try, ${String(ms)} ms after it was created.`,
      },
    };
  }

  /** Nothing that was sent finds the trace; what the target computes for its state does. */
  #saidOfComputed(name: string): Readings {
    const value: SearchKeys = { ...keysOf({ path: [], join: "dotted" }), valueTypes: [], computed: true };
    const evidence = `No search by what was sent found its trace; by \`${name}\`, which the target computes for the state, one did.`;
    return {
      "search-workflow-key": this.#workflowKey([], undefined),
      "search-keys": { value, evidence },
      "search-lag": unknown("Nothing that was sent can be searched for."),
    };
  }

  #workflowKey(
    findings: readonly Finding[],
    style: FilterStyle | undefined,
  ): Required<Readings>["search-workflow-key"] {
    const pin = this.#context.pin("search-workflow-key");
    const keyOf = (face: Face): WorkflowKey | undefined => {
      const own = findings.filter((one) => one.face === face && (!style || same(one.style, style)));
      // Where both are taken either will do; the pinned one first, so that it does not look like a change.
      const order = pin ? [...own.filter(({ key }) => key === pin[face]), ...own] : own;
      const accepted = this.#answers.filter(({ search, outcome }) => search.face === face && /found/.test(outcome));
      return best(order, ({ points }) => points)?.key ?? accepted[0]?.search.key;
    };
    const [v2, legacy] = [keyOf("v2"), keyOf("legacy")];
    const [either] = [v2, legacy].filter((key) => key !== undefined);
    if (!either) return unknown("No search was accepted, neither by the workflow's id nor by its name.");
    const value: OpenPointValues["search-workflow-key"] = { v2: v2 ?? either, legacy: legacy ?? either };
    const acceptedText = (face: Face, key: WorkflowKey | undefined) =>
      key ? `${face} search by the workflow's ${key} was accepted` : `no ${face} search was accepted`;
    return { value, evidence: `${acceptedText("v2", v2)}; ${acceptedText("legacy", legacy)}.` };
  }
}

/**
 * True where the state shows nothing that was sent, or the data of single actions below a name: what stands beside them
 * can be searched.
 */
export function mayFindComputed(state: OpenPointValues["state-data"] | undefined): boolean {
  if (!state) return false;
  if (state.path === null) return true;
  // What keeps the data of each action apart, or of the last alone.
  const { rule, container } = partsOf(state.fold);
  return state.path.length > 0 && (container !== undefined || rule === "replace" || rule === "list");
}

function isGood(findings: readonly Finding[]): boolean {
  return findings.some(({ points }) => points === 2);
}

function same(left: FilterStyle, right: FilterStyle): boolean {
  return left.join === right.join && JSON.stringify(left.path) === JSON.stringify(right.path);
}
