/** Ids of traces and links, and what the v2 action answers with. */
import { randomBytes, randomInt, randomUUID } from "node:crypto";
import { isObject, type Json, type JsonObject, own } from "../../../lib/service/json.ts";
import { Refusal } from "../../../lib/service/refusal.ts";
import { onJson } from "../../changes/json-answers.ts";
import type { Trace } from "../../service.ts";
import { aroundStep, onReply, changeResult, after, onRecord, type Variants } from "../../tools.ts";

/** The last block of an id becomes that of a UUID of version 7, in capitals. */
function capitalV7(id: string): string {
  const time = Date.now().toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-7${id.slice(15)}`.toUpperCase();
}

/** The items in another order each time. */
function shuffled<T>(items: readonly T[]): T[] {
  const copy = [...items];
  for (let at = copy.length - 1; at > 0; at -= 1) {
    const other = randomInt(at + 1);
    [copy[at], copy[other]] = [copy[other] as T, copy[at] as T];
  }
  return copy;
}

export const identifiers: Variants = {
  "upper-case-ids": {
    title: "UUIDs of traces are written in upper case (and read in any), and the v2 action answers with the trace's.",
    why: "A UUID may be written in any case, and what the action's UUID names is not shown; some databases write capitals.",
    apply(s) {
      s.traces = new (class extends Map<string, Trace> {
        override get(id: string): Trace | undefined {
          return super.get(id.toUpperCase());
        }
      })();
      changeResult(s, "newTrace", (trace) => ({ ...trace, id: trace.id.toUpperCase() }));
      s.actionAnswer = (trace) => trace.id;
    },
  },
  "receipts-for-actions": {
    title: "The UUID that a v2 action answers with is that of a receipt, which is shown nowhere else.",
    why: "What the UUID identifies is not shown.",
    apply(s) {
      s.actionAnswer = () => randomUUID();
    },
  },
  "guids-of-another-variant": {
    title: "Ids are GUIDs with the variant bits of Microsoft, version E, all in capitals, and count upwards.",
    why: "An id is a UUID, of which version and letters are not shown; the database makes them one after the other.",
    apply(s) {
      let count = 0x4f3a21;
      const tail = randomBytes(6).toString("hex");
      const next = (): string => {
        count += 1;
        return `${count.toString(16).padStart(8, "0")}-7b1c-e911-c0aa-${tail}`;
      };
      changeResult(s, "newTrace", (trace) => ({ ...trace, id: next().toUpperCase() }));
      after(s, "record", (recorded) => {
        recorded.link.id = next().toUpperCase();
      });
      aroundStep(s, "findTrace", (findTrace) => (user, id, call) => {
        const known = s.traces.get(id.toUpperCase());
        return known?.workflow.organization === user.organization ? known : findTrace(user, id, call);
      });
    },
  },
  "ids-in-sequence": {
    title: "The ids of traces and links are counted up, as UUIDs of version 8, from one counter.",
    why: "An id is a UUID; which version it has, and whether it can be guessed, is left open.",
    apply(s) {
      let counter = 0;
      const next = () => `00000000-0000-8000-8000-${(counter += 1).toString(16).padStart(12, "0")}`;
      changeResult(s, "newTrace", (trace) => ({ ...trace, id: next() }));
      after(s, "record", (recorded) => {
        recorded.link.id = next();
      });
    },
  },
  "all-ids-in-upper-case": {
    title: "All UUIDs that the service makes are given out in upper-case, and taken in any case.",
    why: "A UUID is the same in either case, and databases differ in how they write it.",
    apply(s) {
      for (const key of ["POST /trace", "POST /v2/traces"]) {
        onReply(s, key, (reply) => {
          const body = String(reply.body).replace(/[0-9a-f-]{36}/, (id) => id.toUpperCase());
          return { ...reply, body };
        });
      }
      onRecord(s, (link) => {
        link.id = link.id.toUpperCase();
      });
      changeResult(s, "search", (found) => found.map((id) => id.toUpperCase()));
    },
  },
  "ids-in-capitals": {
    title:
      "UUIDs of traces and links are in capitals, cursors are numbers in text, and pages have three links at most.",
    why: "UUIDs may be written so, as some databases do; the form of cursors and the bounds of pages are not shown.",
    apply(s) {
      const capitals = (value: Json): Json => (typeof value === "string" ? value.toUpperCase() : value);
      const { page } = s;
      after(s, "record", ({ link }) => {
        link.id = link.id.toUpperCase();
      });
      changeResult(s, "search", (found) => found.map((id) => id.toUpperCase()));
      onJson(s, ["POST /v2/traces", "POST /trace"], (value) =>
        isObject(value) ? { ...value, data: capitals(own(value, "data") ?? null) } : capitals(value),
      );
      s.cursorOf = (link, trace) => String(trace.links.indexOf(link) + 1);
      s.page = (links, args, trace, call) => {
        const { first, last } = args;
        const sizes = {
          ...args,
          ...(first !== undefined || last === undefined ? { first: Math.min(first ?? 3, 3) } : {}),
          ...(last === undefined ? {} : { last: Math.min(last, 3) }),
        };
        return page(links, sizes, trace, call);
      };
    },
  },
  "ids-need-escaping": {
    title: "Ids, names and the organization hold slashes, percent signs, spaces, quotes, plus signs and emoji.",
    why: "workflowId, workflowName and the name of an organization are strings; nothing narrows them.",
    apply(s) {
      const organization = "Åse & Søn / 100% «Holding»+?";
      const ids = ["wf/α 01%2F#?&=+", "2/../2", "moor'ings;--"];
      s.workflows.forEach((workflow, at) => {
        workflow.id = ids[at] ?? workflow.id;
        if (at < 2) workflow.organization = organization;
      });
      for (const workflow of s.workflows.slice(0, 2)) workflow.name = `${workflow.name} 🧾 / "v2" 50%25`;
      for (const user of s.users.slice(0, 1)) user.organization = organization;
      for (const workflow of s.workflows) for (const action of workflow.actions) action.groupLabel += " ✔ (α/β)";
    },
  },
  "capital-ids": {
    title: "All UUIDs are of version 7 and in capitals; they are found in either case.",
    why: "A UUID is a UUID in either case (RFC 9562), and which version is taken is not said.",
    apply(s) {
      changeResult(s, "newTrace", (trace) => ({ ...trace, id: capitalV7(trace.id) }));
      aroundStep(s, "findTrace", (findTrace) => (user, id, call) => {
        const real = [...s.traces.keys()].find((known) => known === id.toUpperCase());
        if (real === undefined) return findTrace(user, id, call);
        const trace = s.traces.get(real);
        if (!trace || trace.workflow.organization !== user.organization) throw new Refusal("missing", "no such trace");
        return trace;
      });
      after(s, "record", (recorded) => {
        recorded.link.id = capitalV7(recorded.link.id);
      });
    },
  },
  "receipt-of-action": {
    title: "A v2 action is answered with the UUID of a receipt, which is found nowhere else; a legacy one says more.",
    why: "What the UUID of the action endpoint identifies is not shown; members beside those shown are not forbidden.",
    apply(s) {
      s.actionAnswer = () => randomUUID();
      const { ok } = s;
      s.ok = (call, data) =>
        ok(
          call,
          call.face === "legacy" && call.path.at(-1) === "link"
            ? { ...(data as JsonObject), receipt: randomUUID(), warnings: [] }
            : data,
        );
    },
  },
  "capitals-in-searches": {
    title: "Searches give the UUIDs in capitals, and in another order each time, as do the lists of workflows.",
    why: "A UUID is a UUID in either case (RFC 9562); no order is shown of what is found or listed.",
    apply(s) {
      changeResult(s, "search", (found) => shuffled(found).map((id) => id.toUpperCase()));
      changeResult(s, "listing", (listed) => shuffled(listed));
    },
  },
  "ids-in-a-row": {
    title: "Traces are numbered in a row of UUIDs, the first link has that of its trace, and an action gets a receipt.",
    why: "Any UUID identifies a trace; what the UUID of an action identifies is not shown, nor the fields of a link.",
    apply(s) {
      let number = randomInt(2 ** 40);
      aroundStep(s, "newTrace", (newTrace) => (workflow) => {
        number += 1;
        return { ...newTrace(workflow), id: `01900000-0000-7000-8000-${number.toString(16).padStart(12, "0")}` };
      });
      after(s, "record", (recorded) => {
        if (recorded.trace.links.length === 1) recorded.link.id = recorded.trace.id;
      });
      s.actionAnswer = () => randomUUID();
    },
  },
};
