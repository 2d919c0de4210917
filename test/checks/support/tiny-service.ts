/** A conformant service in memory, as small as it can be. It knows neither HTTP nor envelopes. */
import type { Face } from "../../../spec/operations.ts";
import { hash } from "node:crypto";
import type { ResolvedPage } from "../../../spec/vocabulary/history.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../spec/json.ts";
import { tinyFold } from "./tiny-fold.ts";
import type { Choices } from "./choices.ts";

export interface Attachment {
  readonly digest: string;
  readonly name: string;
  readonly bytes: Uint8Array;
}

export interface ActionInput {
  readonly data: JsonObject;
  readonly actionKey: string;
  readonly groupLabel: string;
  readonly files: readonly { readonly name: string; readonly bytes: Uint8Array }[];
}

interface Link {
  readonly id: string;
  readonly input: ActionInput;
  readonly files: readonly Attachment[];
  /** True for a link that nobody sent. */
  readonly own?: true;
}

interface Trace {
  readonly id: string;
  readonly workflow: number;
  readonly links: Link[];
  /** Links of its own that are still to come. */
  readonly coming: Link[];
  isBusy: boolean;
}

export class TinyService {
  readonly #choices: Choices;
  readonly #traces = new Map<string, Trace>();
  readonly #names = new Map<string, string>();
  #ids = 0;
  #reads = 0;

  constructor(choices: Choices) {
    this.#choices = choices;
  }

  uuid(): string {
    return `${(++this.#ids).toString(16).padStart(8, "a")}-0000-4000-8000-00000000000a`;
  }

  create(workflow: number, input: ActionInput): string {
    const trace: Trace = { id: this.uuid(), workflow, links: [], coming: [], isBusy: false };
    this.#traces.set(trace.id.toLowerCase(), trace);
    this.append(trace.id, input);
    return trace.id;
  }

