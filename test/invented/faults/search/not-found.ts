/** Traces that fit and are not found. */
import type { Workflow } from "../../../lib/service/domain.ts";
import type { Call } from "../../../lib/service/http.ts";
import { type Json, type JsonObject, own, sameJson } from "../../../lib/service/json.ts";
import { compareFilters } from "../../changes/search.ts";
import { actionsOf, follow, keysOf, listNext, people, present, trade, trades } from "../../process.ts";
import { chargingDesk } from "../../processes/desks.ts";
import { followListed, isOver, tender } from "../../processes/tenders.ts";
import type { Trace } from "../../service.ts";
import { aroundStep, changeResult, after, around, type Faults, onRecord } from "../../tools.ts";
import { amount, begun, linksBy, many, upTo } from "../../counts.ts";
import { coded, derive, inState } from "../../rules.ts";
import { among, holdTold, int, num, sheet, str } from "../../sheets.ts";

const texts = (value: Json | undefined): string[] => {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(texts) : [];
};

/** The type under which a search engine files a value. */
function filedAs(value: Json | undefined): string | undefined {
  const one = Array.isArray(value) ? value[0] : value;
  return one === null || one === undefined ? undefined : typeof one;
}

const kindOf = (value: Json): string => (Array.isArray(value) ? "array" : typeof value);

