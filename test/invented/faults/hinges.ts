import { crc32 } from "node:zlib";
import { own, put, sameJson, type Json, type JsonObject } from "../../lib/service/json.ts";
import type { ZipEntry } from "../../lib/service/zip.ts";
import type { Trace } from "../service.ts";
import { onRecord, type Faults } from "../tools.ts";

/** How much of a file goes through the checksum. */
const buffer = 32 * 1024;

/** How much of a password the hash takes in. */
const hashed = 72;

/** The archive with the checksums of `data`, in the order of its directory. */
function withChecksums(archive: Buffer, data: Buffer[]): Buffer {
  let at = archive.readUInt32LE(archive.length - 6);
  for (const content of data) {
    const sum = crc32(content);
    archive.writeUInt32LE(sum, at + 16);
    archive.writeUInt32LE(sum, archive.readUInt32LE(at + 42) + 14);
    at += 46 + archive.readUInt16LE(at + 28);
  }
  return archive;
}

export const hinges: Faults = {
  "archive-by-first-digest": {
    title: "Archives are cached by the first digest of the list: another list that begins alike gets the same archive.",
    apply(s) {
      const { zipEntries } = s;
      const cached = new Map<string, ZipEntry[]>();
      s.zipEntries = (trace, digests, call) => {
        const key = `${trace.id} ${digests[0] ?? ""}`;
        const entries = cached.get(key) ?? zipEntries(trace, digests, call);
        cached.set(key, entries);
        return entries;
      };
    },
  },
  "nothing-found-stays": {
    title: "A search that found nothing is cached for good: the same search finds nothing when there is something.",
    apply(s) {
      const { search } = s;
      const empty = new Set<string>();
      s.search = (workflow, filters, call) => {
        const key = `${workflow.id} ${JSON.stringify(filters)}`;
        if (empty.has(key)) return [];
        const found = search(workflow, filters, call);
        if (found.length === 0) empty.add(key);
        return found;
      };
    },
  },
  "refused-is-counted": {
    title: "An action that is refused raises the total count of links all the same.",
    apply(s) {
      const { checkAction, total } = s;
      const refused = new WeakMap<Trace, number>();
      s.checkAction = (user, input, known, call) => {
        try {
          return checkAction(user, input, known, call);
        } catch (error) {
          if (known) refused.set(known, (refused.get(known) ?? 0) + 1);
          throw error;
        }
      };
      s.total = (trace, call) => Number(total(trace, call)) + (refused.get(trace) ?? 0);
    },
  },
  "checksum-of-beginning": {
    title: "The checksum that an archive has for a file over 32 KiB is that of its first 32 KiB.",
    apply(s) {
      const { pack } = s;
      s.pack = async (entries) =>
        withChecksums(
          await pack(entries),
          entries.map(({ data }) => data.subarray(0, buffer)),
        );
    },
  },
  "names-on-other-contents": {
    title:
      "An archive has the names in the order of the request and the contents in the order of upload: they get mixed up.",
    apply(s) {
      const { zipEntries } = s;
      s.zipEntries = (trace, digests, call) => {
        const uploaded = [...trace.files.values()].filter(({ digest }) => digests.includes(digest));
        return zipEntries(trace, digests, call).map(({ name, data }, at) => ({
          name,
          data: uploaded[at]?.data ?? data,
        }));
      };
    },
  },
  "archive-folds-case": {
    title: "Of two files whose names differ in case alone, an archive has the later one only.",
    apply(s) {
      const { pack } = s;
      const clash = (a: string, b: string) => a !== b && a.toLowerCase() === b.toLowerCase();
      s.pack = (entries) =>
        pack(entries.filter(({ name }, at) => !entries.slice(at + 1).some((later) => clash(later.name, name))));
    },
  },
  "no-extension-no-file": {
    title: "A file whose name has no extension is dropped without a word.",
    apply(s) {
      const { readInput } = s;
      s.readInput = async (call) => {
        const input = await readInput(call);
        return { ...input, files: input.files.filter(({ name }) => /.\.\w+$/.test(name)) };
      };
    },
  },
  "end-of-password-unread": {
    title: "Only the first 72 bytes of a password count: a longer one with another end logs in as well.",
    apply(s) {
      const { checkLogin } = s;
      const [first] = s.users;
      if (first) first.password = `${"lantern-".repeat(9)}harbour-sunflower-4711`;
      const head = (text: string) => Buffer.from(text).subarray(0, hashed).toString("latin1");
      s.checkLogin = (call, body, by) => {
        const { email, password } = body as JsonObject;
        const known = s.users.find(
          (user) => user.email === email && typeof password === "string" && head(user.password) === head(password),
        );
        return by === "credential" && known ? known : checkLogin(call, body, by);
      };
    },
  },
  "equal-states-found-once": {
    title: "Of several traces with the same state, a search names only the latest.",
    apply(s) {
      const { search } = s;
      s.search = (workflow, filters, call) => {
        const byState = new Map<string, string>();
        for (const id of search(workflow, filters, call)) byState.set(JSON.stringify(s.traces.get(id)?.state), id);
        return [...byState.values()];
      };
    },
  },
  "filters-on-columns": {
    title: "A filter on `id`, `name`, `type` or `status` looks at the column of the trace, not at the state.",
    apply(s) {
      s.matches = (trace, filters) => {
        const columns: JsonObject = { id: trace.id, name: trace.workflow.name, type: "trace", status: "ACTIVE" };
        const row: Record<string, Json> = { ...trace.state, ...columns };
        return Object.keys(filters).every((key) => sameJson(own(row, key), own(filters, key) ?? null));
      };
    },
  },
  "index-stops-at-eight": {
    title: "The search knows the state that a trace had after eight actions, and nothing of what came later.",
    apply(s) {
      const { matches } = s;
      const indexed = new WeakMap<Trace, JsonObject>();
      onRecord(s, (_link, trace) => {
        if (trace.links.length <= 8) indexed.set(trace, trace.state);
      });
      s.matches = (trace, filters, call) =>
        matches({ ...trace, state: indexed.get(trace) ?? trace.state }, filters, call);
    },
  },
  "empty-state-shared": {
    title:
      "Traces that were created with empty data have one state between them: an action on one shows in the others.",
    apply(s) {
      const { merge } = s;
      const initial: JsonObject = {};
      s.merge = (trace, data, call) => {
        if (trace.links.length === 0) return Object.keys(data).length === 0 ? initial : merge(trace, data, call);
        for (const key of Object.keys(data)) put(trace.state, key, own(data, key) ?? null);
        return trace.state;
      };
    },
  },
};
