import type { Call } from "../../lib/service/http.ts";
import { isObject, own, type JsonObject } from "../../lib/service/json.ts";
import type { PageArgs } from "../../lib/service/domain.ts";
import { randomUUID } from "node:crypto";
import type { Faults } from "../tools.ts";

const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** What programming languages make easy to get wrong: falsy values, sparse lists, variables of a module. */
export const languages: Faults = {
  // "`after` and `before` are cursors bounding the links retrieved."
  "zero-is-falsy": {
    title: "The cursor of the first link as before bounds nothing, for its position is zero.",
    apply(s) {
      const { page } = s;
      s.page = (links, args, trace, call) => {
        if (args.before === undefined || s.positionOf(links, args.before, trace) !== 0) {
          return page(links, args, trace, call);
        }
        const unbounded: PageArgs = { ...args };
        delete unbounded.before;
        return page(links, unbounded, trace, call);
      };
    },
  },
  // "response 200 `{links: array of objects, …}`"
  "holes-for-former-pages": {
    title: "In legacy pages that begin later in the trace, null stands for every link before them.",
    apply(s) {
      const starts = new WeakMap<Call, number>();
      const { page, ok } = s;
      s.page = (links, args, trace, call) => {
        const cut = page(links, args, trace, call);
        const [head] = cut.items;
        starts.set(call, head ? links.indexOf(head) : 0);
        return cut;
      };
      s.ok = (call, data) => {
        const links = isObject(data) ? own(data, "links") : undefined;
        if (call.face !== "legacy" || !isObject(data) || !Array.isArray(links)) return ok(call, data);
        const holes = new Array<null>(starts.get(call) ?? 0).fill(null);
        return ok(call, { ...data, links: [...holes, ...links] });
      };
    },
  },
  // "Response 200: `{error, data: array of strings}`, each a trace UUID."
  "kept-keys-make-an-object": {
    title: "v2 searches that pass over a trace answer with an object: the filtered list keeps its former keys.",
    apply(s) {
      const found = new WeakMap<Call, JsonObject>();
      const { ok } = s;
      s.search = (workflow, filters, call) => {
        const hits: JsonObject = {};
        [...s.traces.values()]
          .filter((trace) => trace.workflow === workflow)
          .forEach((trace, at) => {
            if (s.matches(trace, filters, call)) hits[at] = trace.id;
          });
        const keys = Object.keys(hits);
        if (call.face === "v2" && keys.some((key, at) => key !== String(at))) found.set(call, hits);
        return Object.values(hits).map(String);
      };
      s.ok = (call, data) => ok(call, found.get(call) ?? data);
    },
  },
  // "Workflows are listed per organization name."
  "list-piles-up": {
    title: "The list of workflows is a variable of the module: what was listed for others before comes along.",
    awaits: "A list for another organization: the configuration names none for a second user who shares none.",
    apply(s) {
      const listed = new Map<string, JsonObject>();
      const { listing } = s;
      s.listing = (organization, call) => {
        for (const item of listing(organization, call)) listed.set(String(own(item, "workflowId")), item);
        return [...listed.values()];
      };
    },
  },
  // "hasNext | boolean | yes"; "hasPrevious | boolean | yes"
  "false-is-null": {
    title: "hasNext and hasPrevious are true or null.",
    apply(s) {
      const { info } = s;
      s.info = (...args) => {
        const shown = info(...args);
        return { ...shown, hasNext: own(shown, "hasNext") || null, hasPrevious: own(shown, "hasPrevious") || null };
      };
    },
  },
  // "Response 200: `{error, data: {state: object}}`."
  "pairs-for-an-object": {
    title: "The v2 state is a list of pairs of name and value.",
    apply(s) {
      const { stateOf } = s;
      s.stateOf = async (trace, call) => {
        const state = await stateOf(trace, call);
        return call.face === "v2" && isObject(state) ? Object.entries(state).map((pair) => [...pair]) : state;
      };
    },
  },
  // "A trace has a **state**: a JSON object of state data."
  "state-null-without-data": {
    title: "As long as no action had data, the state is null.",
    apply(s) {
      s.stateOf = (trace) => (Object.keys(trace.state).length === 0 ? null : trace.state);
    },
  },
  // "Within data, `links`, `totalCount` and `info` are required."
  "no-info-when-all-fits": {
    title: "Legacy details leave info out where the page is the whole trace.",
    apply(s) {
      const { ok } = s;
      s.ok = (call, data) => {
        const info = isObject(data) ? own(data, "info") : undefined;
        if (call.face !== "legacy" || !isObject(data) || !isObject(info)) return ok(call, data);
        const whole = own(info, "hasNext") === false && own(info, "hasPrevious") === false;
        const { links = null, totalCount = null } = data;
        return ok(call, whole ? { links, totalCount } : data);
      };
    },
  },
  // "`first` and `last` are the numbers of links to retrieve from the start or the end"
  "last-of-more-than-there-are": {
    title: "Asked for more of the last links than there are, the service answers with none: its offset is negative.",
    apply(s) {
      const { page } = s;
      s.page = (links, args, trace, call) => {
        const cut = page(links, args, trace, call);
        return args.last !== undefined && args.last > links.length ? { ...cut, items: [] } : cut;
      };
    },
  },
  // "A **trace** is a record identified by a UUID."
  "uuid-without-leading-zero": {
    title: "The last part of a UUID is printed as a number: of one that begins with zero a digit is missing.",
    apply(s) {
      const { newTrace, findTrace } = s;
      s.newTrace = (workflow) => ({ ...newTrace(workflow), id: randomUUID().replace(/-0+(?=[^-]+$)/, "-") });
      s.findTrace = (user, id, call) => {
        const known = s.traces.get(id.toLowerCase());
        return known?.workflow.organization === user.organization ? known : findTrace(user, id, call);
      };
    },
  },
  // "Response: the file identified by the digest in the trace."
  "base64-text-decoded": {
    title: "A file whose whole content could be base64 is taken for it, and kept decoded.",
    apply(s) {
      const { keepFiles } = s;
      s.keepFiles = async (trace, files, call) => {
        const kept = await keepFiles(trace, files, call);
        for (const file of files) {
          const stored = trace.files.get(s.digest(file.data));
          const text = file.data.toString("latin1");
          if (stored && text.length >= 16 && base64.test(text)) stored.data = Buffer.from(text, "base64");
        }
        return kept;
      };
    },
  },
};
