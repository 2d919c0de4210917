import { createHash } from "node:crypto";
import { guessType } from "../../stand-ins/lib/http.ts";
import { mergePatch, own, sameJson, type Json, type JsonObject } from "../../stand-ins/lib/json.ts";
import { Refusal } from "../../stand-ins/lib/refusal.ts";
import { zip } from "../../stand-ins/lib/zip.ts";
import type { Trace } from "../service.ts";
import { pause, type Variation } from "../tools.ts";

export const content: Variation[] = [
  {
    id: "newest-first-patch",
    choice:
      "Links come newest first, and a null in the data of an action deletes the member from the state (RFC 7396).",
    why: "Neither the order of links nor how actions make the state is shown; a log reads from the top, and a patch needs a way to delete.",
    apply(s) {
      s.linksOf = (trace) => trace.links.toReversed();
      s.merge = (trace, data) => mergePatch(trace.state, data) as JsonObject;
    },
  },
  {
    id: "computed-state",
    choice: "The state holds nothing of the data, only what the service computed; search filters on that.",
    why: "The keys and values of the state are not shown; a register of cases tells how far a case is, not what is in it.",
    apply(s) {
      const computed = (trace: Trace): JsonObject => ({
        phase: trace.links.at(-1)?.actionKey ?? "",
        steps: trace.links.length,
        documents: trace.files.size,
        settled: trace.links.some((link) => link.actionKey === "settle"),
      });
      s.stateOf = computed;
      s.matches = (trace, filters) =>
        Object.keys(filters).every((key) => sameJson(own(computed(trace), key), own(filters, key) ?? null));
    },
  },
  {
    id: "lagging-search",
    choice: "Search answers from an index that is 700 ms behind, and lists the traces changed last first.",
    why: "The interface does not say when a search finds what was written, nor in which order; indexes follow the store.",
    apply(s) {
      const index = new Map<string, Trace>();
      const { record } = s;
      s.record = async (...args) => {
        const result = await record(...args);
        const snapshot = { ...result.trace };
        void pause(700).then(() => {
          index.delete(snapshot.id);
          index.set(snapshot.id, snapshot);
        });
        return result;
      };
      s.search = (workflow, filters, call) =>
        [...index.values()]
          .reverse()
          .filter((trace) => trace.workflow === workflow && s.matches(trace, filters, call))
          .map((trace) => trace.id);
    },
  },
  {
    id: "base64-digests",
    choice: "Digests are SHA-512 in base64 with / and +, in link.documents[].sha512; the list is one JSON array.",
    why: "The writing of digests and the query that lists them are not shown; hashes are at hand in base64.",
    apply(s) {
      s.digest = (data) => createHash("sha512").update(data).digest("base64");
      s.linkView = ({ files, ...link }) => ({
        ...link,
        documents: files.map(({ digest, ...file }): Json => ({ ...file, sha512: digest ?? "" })),
      });
      s.digestList = (call) => {
        try {
          const list: unknown = JSON.parse(call.query.get("files") ?? "[]");
          return Array.isArray(list) ? list.map(String) : [];
        } catch {
          throw new Refusal("invalid", "files must be a JSON array");
        }
      };
    },
  },
  {
    id: "bare-files",
    choice:
      "A single file comes chunked, with a type guessed from its name and without a name; zip entries are named by " +
      "digest, in another order than asked for, stored, with data descriptors and a comment.",
    why: "Headers of the single file and names in the zip are not shown; a store by content knows digests, not names.",
    apply(s) {
      s.fileReply = ({ name, data }) => ({
        status: 200,
        headers: { "Content-Type": guessType(name), ETag: `"${String(data.length)}"` },
        body: data,
        chunked: true,
      });
      s.zipEntries = (trace, digests, call) =>
        [...new Set(digests)]
          .toReversed()
          .map((digest) => ({ name: digest, data: s.fileOf(trace, digest, call).data }));
      s.pack = (entries) => zip(entries, { descriptors: true, comment: "files of a trace" });
    },
  },
  {
    id: "upper-case-ids",
    choice: "UUIDs of traces are written in upper case (and read in any), and the v2 action answers with the trace's.",
    why: "A UUID may be written in any case, and what the action's UUID names is not shown; some databases write capitals.",
    apply(s) {
      const { newTrace } = s;
      s.traces = new (class extends Map<string, Trace> {
        override get(id: string): Trace | undefined {
          return super.get(id.toUpperCase());
        }
      })();
      s.newTrace = (workflow) => {
        const trace = newTrace(workflow);
        return { ...trace, id: trace.id.toUpperCase() };
      };
      s.actionAnswer = (trace) => trace.id;
    },
  },
];
