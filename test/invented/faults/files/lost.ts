/** Files that are there at first and can no longer be downloaded. */
import { isObject, own } from "../../../lib/service/json.ts";
import { Refusal } from "../../../lib/service/refusal.ts";
import { showExamples } from "../../paper.ts";
import { actionsOf, follow, keysOf, listNext, present } from "../../process.ts";
import { followApplication } from "../../processes/applications.ts";
import { chargingDesk } from "../../processes/desks.ts";
import { expenseAccount } from "../../processes/expenses.ts";
import type { StoredFile, Trace } from "../../service.ts";
import { aroundStep, onReply, after, beforehand, changeResult, type Faults, onRecord, pause } from "../../tools.ts";
import { often, upTo } from "../../counts.ts";
import { coded, inState } from "../../rules.ts";
import { hold, num, sheet, str } from "../../sheets.ts";

export const lost: Faults = {
  "one-file-for-each-slot": {
    title: "A file takes the place of an earlier one of the same part name: the first can no longer be downloaded.",
    apply(s) {
      const running = followApplication(s);
      showExamples(running, { complete: [{ paper: "certificate" }] });
      const slots = new WeakMap<Trace, Map<string, string>>();
      onRecord(s, ({ files }, trace) => {
        const taken = slots.get(trace) ?? new Map<string, string>();
        slots.set(trace, taken);
        for (const file of files) {
          const [part, digest] = [String(own(file, "part")), String(own(file, "digest"))];
          const former = taken.get(part);
          if (former !== undefined && former !== digest) trace.files.delete(former);
          taken.set(part, digest);
        }
      });
    },
  },
  // "They are identified inside a trace by a digest and can be downloaded one by one or several at once"
  "moved-when-sent-again": {
    title: "A file sent again to its trace moves to the later link: the digest of the earlier one finds nothing more.",
    apply(s) {
      s.keepFiles = (trace, files, call) =>
        files.map(({ name, part, data }) => {
          for (const [digest, file] of trace.files) if (file.data.equals(data)) trace.files.delete(digest);
          const digest = s.digest(Buffer.concat([data, Buffer.from(`#${String(trace.links.length)}`)]));
          const stored: StoredFile = { digest, name, data, face: call.face };
          trace.files.set(digest, stored);
          return { digest, name, part, size: data.length };
        });
    },
  },
  "cold-single-file": {
    title:
      "A delivered consignment's files go to the archive: both zips still find them, the download of one does not.",
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "book", groupLabel: "shippers", creates: true },
          { key: "load", groupLabel: "carriers", atMost: 3 },
          { key: "deliver", groupLabel: "carriers", after: ["load"], ends: true },
        ],
        nextActions: inState,
        next(done) {
          if (done.includes("deliver")) return [];
          const loads = often(done, "load");
          return [...(loads < 3 ? ["load"] : []), ...(loads > 0 ? ["deliver"] : [])];
        },
      });
      listNext(s, running);
      onReply(s, "GET /v2/traces/{}/file/{}", (reply, _call, id = "") => {
        const trace = s.traces.get(id.toLowerCase());
        if (trace && keysOf(trace).includes("deliver")) throw new Refusal("missing", "no such file in the store");
        return reply;
      });
    },
  },
  "twelve-places": {
    title: "A trace has room for twelve files: with the thirteenth the oldest can no longer be downloaded.",
    apply(s) {
      after(s, "keepFiles", (_kept, trace, _files) => {
        for (const digest of trace.files.keys()) if (trace.files.size > 12) trace.files.delete(digest);
      });
    },
  },
  "end-loses-files": {
    title: "The files of a closed trace cannot be downloaded any more.",
    apply(s) {
      listNext(s, follow(s, chargingDesk));
      beforehand(s, "fileOf", (trace) => {
        if (keysOf(trace).at(-1) === "close") throw new Refusal("missing", "the trace has no such file");
      });
    },
  },
  "one-row-for-a-part": {
    title: "A trace keeps a row for each part name: the file of a later action replaces that of an earlier one.",
    apply(s) {
      const rows = new WeakMap<Trace, Map<string, string>>();
      aroundStep(s, "keepFiles", (keepFiles) => async (trace, files, call) => {
        const ofTrace = rows.get(trace) ?? new Map<string, string>();
        rows.set(trace, ofTrace);
        for (const { part, data } of files) {
          const former = ofTrace.get(part);
          if (former !== undefined) trace.files.delete(former);
          ofTrace.set(part, s.digest(data));
        }
        return keepFiles(trace, files, call);
      });
    },
  },
  "same-name-replaced": {
    title: "A later file of the same name replaces the content behind the digest of the earlier one.",
    apply(s) {
      beforehand(s, "keepFiles", (trace, parts) => {
        for (const { name, data } of parts) {
          for (const known of trace.files.values()) if (known.name === name) known.data = data;
        }
      });
    },
  },
  "files-cleaned-up": {
    title: "A file can no longer be downloaded two seconds after it was attached.",
    apply(s) {
      beforehand(s, "keepFiles", (trace, parts) => {
        void pause(2000).then(() => {
          for (const part of parts) trace.files.delete(s.digest(part.data));
        });
      });
    },
  },
  // "Files … can be downloaded one by one or several at once"
  "files-of-ten-links": {
    title: "A file is looked for in the first page of links: from the eleventh link on, none is found.",
    apply(s) {
      aroundStep(s, "fileOf", (fileOf) => (trace, digest, call) => {
        const seen = trace.links.slice(0, 10).some(({ files }) => files.some((file) => file["digest"] === digest));
        if (!seen) throw new Refusal("missing", "the trace has no such file");
        return fileOf(trace, digest, call);
      });
    },
  },
  "revised-in-place": {
    title:
      "The file of a revision takes the place of the trace's first file, whose digest gives the new bytes from then on.",
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "draw", groupLabel: "architects", creates: true, examples: [{ house: "Elm 4", floors: 2 }] },
          { key: "revise", groupLabel: "architects", atMost: 5, examples: [{ revision: "B" }, { revision: "C" }] },
          { key: "check", groupLabel: "engineers", atMost: 3, examples: [{ loadKn: 4.5 }] },
          { key: "issue", groupLabel: "architects", after: ["check"], ends: true, examples: [{}] },
        ],
        people: { ines: { groups: ["architects"] }, hana: { groups: ["engineers"] } },
        nextActions: { path: ["next"], by: "all" },
        next(done) {
          if (done.includes("issue")) return [];
          return [...upTo(5, done, "revise"), ...upTo(3, done, "check"), ...(done.includes("check") ? ["issue"] : [])];
        },
      });
      coded(s, { "006": 409 });
      hold(s, running, { revise: sheet({ revision: str(3) }), check: sheet({ loadKn: num(0.1, 90) }) });
      present(s, (data, trace) => ({ ...(isObject(data) ? data : {}), next: [...running.next(trace)] }));
      aroundStep(s, "record", (record) => async (...args) => {
        const [first] = [...(args[4]?.files.values() ?? [])] as (StoredFile | undefined)[];
        const recorded = await record(...args);
        const added = args[3].files[0];
        if (recorded.link.actionKey === "revise" && first && added) {
          recorded.trace.files.set(first.digest, { ...first, data: added.data });
        }
        return recorded;
      });
    },
  },
  "files-moved-into-archive": {
    title: "The legacy archive moves files instead of copying them: afterwards the trace has them no more.",
    apply(s) {
      after(s, "zipEntries", (_entries, trace, digests, call) => {
        if (call.face === "legacy") for (const digest of digests) trace.files.delete(digest);
      });
    },
  },
  "second-attaching": {
    title: "A file that is attached to a trace a second time, with a later action, is gone from it.",
    apply(s) {
      aroundStep(s, "keepFiles", (keepFiles) => async (trace, files, call) => {
        const former = [...trace.files.keys()];
        const kept = await keepFiles(trace, files, call);
        for (const digest of former) if (kept.some((file) => file["digest"] === digest)) trace.files.delete(digest);
        return kept;
      });
    },
  },
  "receipts-lost-by-approval": {
    title: "Approval writes the lines anew without their files: receipts of before are in no link and not downloaded.",
    apply(s) {
      listNext(s, expenseAccount(s));
      onRecord(s, ({ actionKey }, trace) => {
        if (actionKey !== "approve") return;
        trace.links = trace.links.map((one) => (one.actionKey === "add line" ? { ...one, files: [] } : one));
        const kept = new Set(trace.links.flatMap(({ files }) => files.map((file) => own(file, "digest"))));
        for (const digest of trace.files.keys()) if (!kept.has(digest)) trace.files.delete(digest);
      });
    },
  },
  "stored-by-name": {
    title: "Files are stored by trace and file name: a later one of the same name takes the place of the earlier.",
    apply(s) {
      const shelves = new WeakMap<Trace, Map<string, Buffer>>();
      aroundStep(s, "keepFiles", (keepFiles) => (trace, files, call) => {
        const shelf = shelves.get(trace) ?? new Map<string, Buffer>();
        shelves.set(trace, shelf);
        for (const { name, data } of files) shelf.set(name, data);
        return keepFiles(trace, files, call);
      });
      changeResult(s, "fileOf", (file, trace) => ({ ...file, data: shelves.get(trace)?.get(file.name) ?? file.data }));
    },
  },
  "forty-files": {
    title: "A cleanup leaves the forty newest files of the service, of whatever trace.",
    apply(s) {
      const newest: { trace: Trace; digest: string }[] = [];
      onRecord(s, (link, trace) => {
        for (const { digest } of link.files) newest.push({ trace, digest: String(digest) });
        while (newest.length > 40) {
          const oldest = newest.shift();
          const again = newest.some((one) => one.trace === oldest?.trace && one.digest === oldest.digest);
          if (oldest && !again) oldest.trace.files.delete(oldest.digest);
        }
      });
    },
  },
  "cold-store-after-three-seconds": {
    title: "Three seconds after it came, a file moves to a store in which the legacy archives do not look.",
    apply(s) {
      const came = new WeakMap<StoredFile, number>();
      onRecord(s, (_link, trace) => {
        for (const file of trace.files.values()) if (!came.has(file)) came.set(file, Date.now());
      });
      after(s, "fileOf", (file, _trace, _digest, call) => {
        const moved = Date.now() - (came.get(file) ?? Infinity) > 3000;
        if (moved && call.face === "legacy") throw new Refusal("missing", "the trace has no such file");
      });
    },
  },
  "files-of-first-page": {
    title: "Files are looked for in the first ten links of the trace, which is the default page.",
    apply(s) {
      aroundStep(s, "fileOf", (fileOf) => (trace, digest, call) => {
        const attached = trace.links.slice(0, 10).flatMap(({ files }) => files);
        if (!attached.some((file) => file["digest"] === digest)) {
          throw new Refusal("missing", "the trace has no such file");
        }
        return fileOf(trace, digest, call);
      });
    },
  },
  // "They are identified inside a trace by a **digest** and can be downloaded one by one or several at once"
  "slot-per-part-name": {
    title: "A trace has one file for each part name: a later action's file takes the place of the earlier one.",
    apply(s) {
      const slots = new Map<string, string>();
      beforehand(s, "keepFiles", (trace, files) => {
        for (const { part, data } of files) {
          const slot = `${trace.id} ${part}`;
          const digest = s.digest(data);
          const former = slots.get(slot);
          if (former !== undefined && former !== digest) trace.files.delete(former);
          slots.set(slot, digest);
        }
      });
    },
  },
  "one-paper-kept": {
    title:
      "When a deed is registered, the archive keeps the first file of each action; the others can no longer be had.",
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "draw-up", groupLabel: "notaries", creates: true, examples: [{ parcel: "114/7" }] },
          { key: "annex", groupLabel: "notaries", atMost: 5, examples: [{ kind: "plan" }, { kind: "consent" }] },
          { key: "register", groupLabel: "registry", after: ["annex"], ends: true, examples: [{ folio: 912 }] },
        ],
        people: { ines: { groups: ["notaries"] }, hanna: { groups: ["registry"] } },
        nextActions: inState,
        next(done) {
          if (done.includes("register")) return [];
          return [...upTo(5, done, "annex"), ...(done.includes("annex") ? ["register"] : [])];
        },
      });
      onRecord(s, ({ actionKey }, trace) => {
        if (actionKey !== "register") return;
        const kept = new Set(trace.links.map(({ files }) => files[0]?.["digest"]));
        for (const digest of trace.files.keys()) if (!kept.has(digest)) trace.files.delete(digest);
      });
      listNext(s, running);
    },
  },
  "cold-store": {
    title:
      "Two seconds after it came a file goes to another store, which only the v2 set reads: legacy archives lack it.",
    apply(s) {
      const came = new Map<string, number>();
      after(s, "keepFiles", (kept) => {
        for (const { digest } of kept) if (!came.has(String(digest))) came.set(String(digest), Date.now());
      });
      aroundStep(s, "zipEntries", (zipEntries) => (trace, digests, call) => {
        const warm = digests.filter((one) => call.face === "v2" || Date.now() - (came.get(one) ?? 0) < 2000);
        zipEntries(trace, digests, call);
        return zipEntries(trace, warm, call);
      });
    },
  },
  "reopened-without-papers": {
    title:
      "When a boat survey is opened again, the papers of the former survey go to the archive: no download finds them.",
    apply(s) {
      const running = follow(s, {
        actions: actionsOf(
          "survey of surveyors",
          "finding of surveyors",
          "complete of surveyors",
          "reopen of owners",
          "release of owners",
        ),
        people: { ines: { groups: ["surveyors"] }, jan: { groups: ["owners"] } },
        nextActions: inState,
        next(done) {
          const at = done.findLast((key) => ["complete", "reopen", "release"].includes(key));
          if (at === "release") return [];
          return at === "complete" ? ["reopen", "release"] : ["finding", "complete"];
        },
      });
      onRecord(s, (link, trace) => {
        if (link.actionKey !== "reopen") return;
        const kept = new Set(link.files.map((file) => file["digest"]));
        for (const digest of trace.files.keys()) if (!kept.has(digest)) trace.files.delete(digest);
      });
      listNext(s, running);
    },
  },
};
