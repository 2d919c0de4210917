/** Archives that hold other files than were asked for. */
import { Refusal } from "../../../lib/service/refusal.ts";
import type { ZipEntry } from "../../../lib/service/zip.ts";
import { actionsOf, follow, keysOf, listNext, people, present, trade, trades } from "../../process.ts";
import { desk } from "../../processes/desks.ts";
import type { Trace } from "../../service.ts";
import { aroundStep, changeResult, after, type Faults } from "../../tools.ts";
import { upTo } from "../../counts.ts";
import { coded, inState } from "../../rules.ts";
import { among, hold, holdTold, int, num, sheet, str } from "../../sheets.ts";

export const entries: Faults = {
  "zip-of-ten": {
    title: "The zip holds no more than ten files, whatever was requested.",
    apply(s) {
      changeResult(s, "zipEntries", (entries) => entries.slice(0, 10));
    },
  },
  "zip-cached-by-trace": {
    title: "For two seconds every zip of a trace is the one that was requested first, whatever the digests.",
    apply(s) {
      const cache = new WeakMap<Trace, { entries: ZipEntry[]; until: number }>();
      changeResult(s, "zipEntries", (fresh, trace) => {
        const known = cache.get(trace);
        if (known && known.until > Date.now()) return known.entries;
        cache.set(trace, { entries: fresh, until: Date.now() + 2000 });
        return fresh;
      });
    },
  },
  "zip-of-latest-link": {
    title: "The legacy zip knows only the files of the trace's latest action.",
    apply(s) {
      aroundStep(s, "zipEntries", (zipEntries) => (trace, digests, call) => {
        const latest = (trace.links.at(-1)?.files ?? []).map((file) => file["digest"]);
        if (call.face === "legacy" && !digests.every((digest) => latest.includes(digest))) {
          throw new Refusal("missing", "the trace has no such file");
        }
        return zipEntries(trace, digests, call);
      });
    },
  },
  "archive-of-ten": {
    title: "An archive holds the first ten of the files that were asked for.",
    apply(s) {
      changeResult(s, "zipEntries", (entries) => entries.slice(0, 10));
    },
  },
  // "Response 200: a zip archive with the requested files."
  "archive-kept-by-count": {
    title: "Archives are kept by the trace and the number of digests: another choice of as many gets the former one.",
    apply(s) {
      const kept = new Map<string, ZipEntry[]>();
      changeResult(s, "zipEntries", (entries, trace) => {
        const key = `${trace.id} ${String(entries.length)}`;
        const former = kept.get(key) ?? entries;
        kept.set(key, former);
        return former;
      });
    },
  },
  // "Response 200: a zip archive with the requested files."
  "ended-archive-is-empty": {
    title: "The legacy zip of the files of a closed trace has no entries.",
    apply(s) {
      listNext(s, follow(s, desk));
      changeResult(s, "zipEntries", (entries, trace, _digests, call) =>
        call.face === "legacy" && keysOf(trace).includes("close") ? [] : entries,
      );
    },
  },
  // "Response 200: a zip archive with the requested files."
  "archive-of-the-own-group": {
    title: "The zip leaves out the files that other groups attached; one by one they can be downloaded.",
    apply(s) {
      const { reader } = follow(s, { actions: trades, next: trade, people });
      aroundStep(s, "zipEntries", (zipEntries) => (trace, digests, call) => {
        const email = reader(call)?.email;
        const mine = trace.links.filter(({ author }) => author === email).flatMap(({ files }) => files);
        return zipEntries(
          trace,
          digests.filter((digest) => !trace.files.has(digest) || mine.some((file) => file["digest"] === digest)),
          call,
        );
      });
    },
  },
  // "a zip archive with the requested files"
  "empty-files-left-out": {
    title: "The archive leaves out files without content.",
    apply(s) {
      changeResult(s, "zipEntries", (entries) => entries.filter(({ data }) => data.length > 0));
    },
  },
  // "a list of digests of the files to download; all the files must belong to the trace"
  "archive-of-one-action": {
    title: "The v2 archive has those of the requested files that came with the same action as the first.",
    apply(s) {
      aroundStep(s, "zipEntries", (zipEntries) => (trace, digests, call) => {
        const of = (digest: string) => trace.links.find(({ files }) => files.some((file) => file["digest"] === digest));
        const chosen = digests.filter((digest) => call.face === "legacy" || of(digest) === of(digests[0] ?? ""));
        for (const digest of digests) s.fileOf(trace, digest, call);
        return zipEntries(trace, chosen, call);
      });
    },
  },
  "ends-at-empty-file": {
    title: "An archive ends with the first empty file in it: what was asked for after that is missing.",
    apply(s) {
      changeResult(s, "zipEntries", (entries) => {
        const empty = entries.findIndex(({ data }) => data.length === 0);
        return empty === -1 ? entries : entries.slice(0, empty + 1);
      });
    },
  },
  "zip-skips-strangers": {
    title: "The legacy zip leaves out digests that are not in the trace as long as one of them is.",
    apply(s) {
      aroundStep(s, "zipEntries", (zipEntries) => (trace, digests, call) => {
        const known = digests.filter((digest) => trace.files.has(digest));
        return zipEntries(trace, call.face === "legacy" && known.length > 0 ? known : digests, call);
      });
    },
  },
  "files-of-the-first": {
    title: "An archive leaves out the files of all but who began the trace, once files of both are asked for.",
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "report", groupLabel: "tenants", creates: true, examples: [{ flat: "3 left", damage: "leak" }] },
          { key: "visit", groupLabel: "janitors", atMost: 3, examples: [{ hours: 1.5 }, { hours: 0.5 }] },
          { key: "photo", groupLabel: "tenants", atMost: 3, examples: [{ room: "bath" }, { room: "kitchen" }] },
          { key: "sign-off", groupLabel: "tenants", after: ["visit"], ends: true, examples: [{ content: true }] },
        ],
        people: { ines: { groups: ["tenants"] }, josef: { groups: ["janitors"] } },
        nextActions: inState,
        next(done) {
          if (done.includes("sign-off")) return [];
          return [
            ...upTo(3, done, "visit"),
            ...upTo(3, done, "photo"),
            ...(done.includes("visit") ? ["sign-off"] : []),
          ];
        },
      });
      coded(s, { "006": 409 });
      hold(s, running, { visit: sheet({ hours: num(0.5, 12) }), photo: sheet({ room: str(20) }) });
      listNext(s, running);
      aroundStep(s, "zipEntries", (zipEntries) => (trace, digests, call) => {
        const first = trace.links[0]?.author;
        const theirs = new Set(
          trace.links
            .filter(({ author }) => author === first)
            .flatMap(({ files }) => files.map(({ digest }) => String(digest))),
        );
        const some = digests.filter((digest) => theirs.has(digest));
        const foreign = digests.filter((digest) => !theirs.has(digest));
        for (const digest of foreign) s.fileOf(trace, digest, call);
        return zipEntries(trace, some.length > 0 ? some : digests, call);
      });
    },
  },
  "query-cut-off": {
    title: "The v2 archive reads 1024 characters of the query, and leaves out the files whose digests come later.",
    apply(s) {
      aroundStep(s, "digestList", (digestList) => (call) => {
        if (call.face !== "v2") return digestList(call);
        const query = new URLSearchParams(call.query.toString().slice(0, 1024));
        const complete = query.getAll("digests").filter((digest) => digest.length === 64);
        return complete.length > 0 ? complete : digestList(call);
      });
    },
  },
  "newest-of-the-name": {
    title: "The legacy archive holds, for each digest, the newest file of that name in the trace.",
    apply(s) {
      aroundStep(s, "zipEntries", (zipEntries) => (trace, digests, call) => {
        if (call.face === "v2") return zipEntries(trace, digests, call);
        const newest = digests.map((digest) => {
          const { name } = s.fileOf(trace, digest, call);
          return [...trace.files.values()].findLast((file) => file.name === name)?.digest ?? digest;
        });
        return zipEntries(trace, newest, call);
      });
    },
  },
  "archive-by-first-digest": {
    title: "Archives are cached by the first digest of the list: another list that begins alike gets the same archive.",
    apply(s) {
      const cached = new Map<string, ZipEntry[]>();
      aroundStep(s, "zipEntries", (zipEntries) => (trace, digests, call) => {
        const key = `${trace.id} ${digests[0] ?? ""}`;
        const entries = cached.get(key) ?? zipEntries(trace, digests, call);
        cached.set(key, entries);
        return entries;
      });
    },
  },
  "twenty-digests": {
    title: "Of a list of digests, what comes after the twentieth is dropped by the parser of the query.",
    apply(s) {
      changeResult(s, "digestList", (digests) => digests.slice(0, 20));
    },
  },
  // "all the files must belong to the trace"; "a zip archive with the requested files"
  "errors-in-the-archive": {
    title: "An archive for digests some of which the trace does not have is made of the others and an errors.txt.",
    apply(s) {
      aroundStep(s, "zipEntries", (zipEntries) => (trace, digests, call) => {
        const known = digests.filter((digest) => trace.files.has(digest));
        if (known.length === 0 || known.length === digests.length) return zipEntries(trace, digests, call);
        const unknown = digests.filter((digest) => !trace.files.has(digest));
        const data = Buffer.from(unknown.map((digest) => `not found: ${digest}\n`).join(""));
        return [...zipEntries(trace, known, call), { name: "errors.txt", data }];
      });
    },
  },
  // "a zip archive with the requested files"
  "merge-join-needs-order": {
    title: "Digests that are asked for in another order than that of attaching are left out of the archive.",
    apply(s) {
      aroundStep(s, "zipEntries", (zipEntries) => (trace, digests, call) => {
        for (const digest of digests) s.fileOf(trace, digest, call);
        const wanted = [...digests];
        const met = [...trace.files.keys()].filter((digest) => {
          if (digest === wanted[0]) wanted.shift();
          else return false;
          return true;
        });
        return zipEntries(trace, met, call);
      });
    },
  },
  "asked-for-twice": {
    awaits: "whether a digest may be given twice is left open",
    title: "An archive for which a digest is given twice is refused: fewer files are found than were asked for.",
    apply(s) {
      after(s, "zipEntries", (entries, _trace, digests) => {
        if (entries.length !== digests.length) throw new Refusal("missing", "some files are not of this trace");
      });
    },
  },
  "own-files-only": {
    title: "The legacy archive leaves out, without a word, the files that another user attached to the trace.",
    apply(s) {
      const running = follow(s, {
        actions: actionsOf(
          "notify of insured",
          "estimate of experts",
          "add-photo of insured",
          "offer of insurer",
          "accept of insured",
        ),
        people: { ines: { groups: ["insured"] }, ola: { groups: ["experts", "insurer"] } },
        nextActions: { path: ["claim", "todo"], by: "group" },
        next(done) {
          if (done.includes("accept")) return [];
          const photo = upTo(4, done, "add-photo");
          if (!done.includes("estimate")) return [...photo, "estimate"];
          return [...photo, ...upTo(3, done, "offer"), ...(done.includes("offer") ? ["accept"] : [])];
        },
      });
      coded(s, { "006": 403 });
      holdTold(s, running, {
        notify: sheet({ damage: among("hail", "theft", "water"), "remark?": str(200) }),
        estimate: sheet({ euros: int(0, 50_000), total: { type: "boolean" } }),
        offer: sheet({ euros: int(0, 50_000) }),
      });
      present(s, (data, trace) => ({ ...data, claim: { todo: running.byGroup(trace) } }));
      aroundStep(s, "zipEntries", (zipEntries) => (trace, digests, call) => {
        const all = zipEntries(trace, digests, call);
        if (call.face === "v2") return all;
        const mine = trace.links
          .filter(({ author }) => author === running.reader(call)?.email)
          .flatMap(({ files }) => files.map((file) => String(file["digest"])));
        return zipEntries(
          trace,
          digests.filter((digest) => mine.includes(digest)),
          call,
        );
      });
    },
  },
};
