/** Refused requests that leave files behind, or take some away. */
import { json } from "../../../lib/service/http.ts";
import { type JsonObject, own } from "../../../lib/service/json.ts";
import type { FilePart } from "../../../lib/service/multipart.ts";
import { Refusal } from "../../../lib/service/refusal.ts";
import { archiveRoutes } from "../../changes/files.ts";
import { onOutOfTurn } from "../../changes/refusals.ts";
import { oneWriter } from "../../habits.ts";
import { actionsOf, follow, keysOf, listNext, present, refuse, trade, trades } from "../../process.ts";
import { desk } from "../../processes/desks.ts";
import type { StoredFile, Trace } from "../../service.ts";
import {
  onRefusedRequest,
  aroundStep,
  whenRefused,
  changeResult,
  after,
  beforehand,
  around,
  type Faults,
} from "../../tools.ts";
import { begun, linksBy, many, upTo } from "../../counts.ts";
import { derive, inState } from "../../rules.ts";

export const files: Faults = {
  "refused-files-kept": {
    title: "The files of a refused action can be downloaded from the trace.",
    apply(s) {
      const { keepFiles } = s;
      whenRefused(s, "checkAction", (_error, _user, input, known, call) => {
        if (known) void keepFiles(known, input.files, call);
      });
    },
  },
  "left-on-the-table": {
    title: "The files of a refused action lie about until the next one on that trace, which takes them along.",
    apply(s) {
      const lying = new Map<string, FilePart[]>();
      changeResult(s, "readInput", (input, call) => {
        const last = call.path.at(-1);
        if (last !== "action" && last !== "link") return input;
        const id = call.path.at(-2)?.toLowerCase() ?? "";
        const files = [...(lying.get(id) ?? []), ...input.files];
        lying.set(id, files);
        return { ...input, files };
      });
      after(s, "record", (recorded) => {
        lying.delete(recorded.trace.id);
      });
    },
  },
  // A refused action attached nothing: "Files can be attached to an action"
  "files-of-the-refused-stay": {
    title: "Files are kept before the action is judged: those of a refused action can be downloaded.",
    apply(s) {
      beforehand(s, "checkAction", (_user, input, known, call) => {
        if (known) void s.keepFiles(known, input.files, call);
      });
    },
  },
  "cleaned-after-refusal": {
    title: "The files of a refused action are removed by their digests, also those that the trace had already.",
    apply(s) {
      whenRefused(s, "checkAction", (_error, _user, input, known) => {
        for (const { data } of input.files) known?.files.delete(s.digest(data));
      });
    },
  },
  "ended-takes-files": {
    title: "An action after the end is refused, but its files are kept and can be downloaded.",
    apply(s) {
      follow(s, desk);
      whenRefused(s, "checkAction", (_error, _user, input, known, call) => {
        if (known && keysOf(known).includes("close")) void s.keepFiles(known, input.files, call);
      });
    },
  },
  // "Files can be attached to an action": to the one that they were sent with
  "files-of-a-refused-action": {
    title: "The files of an action that was refused are attached to the next one of the same trace that is taken.",
    apply(s) {
      const left = new WeakMap<Trace, FilePart[]>();
      whenRefused(s, "checkAction", (_error, _user, input, known) => {
        if (known) left.set(known, input.files);
      });
      aroundStep(s, "record", (record) => (call, user, workflow, input, known) => {
        const files = [...((known && left.get(known)) ?? []), ...input.files];
        if (known) left.delete(known);
        return record(call, user, workflow, { ...input, files }, known);
      });
    },
  },
  "refusal-takes-files": {
    title:
      "After a refused action its files are deleted by their digest, also where an earlier action had brought them.",
    apply(s) {
      whenRefused(s, "checkAction", (_error, _user, input) => {
        for (const { data } of input.files) {
          for (const trace of s.traces.values()) trace.files.delete(s.digest(data));
        }
      });
    },
  },
  // Files are attached to an action; without one they do not belong to the trace.
  "too-many-files-keeps-some": {
    title: "An action takes two files; one with more is refused, and its first two can be downloaded.",
    apply(s) {
      listNext(s, follow(s, desk));
      after(s, "checkAction", (_workflow, _user, input, known, call) => {
        if (known && input.files.length > 2) void s.keepFiles(known, input.files.slice(0, 2), call);
        refuse(input.files.length > 2, "two files at most");
      });
    },
  },
  // Files are attached to an action; without one they do not belong to the trace.
  "locked-out-leaves-files": {
    title: "An action that meets another on its trace is refused with 409, but its files are kept.",
    apply(s) {
      listNext(s, follow(s, desk));
      oneWriter(s);
      for (const key of ["POST /trace/{}/link", "POST /v2/traces/{}/action"]) {
        onRefusedRequest(s, key, async (error, call, id = "") => {
          const trace = s.traces.get(id);
          if (trace && error instanceof Refusal && error.kind === "busy") {
            void s.keepFiles(trace, (await s.readInput(call)).files, call);
          }
        });
      }
    },
  },
  "kept-in-staging": {
    title: "Files of an action that is refused for its turn stay in staging, and go with the next action of the trace.",
    apply(s) {
      const running = follow(s, {
        actions: actionsOf("apply of families", "supplement of families", "offer of school", "accept of families"),
        nextActions: inState,
        next(done) {
          if (done.includes("accept")) return [];
          return ["supplement", done.includes("offer") ? "accept" : "offer"];
        },
      });
      listNext(s, running);
      const staged = new WeakMap<Trace, FilePart[]>();
      whenRefused(s, "checkAction", (error, _user, input, known) => {
        if (known && error instanceof Refusal && error.message.startsWith("006")) {
          staged.set(known, [...(staged.get(known) ?? []), ...input.files]);
        }
      });
      aroundStep(s, "record", (record) => (call, user, workflow, input, known) => {
        const waiting = (known && staged.get(known)) ?? [];
        if (known) staged.delete(known);
        return record(call, user, workflow, { ...input, files: [...waiting, ...input.files] }, known);
      });
    },
  },
  "known-from-a-refusal": {
    // "Files can be attached to an action. They are identified inside a trace by a digest and can be downloaded".
    title:
      "Bytes first sent with a refused action count as stored: attached again and accepted, they cannot be fetched.",
    apply(s) {
      follow(s, { actions: trades, next: trade });
      const uploaded = new WeakMap<Trace, Set<string>>();
      onOutOfTurn(s, (trace, { files }) => {
        const known = uploaded.get(trace) ?? new Set();
        for (const { data } of files) known.add(s.digest(data));
        uploaded.set(trace, known);
      });
      aroundStep(s, "keepFiles", (keepFiles) => async (trace, files, call) => {
        const before = new Set(trace.files.keys());
        const kept = await keepFiles(trace, files, call);
        for (const digest of uploaded.get(trace) ?? []) if (!before.has(digest)) trace.files.delete(digest);
        return kept;
      });
    },
  },
  // "Files … can be downloaded one by one or several at once as a zip archive."
  "locked-by-a-refused-archive": {
    title:
      "An archive that is refused for one digest keeps the locks on the others: their files are never found again.",
    apply(s) {
      const locked = new WeakMap<Trace, Set<string>>();
      aroundStep(s, "fileOf", (fileOf) => (trace, digest, call): StoredFile => {
        if (locked.get(trace)?.has(digest)) throw new Refusal("missing", "the file is in use");
        return fileOf(trace, digest, call);
      });
      whenRefused(s, "zipEntries", (_error, trace, digests) => {
        locked.set(trace, new Set([...(locked.get(trace) ?? []), ...digests]));
      });
    },
  },
  // "Files can be attached to an action. They … can be downloaded one by one or several at once"
  "content-known-from-a-refusal": {
    title: "What came with a refused action is listed as stored and taken away: whoever attaches it later has no file.",
    apply(s) {
      const listed = new Set<string>();
      whenRefused(s, "checkAction", (_error, _user, input) => {
        for (const { data } of input.files) listed.add(s.digest(data));
      });
      after(s, "keepFiles", (_kept, trace, files) => {
        for (const { data } of files) if (listed.has(s.digest(data))) trace.files.delete(s.digest(data));
      });
    },
  },
  "late-papers": {
    title:
      "What is sent after a telescope night has ended is refused, but its files are in the trace, for whoever asks.",
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "schedule", groupLabel: "observers", creates: true },
          { key: "expose", groupLabel: "operators", atMost: 4 },
          { key: "calibrate", groupLabel: "operators", after: ["expose"], atMost: 2 },
          { key: "close-dome", groupLabel: "operators", after: ["expose"], ends: true },
        ],
        nextActions: inState,
        next(done) {
          if (done.includes("close-dome")) return [];
          const some = done.includes("expose");
          return [...upTo(4, done, "expose"), ...(some ? [...upTo(2, done, "calibrate"), "close-dome"] : [])];
        },
      });
      beforehand(s, "checkAction", (_user, input, known, call) => {
        if (known?.workflow === running.workflow && keysOf(known).includes("close-dome")) {
          void s.keepFiles(known, input.files, call);
        }
      });
      derive(s, running, (trace) => {
        const exposures: JsonObject[] = linksBy(trace, "expose").map(({ data }) => ({
          seconds: own(data, "seconds") ?? 0,
        }));
        return { target: begun(trace, "target"), exposures, calibrated: many(trace, "calibrate") };
      });
      present(s, (state, trace) => ({ ...state, nextActions: running.byGroup(trace) }));
    },
  },
  "handles-of-refused-archives": {
    title: "An archive that is refused for an unknown digest leaves a handle open; with the fifth, no archive is made.",
    apply(s) {
      let open = 0;
      for (const key of archiveRoutes) {
        around(s, key, (real) => async (call, ...params) => {
          if (open >= 5) return json({ error: { code: "internal", message: "too many open files" } }, 500);
          try {
            return await real(call, ...params);
          } catch (error) {
            if (call.query.has("digests") && error instanceof Refusal && error.kind === "missing") open += 1;
            throw error;
          }
        });
      }
    },
  },
};
