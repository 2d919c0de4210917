import { json, jsonBody } from "../../lib/service/http.ts";
import { isObject, own, put, type JsonObject } from "../../lib/service/json.ts";
import { Refusal } from "../../lib/service/refusal.ts";
import { around, rewrite, type Faults } from "../tools.ts";

const day = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2})?(\.\d+)?(Z|[+-]\d{2}:\d{2})?)?$/;

export const lintels: Faults = {
  "state-of-the-first-page": {
    title: "The v2 state is made of the first page of links, so that it stands still after ten actions.",
    apply(s) {
      const { stateOf } = s;
      s.stateOf = (trace, call) => {
        if (call.face !== "v2") return stateOf(trace, call);
        const state: JsonObject = {};
        for (const { data } of trace.links.slice(0, 10)) {
          for (const key of Object.keys(data)) put(state, key, own(data, key) ?? null);
        }
        return state;
      };
    },
  },
  "dates-made-moments": {
    title: "The legacy state shows texts that look like dates as moments in UTC; the v2 state shows them as they are.",
    apply(s) {
      around(s, "GET /trace/{}/state", (real) => async (call, ...params) => {
        const reply = await real(call, ...params);
        const moment = (text: string) => {
          const at = day.test(text) ? new Date(text) : undefined;
          return at && !Number.isNaN(at.getTime()) ? at.toISOString() : text;
        };
        const answer = JSON.parse(String(reply.body)) as JsonObject;
        return json(rewrite(answer, (value) => (typeof value === "string" ? moment(value) : value)));
      });
    },
  },
  "fifteen-digits": {
    title: "The state that a legacy action answers with has its numbers rounded to fifteen digits.",
    apply(s) {
      around(s, "POST /trace/{}/link", (real) => async (call, ...params) => {
        const reply = await real(call, ...params);
        const answer = JSON.parse(String(reply.body)) as JsonObject;
        return json(rewrite(answer, (value) => (typeof value === "number" ? Number(value.toPrecision(15)) : value)));
      });
    },
  },
  "one-blank-for-all": {
    title: "Traces that begin without data share one state, and what is added to one of them shows in all.",
    apply(s) {
      const blank: JsonObject = {};
      const { merge, newTrace } = s;
      s.newTrace = (workflow) => ({ ...newTrace(workflow), state: blank });
      s.merge = (trace, data, call) => {
        if (trace.links.length === 0)
          return Object.keys(data).length === 0 ? blank : merge({ ...trace, state: {} }, data, call);
        for (const key of Object.keys(data)) put(trace.state, key, own(data, key) ?? null);
        return trace.state;
      };
    },
  },
  "first-with-a-point": {
    title: "The v2 details take a `first` or `last` that is written as 2.0 or 2e0 for absent, and give a default page.",
    apply(s) {
      around(s, "POST /v2/traces/{}/details", (real) => (call, ...params) => {
        const body = jsonBody(call);
        const data = isObject(body) ? own(body, "data") : undefined;
        if (!isObject(body) || !isObject(data)) return real(call, ...params);
        const text = call.body().toString();
        const kept: JsonObject = {};
        for (const key of Object.keys(data)) {
          const odd = new RegExp(`"${key.replace(/\W/g, "")}"\\s*:\\s*-?\\d+[.eE]`).test(text);
          if (!odd || (key !== "first" && key !== "last")) put(kept, key, own(data, key) ?? null);
        }
        const rest = Buffer.from(JSON.stringify({ ...body, data: kept }));
        return real({ ...call, body: () => rest }, ...params);
      });
    },
  },
  "cursors-from-the-end": {
    title: "Cursors count from the newest link, so that an action between two pages makes the second skip a link.",
    apply(s) {
      s.cursorOf = (link, trace) =>
        Buffer.from(`back:${String(trace.links.length - trace.links.indexOf(link))}`).toString("base64url");
      s.positionOf = (links, cursor) => {
        const [, back] = /^back:(\d+)$/.exec(Buffer.from(cursor, "base64url").toString()) ?? [];
        const position = links.length - Number(back);
        if (!(position >= 0)) throw new Refusal("invalid", "no such cursor");
        return position;
      };
    },
  },
  "total-of-one-face": {
    title: "The legacy details remember the total count until the next legacy action; v2 actions do not count.",
    apply(s) {
      const { total, record } = s;
      const totals = new Map<string, number>();
      s.total = (trace, call) => {
        if (call.face === "v2") return total(trace, call);
        const count = totals.get(trace.id) ?? trace.links.length;
        totals.set(trace.id, count);
        return count;
      };
      s.record = async (call, ...rest) => {
        const recorded = await record(call, ...rest);
        if (call.face === "legacy") totals.delete(recorded.trace.id);
        return recorded;
      };
    },
  },
  "columns-sorted-apart": {
    title: "The v2 workflow list sorts identifiers and names each by themselves, and pairs those that do not belong.",
    apply(s) {
      const { listing } = s;
      s.listing = (organization, call) => {
        const items = listing(organization, call);
        if (call.face !== "v2") return items;
        const ids = items.map((item) => String(item["workflowId"])).sort();
        const names = items.map((item) => String(item["workflowName"])).sort();
        return ids.map((workflowId, at) => ({ workflowId, workflowName: names[at] ?? "" }));
      };
    },
  },
  "unused-workflows-unlisted": {
    title: "The legacy workflow list leaves out a workflow in which there is no trace yet.",
    apply(s) {
      const { listing } = s;
      s.listing = (organization, call) => {
        const used = new Set(Array.from(s.traces.values(), ({ workflow }) => workflow.id));
        return listing(organization, call).filter((item) => call.face === "v2" || used.has(String(item["workflowId"])));
      };
    },
  },
  "name-begins-so": {
    title: "The v2 search by name takes the newest workflow whose name begins so, where another has that very name.",
    choice: "A target that wants the id there finds nothing by the name, too; the interface describes it in two ways.",
    apply(s) {
      const [first] = s.workflows;
      if (!first) return;
      s.workflows.splice(2, 0, {
        ...first,
        id: "5f0d7c52-6a1e-4d0b-9a55-1d1f6b0c7a09",
        name: `${first.name} (Overseas)`,
      });
      const { findWorkflow } = s;
      s.findWorkflow = (user, which, call) => {
        const theirs = s.workflows.filter(({ organization }) => organization === user.organization);
        const byName = call.face === "v2" && call.path.at(-1) === "search" && !theirs.some(({ id }) => id === which);
        const found = byName ? theirs.findLast(({ name }) => name.startsWith(which)) : undefined;
        return found ?? findWorkflow(user, which, call);
      };
    },
  },
};