  /** The id that the v2 action answers. */
  append(traceId: string, input: ActionInput): string {
    const link = {
      id: this.uuid(),
      input: this.#understood(input),
      files: input.files.map((file) => ({ ...file, digest: this.#digestOf(file) })),
    };
    const trace = this.#trace(traceId);
    const { links, coming } = trace;
    links.push(link);
    trace.isBusy = this.#choices.busy;
    const { actionUuid, ownLinks } = this.#choices;
    if (ownLinks && links.filter(({ own }) => !own).length % 2 === 0) {
      const label = ownLinks === "copies" ? input.data : { label: `${traceId}-${String(links.length)}` };
      const actionKey = ownLinks === "as users" ? "open" : "label";
      const done = { actionKey, groupLabel: "clerks", data: label, files: [] };
      (ownLinks === "late" ? coming : links).push({ id: this.uuid(), input: done, files: [], own: true });
    }
    return this.#echoed(actionUuid === "trace" ? traceId : actionUuid === "link" ? link.id : this.uuid());
  }

  #understood(input: ActionInput): ActionInput {
    if (!this.#choices.fillsIn || !isJsonObject(input.data)) return input;
    return { ...input, data: { priority: "normal", ...input.data } };
  }

  #echoed(id: string): string {
    return this.#choices.upperCaseUuids ? id.toUpperCase() : id;
  }

  #trace(traceId: string): Trace {
    const trace = this.#traces.get(traceId.toLowerCase());
    if (!trace) throw new Error(`the story knows no trace ${traceId}`);
    return trace;
  }

  #digestOf({ name, bytes }: { readonly name: string; readonly bytes: Uint8Array }): string {
    const content = hash("sha256", bytes);
    if (this.#choices.digests === "content") return content;
    if (this.#choices.digests === "each") return `file-${name}-${String(++this.#ids)}`;
    const known = this.#names.get(content) ?? `object-${String(this.#names.size + 1)}`;
    this.#names.set(content, known);
    return known;
  }

  digest(traceId: string, action: number, position: number): string {
    return this.#trace(traceId).links[action]?.files[position]?.digest ?? "";
  }

  /** How many links there are up to the last that was sent. */
  actions(traceId: string): number {
    return this.#trace(traceId).links.findLastIndex(({ own }) => !own) + 1;
  }

  #folded(trace: Trace): Json {
    const { fold, keepsLatest, keepsFormer, ofGroups } = this.#choices;
    const inputs = trace.links
      .map(({ input }) => input)
      .filter(({ groupLabel }, index) => !ofGroups || index === 0 || groupLabel === "clerks");
    const seen = inputs.map((input) => ({ ...input, data: this.#seen(input, trace) }));
    const telling = seen.filter(({ data }) => !isJsonObject(data) || Object.keys(data).length > 0);
    const folded = tinyFold(fold, (keepsFormer ? telling : seen).slice(-keepsLatest));
    const isSealed = this.#choices.makes && inputs.some(({ actionKey }) => actionKey === "seal");
    if (isSealed && isJsonObject(folded)) return { ...folded, paper: `paper of ${trace.id}` };
    return this.#choices.inCents ? inCents(folded) : folded;
  }

  /** What readers are shown of the data of an action. */
  #seen(its: ActionInput, { links }: Trace): JsonObject {
    const { actionKey, data } = its;
    const { key, name, mask, until, since, each } = this.#choices.keeps ?? {};
    const deciding = each ? links.slice(links.findIndex(({ input }) => input === its) + 1) : links;
    const isDone = (other: string): boolean => deciding.some(({ input }) => input.actionKey === other);
    const isOver = until === undefined ? since !== undefined : isDone(until);
    const isShown = isOver && !(since !== undefined && isDone(since));
    if (isShown || actionKey !== key || name === undefined || !isJsonObject(data) || !Object.hasOwn(data, name))
      return data;
    const { [name]: _, ...others } = data;
    return mask === undefined ? others : { ...others, [name]: mask };
  }

  state(traceId: string): Json {
    const trace = this.#trace(traceId);
    const shown = this.#state(trace);
    this.#settle(trace);
    return shown;
  }

  /** What was still to come is there from the next read on. */
  #settle(trace: Trace): void {
    trace.links.push(...trace.coming.splice(0));
    trace.isBusy = false;
  }

  #state(trace: Trace): Json {
    const { statePath, volatile, extras, gating, mostActions, summaryAfter } = this.#choices;
    if (trace.links.some(({ input }) => input.actionKey === summaryAfter))
      return { closed: true, steps: trace.links.length };
    const named = trace.links.flatMap(({ files }) => files.map(({ name }) => name));
    const plain = this.#folded(trace);
    const folded =
      this.#choices.filesAmongData && isJsonObject(plain) && named.length > 0 ? { ...plain, attached: named } : plain;
    const shown = statePath ? nested(statePath, folded) : { stage: `stage ${String(trace.links.length)}` };
    return {
      ...(isJsonObject(shown) ? shown : {}),
      ...(volatile ? { readAt: `2026-01-01T00:00:${String(++this.#reads)}Z` } : {}),
      ...(gating === "listed"
        ? { next: { clerks: trace.links.length < mostActions && !trace.isBusy ? ["open"] : [] } }
        : {}),
      ...(this.#choices.hasPhase ? { phase: phaseOf(trace) } : {}),
      ...(this.#choices.busy ? { posting: trace.isBusy } : {}),
      ...(extras && statePath?.length !== 0 ? { version: trace.links.length } : {}),
    };
  }

  details(traceId: string, page: ResolvedPage, face: Face = "v2"): Json {
    const shown = this.#details(traceId, page, face);
    this.#settle(this.#trace(traceId));
    return shown;
  }

  #details(traceId: string, page: ResolvedPage, face: Face): Json {
    const { order, cap, legacyCap = cap, cursors, looksBack, extras } = this.#choices;
    const { size: defaultSize, end: defaultEnd } = this.#ownPage(face);
    const { links } = this.#trace(traceId);
    const list = order === "newest-first" ? links.toReversed() : links;
    const from = page.after === undefined ? 0 : this.#placeOf(list, page.after, 0) + 1;
    const to = page.before === undefined ? list.length : this.#placeOf(list, page.before, 1);
    const backward = page.last !== undefined || (page.first === undefined && defaultEnd === "end");
    const size = Math.min(face === "legacy" ? legacyCap : cap, Number(page.first ?? page.last ?? defaultSize));
    const start = backward ? Math.max(from, to - size) : from;
    const end = backward ? to : Math.min(to, from + size);
    const shown = list.slice(start, end);
    const stamp = cursors === "fresh" ? `~${String(++this.#reads)}` : "";
    const cursorOf = (link: Link | undefined, place: number) =>
      link && (cursors === "offset" ? String(place) : `c-${link.id}${stamp}`);
    const startCursor = cursorOf(shown[0], start);
    const endCursor = cursorOf(shown.at(-1), end);
    return {
      links: shown.map((link) => this.#shown(link, this.#trace(traceId))),
      totalCount: list.length,
      info: {
        hasNext: backward && !looksBack ? false : end < list.length,
        hasPrevious: !backward && !looksBack ? false : start > 0,
        ...(cursors === "null" ? { startCursor: null, endCursor: null } : {}),
        ...(cursors !== "null" && cursors !== "none" && startCursor !== undefined && endCursor !== undefined
          ? { startCursor, endCursor }
          : {}),
        ...(extras ? { pageSize: size } : {}),
      },
      ...(extras ? { nodes: [] } : {}),
    };
  }

  #ownPage(face: Face): { readonly size: number; readonly end: "start" | "end" } {
    const { defaultSize, defaultEnd, legacyDefault } = this.#choices;
    return (face === "legacy" ? legacyDefault : undefined) ?? { size: defaultSize, end: defaultEnd };
  }

  /** Offset cursors name the gap before a link; the others name the link. */
  #placeOf(list: readonly Link[], cursor: Json, side: 0 | 1): number {
    const text = String(cursor);
    if (this.#choices.cursors === "offset") return Number(text) - (side === 0 ? 1 : 0);
    return list.findIndex(({ id }) => text.split("~")[0] === `c-${id}`);
  }

  #shown(link: Link, trace: Trace): Json {
    const { id, input, files } = link;
    const { linkPath, digestsShown, volatile, extras, bareLinks, sealedLinks, snapshots } = this.#choices;
    const upTo = { ...trace, links: trace.links.slice(0, trace.links.indexOf(link) + 1) };
    if (sealedLinks) return { sealed: `sealed ${String(++this.#reads)}` };
    const named: JsonObject =
      this.#choices.filesAmongData && files.length > 0 ? { attached: files.map(({ name }) => name) } : {};
    const { key, until } = this.#choices.withholds ?? {};
    const withheld = input.actionKey === key && !trace.links.some((other) => other.input.actionKey === until);
    const seen = this.#seen(input, trace);
    const shown = isJsonObject(seen) ? { ...seen, ...named } : seen;
    const data = linkPath && !withheld ? nested(linkPath, shown) : {};
    return {
      ...(bareLinks ? {} : { id }),
      actionKey: input.actionKey,
      ...(isJsonObject(data) ? data : {}),
      ...(snapshots ? { stateAfter: this.#folded(upTo) } : {}),
      ...(digestsShown ? { files: files.map(({ name, digest }) => ({ name, digest })) } : {}),
      ...(volatile ? { readAt: `2026-01-01T00:00:${String(++this.#reads)}Z` } : {}),
      ...(extras ? { signatures: [{ type: "none" }], parent: null } : {}),
    };
  }

  /** The attachments of the trace with these digests; undefined when one of them is none of its own. */
  files(traceId: string, digests: readonly string[]): Attachment[] | undefined {
    const all = this.#trace(traceId).links.flatMap(({ files }) => files);
    const found = digests.flatMap((digest) => {
      const holders = all.filter((file) => file.digest === digest);
      return this.#choices.zipsEveryHolder ? holders : holders.slice(0, 1);
    });
    return digests.every((digest) => all.some((file) => file.digest === digest)) ? [...new Set(found)] : undefined;
  }

  search(workflow: number, filters: JsonObject): string[] {
    const { text, searchPath, hasPhase } = this.#choices;
    const matches = (trace: Trace): boolean => {
      let data: Json | undefined = this.#folded(trace);
      if (hasPhase && isJsonObject(data)) data = { ...data, phase: phaseOf(trace) };
      for (const step of searchPath) data = isJsonObject(data) ? data[step] : undefined;
      const parts: readonly (Json | undefined)[] = Array.isArray(data) ? data : [data];
      return parts.some(
        (part) => isJsonObject(part) && Object.entries(filters).every(([key, wanted]) => same(wanted, part[key], text)),
      );
    };
    return [...this.#traces.values()]
      .filter((trace) => trace.workflow === workflow && matches(trace))
      .map(({ id }) => this.#echoed(id));
  }
}

function phaseOf({ links }: Trace): string {
  return `phase ${String(links.length)}`;
}

function same(wanted: Json, value: Json | undefined, text: Choices["text"]): boolean {
  if (typeof wanted !== "string" || typeof value !== "string" || text === "exact") return wanted === value;
  const [left, right] = [wanted.toLowerCase(), value.toLowerCase()];
  if (text === "case-insensitive") return left === right;
  return text === "prefix" ? right.startsWith(left) : right.includes(left);
}

function inCents(data: Json): Json {
  if (!isJsonObject(data)) return data;
  return Object.fromEntries(
    Object.entries(data).map(([key, value]) =>
      typeof value === "number" ? [`${key}Cents`, value * 100] : [key, value],
    ),
  );
}

function nested(path: readonly string[], value: Json): Json {
  return path.reduceRight<Json>((inside, key) => ({ [key]: inside }), value);
}