export const notFound: Faults = {
  "a-hundred-fields": {
    title: "The index of a workflow has a hundred fields: what comes under the hundred and first name is not found.",
    apply(s) {
      const fields = new Map<string, Set<string>>();
      onRecord(s, ({ data }, { workflow }) => {
        const known = fields.get(workflow.id) ?? new Set<string>();
        fields.set(workflow.id, known);
        for (const key of Object.keys(data)) if (known.size < 100) known.add(key);
      });
      compareFilters(
        s,
        (held, wanted, key, { workflow }) => fields.get(workflow.id)?.has(key) === true && sameJson(held, wanted),
      );
    },
  },
  "last-shard": {
    title: "The sixteenth shard is left out of every search: traces whose id begins with f are not found.",
    apply(s) {
      changeResult(s, "search", (found) => found.filter((id) => !id.startsWith("f")));
    },
  },
  "found-by-the-last-hand": {
    title: "A search finds the traces on which one did the latest action; what a colleague went on with is gone.",
    apply(s) {
      const process = follow(s, {
        actions: trades,
        next: trade,
        people,
        nextActions: { path: ["nextActions"], by: "group" },
      });
      listNext(s, process);
      const { matches } = s;
      s.matches = (trace, filters, call) =>
        trace.links.at(-1)?.author === process.reader(call)?.email && matches(trace, filters, call);
    },
  },
  "awarded-gone-from-v2-search": {
    title: "A trace that has come to its end is found by legacy searches and no longer by those of v2.",
    apply(s) {
      const running = followListed(s, tender);
      changeResult(s, "search", (found, _workflow, _filters, call) =>
        found.filter((id) => {
          const trace = s.traces.get(id);
          return call.face === "legacy" || (trace && !isOver(running, trace));
        }),
      );
    },
  },
  "ended-not-found": {
    title: "The legacy search does not find traces that were closed; that of v2 does.",
    apply(s) {
      follow(s, chargingDesk);
      const { matches } = s;
      s.matches = (trace, filters, call) =>
        (call.face === "v2" || keysOf(trace).at(-1) !== "close") && matches(trace, filters, call);
    },
  },
  "thirty-then-filtered": {
    title: "A search looks through the thirty newest traces of the workflow, and filters only these.",
    apply(s) {
      s.search = (workflow, filters, call) =>
        [...s.traces.values()]
          .filter((trace) => trace.workflow === workflow)
          .slice(-30)
          .filter((trace) => s.matches(trace, filters, call))
          .map(({ id }) => id);
    },
  },
  "equal-states-found-once": {
    title: "Of several traces with the same state, a search names only the latest.",
    apply(s) {
      aroundStep(s, "search", (search) => (workflow, filters, call) => {
        const byState = new Map<string, string>();
        for (const id of search(workflow, filters, call)) byState.set(JSON.stringify(s.traces.get(id)?.state), id);
        return [...byState.values()];
      });
    },
  },
  "long-texts-not-indexed": {
    title: "Texts of more than 255 characters are kept, but no search finds them.",
    apply(s) {
      changeResult(
        s,
        "matches",
        (isMatch, _trace, filters) => isMatch && texts(filters).every((text) => text.length <= 255),
      );
    },
  },
  "one-hit-for-equal-states": {
    title: "Hits are grouped by their state: of two traces with the same data, only the first is found.",
    apply(s) {
      aroundStep(s, "search", (search) => (workflow, filters, call) => {
        const seen = new Set<string>();
        return search(workflow, filters, call).filter((id) => {
          const text = JSON.stringify(s.traces.get(id)?.state);
          const isNew = !seen.has(text);
          seen.add(text);
          return isNew;
        });
      });
    },
  },
  // "Traces of a workflow can be searched by state data filters"
  "index-of-32-bits": {
    title: "Whole numbers beyond 32 bits are kept, but the index does not hold them: no search finds them.",
    apply(s) {
      changeResult(
        s,
        "matches",
        (isMatch, _trace, filters) =>
          isMatch &&
          Object.values(filters).every((value) => !Number.isInteger(value) || Math.abs(Number(value)) < 2 ** 31),
      );
    },
  },
  "twenty-five-hits": {
    title: "A search gives the first twenty-five hits, and no way to the others.",
    choice: "Limits are not shown; from twenty traces on a shorter answer may be as much as the service gives.",
    apply(s) {
      changeResult(s, "search", (found) => found.slice(0, 25));
    },
  },
  // "Traces of a workflow can be searched by state data filters"
  "first-type-wins": {
    title:
      "The first value of a key decides in a workflow how the key is indexed: values of another type are not found.",
    apply(s) {
      const types = new Map<string, string>();
      onRecord(s, (link, trace) => {
        for (const key of Object.keys(link.data)) {
          const type = filedAs(own(link.data, key));
          const place = `${trace.workflow.id} ${key}`;
          if (type !== undefined && !types.has(place)) types.set(place, type);
        }
      });
      changeResult(
        s,
        "matches",
        (isMatch, trace, filters) =>
          isMatch &&
          Object.keys(filters).every((key) => {
            const type = filedAs(own(trace.state, key));
            return type === undefined || type === (types.get(`${trace.workflow.id} ${key}`) ?? type);
          }),
      );
    },
  },
  // "Traces of a workflow can be searched by state data filters"
  "entry-of-the-last-workflow": {
    title:
      "The index has one workflow a member and value: once a second has it too, the first finds its traces no more.",
    apply(s) {
      const owners = new Map<string, Workflow>();
      const entry = (object: JsonObject, key: string): string => JSON.stringify([key, own(object, key)]);
      onRecord(s, ({ data }, { workflow }) => {
        for (const key of Object.keys(data)) owners.set(entry(data, key), workflow);
      });
      aroundStep(s, "search", (search) => (workflow, filters, call) => {
        const lost = Object.keys(filters).some((key) => (owners.get(entry(filters, key)) ?? workflow) !== workflow);
        return lost ? [] : search(workflow, filters, call);
      });
    },
  },
  "latest-thirty-searched": {
    title: "Search looks only at the thirty traces of the workflow that were created last.",
    apply(s) {
      const { search: find } = s;
      s.search = (workflow, filters, call) => {
        const traces = [...s.traces.values()].filter((trace) => trace.workflow === workflow);
        const latest = new Set(traces.slice(-30).map(({ id }) => id));
        return find(workflow, filters, call).filter((id) => latest.has(id));
      };
    },
  },
  "type-of-first-value-rules": {
    title: "The first value of a member in a workflow fixes its type: values of other types are never found by it.",
    apply(s) {
      const types = new Map<string, string>();
      const nameOf = (trace: Trace, key: string) => `${trace.workflow.id} ${key}`;
      after(s, "record", (result) => {
        for (const [key, value] of Object.entries(result.link.data)) {
          const name = nameOf(result.trace, key);
          if (!types.has(name)) types.set(name, typeof value);
        }
      });
      changeResult(
        s,
        "matches",
        (isMatch, trace, filters) =>
          isMatch && Object.entries(filters).every(([key, value]) => types.get(nameOf(trace, key)) === typeof value),
      );
    },
  },
  "first-value-sets-the-type": {
    title:
      "The index of a workflow takes the type of a member from its first value; a trace of another is not indexed.",
    apply(s) {
      const types = new Map<string, string>();
      const index = new WeakMap<Trace, JsonObject>();
      onRecord(s, (_link, trace) => {
        const fits = Object.keys(trace.state).map((key) => {
          const value = own(trace.state, key) ?? null;
          const name = `${trace.workflow.id} ${key}`;
          if (value !== null && !types.has(name)) types.set(name, kindOf(value));
          return value === null || types.get(name) === kindOf(value);
        });
        if (fits.every(Boolean)) index.set(trace, trace.state);
      });
      aroundStep(s, "matches", (matches) => (trace, filters, call) => {
        const state = index.get(trace);
        return state !== undefined && matches({ ...trace, state }, filters, call);
      });
    },
  },
  "long-texts-left-out": {
    title: "Texts of more than 256 characters are not indexed: no search for one finds its trace.",
    apply(s) {
      changeResult(
        s,
        "matches",
        (isMatch, _trace, filters) =>
          isMatch && Object.values(filters).every((wanted) => typeof wanted !== "string" || wanted.length <= 256),
      );
    },
  },
  "names-without-case": {
    title: "The columns of the index have names without case: of the members Unit and unit it holds the later one.",
    apply(s) {
      s.matches = ({ state }, filters) => {
        const columns = new Map(Object.keys(state).map((key) => [key.toLowerCase(), own(state, key) ?? null]));
        return Object.keys(filters).every((key) => sameJson(columns.get(key.toLowerCase()), own(filters, key) ?? null));
      };
    },
  },
  "sold-and-unfindable": {
    title:
      "A wheel of cheese that was sold is found by the v2 search alone; the legacy one looks among those in the cellar.",
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "press", groupLabel: "dairy", creates: true },
          { key: "turn", groupLabel: "cellar", atMost: 6 },
          { key: "grade", groupLabel: "cellar", after: ["turn"], atMost: 1 },
          { key: "sell", groupLabel: "shop", after: ["grade"], ends: true },
        ],
        next(done) {
          if (done.includes("sell")) return [];
          const grade = done.includes("turn") ? upTo(1, done, "grade") : [];
          return [...upTo(6, done, "turn"), ...grade, ...(done.includes("grade") ? ["sell"] : [])];
        },
      });
      holdTold(s, running, {
        press: sheet({ milk: among("cow", "goat", "sheep"), kilos: num(1, 12) }),
        turn: sheet({ "humidity?": int(60, 99) }),
        grade: sheet({ grade: among("I", "II", "III") }),
        sell: sheet({ euros: num(10, 900) }),
      });
      derive(s, running, (trace) => ({
        milk: begun(trace, "milk"),
        kilos: begun(trace, "kilos"),
        turns: many(trace, "turn"),
        grade: linksBy(trace, "grade")[0]?.data["grade"] ?? null,
        sold: keysOf(trace).includes("sell"),
      }));
      changeResult(
        s,
        "matches",
        (isMatch, trace, _filters, call) => isMatch && (call.face === "v2" || !keysOf(trace).includes("sell")),
      );
    },
  },
  "found-by-means": {
    title: "Whoever logs in with a private key finds only the traces begun so, and with a password only the others.",
    apply(s) {
      const means = new WeakMap<Call, string>();
      const begun = new WeakMap<Trace, string>();
      const { matches } = s;
      after(s, "verifyToken", (claims, _token, call) => {
        if (claims) means.set(call, claims.via);
      });
      after(s, "record", (recorded, call) => {
        if (!begun.has(recorded.trace)) begun.set(recorded.trace, means.get(call) ?? "");
      });
      s.matches = (trace, filters, call) => begun.get(trace) === means.get(call) && matches(trace, filters, call);
    },
  },
  // "Response 200: `{error, data: array of strings}`, each a trace UUID": those that fit the filters
  "search-after-a-refused-one": {
    title: "The first v2 search after one that was refused finds nothing.",
    awaits: "a search that misses what one before it found, told from an index or a replica that lags",
    apply(s) {
      let broken = false;
      around(s, "POST /v2/workflows/{}/traces/search", (real) => async (call, ...params) => {
        try {
          const reply = await real(call, ...params);
          const answered = broken ? s.ok(call, []) : reply;
          broken = false;
          return answered;
        } catch (error) {
          broken = true;
          throw error;
        }
      });
    },
  },
  "nothing-found-by-nought": {
    title: "The v2 search finds no trace by a computed value that is 0 or false, which the state shows.",
    apply(s) {
      const running = follow(s, {
        actions: actionsOf(
          "take of samplers",
          "test of chemists",
          "warn of health office",
          "lift of health office",
          "file of samplers",
        ),
        people: { ines: { groups: ["samplers", "chemists"] }, gil: { groups: ["health office"] } },
        nextActions: inState,
        next(done, trace) {
          if (done.includes("file")) return [];
          const bad = amount(own(linksBy(trace, "test").at(-1)?.data ?? {}, "germs")) > 100;
          const warned = done.lastIndexOf("warn") > done.lastIndexOf("lift");
          if (bad && !warned) return ["warn"];
          if (warned) return bad ? upTo(6, done, "test") : ["lift"];
          return [...upTo(6, done, "test"), ...(done.includes("test") ? ["file"] : [])];
        },
      });
      coded(s, { "006": 409 });
      holdTold(s, running, {
        take: sheet({ place: str(80), celsius: num(0, 40) }),
        test: sheet({ germs: int(0, 5000), "clear?": { type: "boolean" } }),
        warn: sheet({ text: str(200) }),
      });
      derive(s, running, (trace) => ({
        place: begun(trace, "place"),
        tests: many(trace, "test"),
        germs: own(linksBy(trace, "test").at(-1)?.data ?? {}, "germs") ?? null,
        warned: many(trace, "warn") > many(trace, "lift"),
      }));
      present(s, (state, trace) => ({ ...state, nextActions: running.byGroup(trace) }));
      aroundStep(s, "matches", (matches) => (trace, filters, call) => {
        const blank = (value: Json | undefined) => value === 0 || value === false;
        const lacks = Object.values(filters).some((value) => blank(value));
        return !(call.face === "v2" && lacks) && matches(trace, filters, call);
      });
    },
  },
};
