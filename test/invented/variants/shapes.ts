import { createHash, createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { put, type JsonObject } from "../../lib/service/json.ts";
import { Refusal } from "../../lib/service/refusal.ts";
import { compute, present } from "../process.ts";
import type { Service } from "../service.ts";
import { onRecord, type Variants } from "../tools.ts";

/** The last block of an id becomes that of a UUID of version 7, in capitals. */
function capitalV7(id: string): string {
  const time = Date.now().toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-7${id.slice(15)}`.toUpperCase();
}

/** Digests stand in the state alone, beside what was sent. */
function filesInState(s: Service): void {
  s.linkView = (link) => ({ "@id": `urn:uuid:${link.id}`, "@type": "Link" });
  present(s, (data, trace) => ({
    payload: data,
    documents: trace.links.flatMap(({ files }) =>
      files.map((file) => ({ checksum: file["digest"] ?? null, title: file["name"] ?? null })),
    ),
  }));
}

/** Cursors are sealed with a fresh nonce, so that no two for one link are the same. */
function sealedCursors(s: Service): void {
  const key = randomBytes(32);
  s.cursorOf = (link) => {
    const nonce = randomBytes(12);
    const cipher = createCipheriv("aes-256-gcm", key, nonce);
    const text = Buffer.concat([cipher.update(link.id), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString("base64");
  };
  s.positionOf = (links, cursor) => {
    const bytes = Buffer.from(cursor, "base64");
    let id: string | undefined;
    try {
      const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, 12));
      decipher.setAuthTag(bytes.subarray(12, 28));
      id = Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString();
    } catch {
      throw new Refusal("invalid", "the cursor was not given by this service");
    }
    const position = links.findIndex((link) => link.id === id);
    if (position === -1) throw new Refusal("invalid", "the cursor is of another trace");
    return position;
  };
}

/** Pages of two, at most three, from one end at a time. */
function tinyPages(s: Service): void {
  const { page } = s;
  s.page = (links, args, trace, call) => {
    if (args.first !== undefined && args.last !== undefined) throw new Refusal("invalid", "first or last, not both");
    if (args.after !== undefined && args.before !== undefined)
      throw new Refusal("invalid", "after or before, not both");
    const size = (given: number | undefined) => (given === undefined ? {} : { n: Math.min(given, 3) }).n;
    const fromEnd = args.last !== undefined || args.before !== undefined;
    const { first: _first, last: _last, ...cursors } = args;
    const sizes = fromEnd ? { last: size(args.last) ?? 2 } : { first: size(args.first) ?? 2 };
    return page(links, { ...cursors, ...sizes }, trace, call);
  };
}

/** What ids, links, states and cursors look like, where the interface does not show it. */
export const shapes: Variants = {
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
      const { newTrace, findTrace, record } = s;
      s.newTrace = (workflow) => {
        const trace = newTrace(workflow);
        return { ...trace, id: capitalV7(trace.id) };
      };
      s.findTrace = (user, id, call) => {
        const real = [...s.traces.keys()].find((known) => known === id.toUpperCase());
        if (real === undefined) return findTrace(user, id, call);
        const trace = s.traces.get(real);
        if (!trace || trace.workflow.organization !== user.organization) throw new Refusal("missing", "no such trace");
        return trace;
      };
      s.record = async (...args) => {
        const recorded = await record(...args);
        recorded.link.id = capitalV7(recorded.link.id);
        return recorded;
      };
    },
  },
  "digest-of-name-and-content": {
    title:
      "The digest is taken over name and content, in base64 with a prefix; a map by part name shows it in the link.",
    why: "How a file is identified inside a trace, and where that stands, is not shown; a renamed copy is another document.",
    apply(s) {
      s.keepFiles = (trace, files, call) =>
        files.map(({ part, name, data }) => {
          const sum = createHash("sha512").update(name).update("\0").update(data).digest("base64url");
          const digest = `b3:${sum.slice(0, 43)}`;
          if (!trace.files.has(digest)) trace.files.set(digest, { digest, name, data, face: call.face });
          return { digest, name, part, size: data.length };
        });
      s.linkView = ({ id, actionKey, data, files }) => ({
        ref: id,
        step: actionKey,
        form: data,
        attachments: Object.fromEntries(
          files.map((file, at) => [
            `${String(at)}/${String(file["part"])}`,
            { id: file["digest"] ?? null, label: file["name"] ?? null },
          ]),
        ),
      });
    },
  },
  "files-in-the-state": {
    title: "A link is an id and a type; data and files are shown by the state alone.",
    why: "Fields of a link are not shown, and the state may hold anything.",
    apply: filesInState,
  },
  "state-of-steps": {
    title: "The state is a map from the number of the step to its action and data; the last data is searched.",
    why: "Keys and values of the state are not shown; a record of steps is a plain way to keep it.",
    apply(s) {
      present(s, (_data, trace) => {
        const steps: JsonObject = {};
        trace.links.forEach((link, at) => {
          put(steps, String(at + 1).padStart(4, "0"), { key: link.actionKey, by: link.author, with: link.data });
        });
        return { version: trace.links.length, steps };
      });
    },
  },
  "state-of-counters": {
    title: "The state counts the actions by key and says when it was asked; data is shown nowhere but searched.",
    why: "The content of the state is left open: a workflow computes it, and may hide what was sent.",
    apply(s) {
      s.linkView = ({ id, actionKey, files }) => ({ id, actionKey, files });
      present(s, (_data, trace) => {
        const counts: JsonObject = {};
        for (const { actionKey } of trace.links) counts[actionKey] = Number(counts[actionKey] ?? 0) + 1;
        return { counts, asOf: new Date().toISOString() };
      });
    },
  },
  "state-in-capitals": {
    title:
      "The state shows what was sent under other names, texts shortened to a preview; links show an id and a time.",
    why: "The state is computed by the workflow, with renamed and derived members; fields of a link are not shown.",
    apply(s) {
      const times = new Map<string, string>();
      onRecord(s, ({ id }) => times.set(id, new Date().toISOString()));
      s.linkView = ({ id, files }) => ({ id, at: times.get(id) ?? null, files });
      compute(s, (trace) => {
        const state: JsonObject = {};
        for (const { data } of trace.links) {
          for (const [key, value] of Object.entries(data)) {
            put(
              state,
              `F_${key.toUpperCase()}`,
              typeof value === "string" ? `${Array.from(value).slice(0, 8).join("")}…` : typeof value,
            );
          }
        }
        return state;
      });
    },
  },
  "sealed-cursors": {
    title: "Every cursor is encrypted with a fresh nonce, in base64 with slashes and padding: no two are the same.",
    why: "A cursor is a string; what is in it is not shown.",
    apply: sealedCursors,
  },
  "tiny-pages": {
    title: "Two links by default, three at most; one size and one cursor at a time; before alone counts from the end.",
    why: "Rules for combining first, last, before and after, the default page size and bounds are not shown.",
    apply: tinyPages,
  },
  "cursors-where-they-lead": {
    title:
      "There is an end cursor only where there is a next page, and a start cursor only where there is a previous one.",
    why: "startCursor and endCursor are not required.",
    apply(s) {
      const { info } = s;
      s.info = (...args) => {
        const { startCursor, endCursor, hasNext, hasPrevious } = info(...args) as Record<string, string | boolean>;
        return {
          hasNext: hasNext ?? false,
          hasPrevious: hasPrevious ?? false,
          ...(hasNext && endCursor !== undefined ? { endCursor } : {}),
          ...(hasPrevious && startCursor !== undefined ? { startCursor } : {}),
        };
      };
    },
  },
  "sealed-and-tiny": {
    title: "Tiny pages with sealed cursors, and files that only the state shows.",
    why: "Each of them is left open; one service may choose all.",
    apply(s) {
      sealedCursors(s);
      tinyPages(s);
      filesInState(s);
    },
  },
};
