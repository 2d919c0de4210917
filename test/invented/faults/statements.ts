import { own, sameJson, type Json } from "../../lib/service/json.ts";
import type { Link, Trace } from "../service.ts";
import { onRecord, rewrite, type Faults } from "../tools.ts";

/** The characters beyond the basic plane are all one to some collations. */
const collated = (value: Json | undefined): Json =>
  rewrite(value ?? null, (item) =>
    typeof item === "string" ? item.replaceAll(/[\u{10000}-\u{10ffff}]/gu, "?") : item,
  );

/** What comes of the statements that a service sends to its database: joins, empty lists, rollbacks, projections. */
export const statements: Faults = {
  // "Each appended action becomes a **link** of the trace."
  "link-for-each-file": {
    title: "Details join links with files: a link with three files is listed three times, and counted once.",
    apply(s) {
      const { page } = s;
      s.page = (...args) => {
        const cut = page(...args);
        return {
          ...cut,
          items: cut.items.flatMap((link) => new Array<Link>(Math.max(1, link.files.length)).fill(link)),
        };
      };
    },
  },
  // "response 200 `{state: object}`, the state data of the trace after the action"
  "third-action-not-projected": {
    title: "The states that are read are written apart, and not after every third action of a trace.",
    apply(s) {
      const written = new Map<string, Json>();
      onRecord(s, (_link, trace) => {
        if (trace.links.length % 3 !== 0) written.set(trace.id, trace.state);
      });
      const { stateOf } = s;
      s.stateOf = async (trace, call) =>
        (call.method === "GET" ? written.get(trace.id) : undefined) ?? (await stateOf(trace, call));
    },
  },
  // "all the files must belong to the trace"; "the file identified by the digest in the trace"
  "empty-in-clause": {
    title: "By way of a trace without files, the files of all traces can be downloaded: the list to look in is empty.",
    apply(s) {
      const { fileOf } = s;
      s.fileOf = (trace, digest, call) => {
        const anywhere = [...s.traces.values()]
          .map(({ files }) => files.get(digest))
          .find((file) => file !== undefined);
        return trace.files.size === 0 && anywhere ? anywhere : fileOf(trace, digest, call);
      };
    },
  },
  // "a zip archive with the requested files"
  "merge-join-needs-order": {
    title: "Digests that are asked for in another order than that of attaching are left out of the archive.",
    apply(s) {
      const { zipEntries } = s;
      s.zipEntries = (trace, digests, call) => {
        for (const digest of digests) s.fileOf(trace, digest, call);
        const wanted = [...digests];
        const met = [...trace.files.keys()].filter((digest) => {
          if (digest === wanted[0]) wanted.shift();
          else return false;
          return true;
        });
        return zipEntries(trace, met, call);
      };
    },
  },
  // "`filters`: object of state data keys and values on which traces are filtered"
  "emoji-are-equal": {
    title: "To the collation of the database all emoji are the same: a search for one finds the others.",
    choice: "How values are compared is not shown, and several collations hold emoji for the same.",
    apply(s) {
      s.matches = (trace, filters) =>
        Object.keys(filters).every((key) => {
          const shown = own(trace.state, key);
          return shown !== undefined && sameJson(collated(shown), collated(own(filters, key)));
        });
    },
  },
  // "Each appended action becomes a **link** of the trace."
  "upper-case-id-is-another-trace": {
    title: "An action that is sent to the id in capitals is answered, and goes to a copy of the trace under that id.",
    apply(s) {
      const { findTrace } = s;
      s.findTrace = (user, id, call) => {
        const trace = findTrace(user, id, call);
        const copy = s.traces.get(id) ?? trace;
        const appends = call.path.at(-1) === "action" || call.path.at(-1) === "link";
        if (copy.id === id || !appends) return copy;
        return { ...trace, id, links: [...trace.links], files: new Map(trace.files) };
      };
    },
  },
  // "Each appended action becomes a **link** of the trace."
  "compaction-joins-links": {
    title: "After every fortieth action of the service a job makes one of the first two links of all longer traces.",
    apply(s) {
      let actions = 0;
      const compact = ({ links }: Trace): void => {
        const [one, two] = links;
        if (links.length < 4 || !one || !two) return;
        links.splice(0, 2, { ...two, data: { ...one.data, ...two.data }, files: [...one.files, ...two.files] });
      };
      onRecord(s, () => {
        actions += 1;
        if (actions % 40 === 0) for (const trace of s.traces.values()) compact(trace);
      });
    },
  },
  // "They are identified inside a trace by a **digest** and can be downloaded one by one or several at once"
  "slot-per-part-name": {
    title: "A trace has one file for each part name: a later action's file takes the place of the earlier one.",
    apply(s) {
      const slots = new Map<string, string>();
      const { keepFiles } = s;
      s.keepFiles = async (trace, files, call) => {
        for (const { part, data } of files) {
          const slot = `${trace.id} ${part}`;
          const digest = s.digest(data);
          const former = slots.get(slot);
          if (former !== undefined && former !== digest) trace.files.delete(former);
          slots.set(slot, digest);
        }
        return keepFiles(trace, files, call);
      };
    },
  },
  // "Files can be attached to an action. They … can be downloaded one by one or several at once"
  "content-known-from-a-refusal": {
    title: "What came with a refused action is listed as stored and taken away: whoever attaches it later has no file.",
    apply(s) {
      const listed = new Set<string>();
      const { checkAction, keepFiles } = s;
      s.checkAction = (user, input, known, call) => {
        try {
          return checkAction(user, input, known, call);
        } catch (error) {
          for (const { data } of input.files) listed.add(s.digest(data));
          throw error;
        }
      };
      s.keepFiles = async (trace, files, call) => {
        const kept = await keepFiles(trace, files, call);
        for (const { data } of files) if (listed.has(s.digest(data))) trace.files.delete(s.digest(data));
        return kept;
      };
    },
  },
};
