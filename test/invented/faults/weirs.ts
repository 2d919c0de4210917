/** Gated services of laboratories, carriers and publishers where what was accepted is lost, mixed up or shown unlike. */
import { own, sameJson, type Json } from "../../lib/service/json.ts";
import type { ActionInput } from "../../lib/service/domain.ts";
import { actionsOf, follow, keysOf, listNext, present } from "../process.ts";
import type { Link, Trace } from "../service.ts";
import { isV2Action, onRecord, pause, type Faults } from "../tools.ts";
import {
  among,
  amount,
  begun,
  coded,
  derive,
  hold,
  holdTold,
  inState,
  int,
  like,
  linksBy,
  many,
  num,
  sheet,
  str,
  upTo,
} from "../works.ts";

/** The bytes with line feeds alone, where they are text. */
function mended(data: Buffer): Buffer {
  const text = data.toString("utf8");
  return Buffer.from(text).equals(data) ? Buffer.from(text.replaceAll("\r\n", "\n")) : data;
}

export const weirs: Faults = {
  debounced: {
    title: "A v2 scan within a third of a second of the same user's last one is answered as done, and is lost.",
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "post", groupLabel: "counter", creates: true, examples: [{ to: "Graz" }, { to: "Linz", grams: 900 }] },
          { key: "scan", groupLabel: "drivers", atMost: 8, examples: [{ depot: 7 }, { depot: 12 }, { depot: 40 }] },
          {
            key: "redirect",
            groupLabel: "counter",
            after: ["scan"],
            atMost: 2,
            examples: [{ to: "Wels" }, { to: "Enns" }],
          },
          { key: "hand-over", groupLabel: "drivers", after: ["scan"], ends: true, examples: [{}, { to: "neighbour" }] },
        ],
        people: { ines: { groups: ["counter", "drivers"] } },
        nextActions: inState,
        next(done) {
          if (done.includes("hand-over")) return [];
          return [
            ...upTo(8, done, "scan"),
            ...(done.includes("scan") ? [...upTo(2, done, "redirect"), "hand-over"] : []),
          ];
        },
      });
      coded(s, { "006": 409 });
      hold(s, running, {
        post: sheet({ to: str(60), "grams?": int(1, 30_000) }),
        scan: sheet({ depot: int(1, 99) }),
        redirect: sheet({ to: str(60) }),
        "hand-over": sheet({ "to?": among("addressee", "neighbour", "box") }),
      });
      const latest = new Map<string, { at: number; link: Link }>();
      const { record } = s;
      s.record = async (call, user, workflow, input, known) => {
        const key = `${user.email} ${known?.id ?? ""}`;
        const former = latest.get(key);
        const soon = former !== undefined && Date.now() - former.at < 330;
        if (known && former && soon && input.actionKey === "scan" && isV2Action(call)) {
          return { trace: known, link: former.link };
        }
        const recorded = await record(call, user, workflow, input, known);
        if (input.actionKey === "scan") latest.set(key, { at: Date.now(), link: recorded.link });
        return recorded;
      };
      listNext(s, running);
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
      const { zipEntries } = s;
      s.zipEntries = (trace, digests, call) => {
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
      };
    },
  },
  "look-alike-cursors": {
    title:
      "Rounds done twice with the same data share their cursor, so that the pages after the second begin too early.",
    apply(s) {
      const running = follow(s, {
        actions: actionsOf("begin of watch", "round of guards", "alarm of guards", "calm of watch", "relieve of watch"),
        people: { ines: { groups: ["watch", "guards"] } },
        nextActions: { path: ["watch", "may"], by: "all" },
        next(done) {
          if (done.includes("relieve")) return [];
          if (done.at(-1) === "alarm") return ["calm"];
          return [...upTo(9, done, "round"), ...upTo(2, done, "alarm"), "relieve"];
        },
      });
      holdTold(s, running, {
        begin: sheet({ site: str(60) }),
        round: sheet({ gate: among("north", "south"), shut: { type: "boolean" } }),
        alarm: sheet({ gate: among("north", "south") }),
        calm: sheet({}),
        relieve: sheet({ "by?": str(60) }),
      });
      derive(s, running, (trace) => ({ site: begun(trace, "site"), rounds: many(trace, "round") }));
      present(s, (state, trace) => ({ ...state, watch: { may: [...running.next(trace)] } }));
      s.cursorOf = ({ actionKey, data }) => Buffer.from(JSON.stringify([actionKey, data])).toString("base64url");
    },
  },
  "crossed-samples": {
    title:
      "While the printout of one sample is uploaded, it takes over the data of an analysis sent for another sample.",
    apply(s) {
      const running = follow(s, {
        actions: actionsOf(
          "register of ward",
          "analyse of laboratory",
          "repeat of physicians",
          "validate of physicians",
          "report of ward",
        ),
        people: { ines: { groups: ["ward", "laboratory"] }, mira: { groups: ["physicians"] } },
        nextActions: inState,
        next(done) {
          if (done.includes("report")) return [];
          if (done.includes("validate")) return ["report"];
          return done.at(-1) === "analyse" ? [...upTo(3, done, "repeat"), "validate"] : ["analyse"];
        },
      });
      coded(s, { "006": 409, "021": 422 });
      holdTold(s, running, {
        register: sheet({ tube: like("^T\\d{6}$"), ward: str(40) }),
        analyse: sheet({ value: num(0, 500), device: str(40) }),
      });
      let desk: ActionInput | undefined;
      const { readInput } = s;
      s.readInput = async (call) => {
        const input = await readInput(call);
        if (input.actionKey !== "analyse") return input;
        desk = input;
        if (input.files.length === 0) return input;
        await pause(20);
        return { ...input, data: desk.data ?? {} };
      };
      listNext(s, running);
    },
  },
  "nothing-found-by-nought": {
    title: "The v2 search finds no trace by a computed value that is 0 or false, which the state shows.",
    apply(s) {
      const running = follow(s, {
        actions: actionsOf(
          "take of samplers",
          "test of chemists",
          "warn of health office",
          "lift of health office",
          "file of samplers",
        ),
        people: { ines: { groups: ["samplers", "chemists"] }, gil: { groups: ["health office"] } },
        nextActions: inState,
        next(done, trace) {
          if (done.includes("file")) return [];
          const bad = amount(own(linksBy(trace, "test").at(-1)?.data ?? {}, "germs")) > 100;
          const warned = done.lastIndexOf("warn") > done.lastIndexOf("lift");
          if (bad && !warned) return ["warn"];
          if (warned) return bad ? upTo(6, done, "test") : ["lift"];
          return [...upTo(6, done, "test"), ...(done.includes("test") ? ["file"] : [])];
        },
      });
      coded(s, { "006": 409 });
      holdTold(s, running, {
        take: sheet({ place: str(80), celsius: num(0, 40) }),
        test: sheet({ germs: int(0, 5000), "clear?": { type: "boolean" } }),
        warn: sheet({ text: str(200) }),
      });
      derive(s, running, (trace) => ({
        place: begun(trace, "place"),
        tests: many(trace, "test"),
        germs: own(linksBy(trace, "test").at(-1)?.data ?? {}, "germs") ?? null,
        warned: many(trace, "warn") > many(trace, "lift"),
      }));
      present(s, (state, trace) => ({ ...state, nextActions: running.byGroup(trace) }));
      const { matches } = s;
      s.matches = (trace, filters, call) => {
        const blank = (value: Json | undefined) => value === 0 || value === false;
        const lacks = Object.values(filters).some((value) => blank(value));
        return !(call.face === "v2" && lacks) && matches(trace, filters, call);
      };
    },
  },
  "lines-mended": {
    title: "Text files that come with the minutes lose the carriage returns of their lines; all other files are exact.",
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "convene", groupLabel: "office", creates: true },
          { key: "move", groupLabel: "members", atMost: 5 },
          { key: "minute", groupLabel: "office", after: ["move"], atMost: 2 },
          { key: "contest", groupLabel: "members", after: ["minute"], atMost: 1 },
          { key: "adopt", groupLabel: "chair", after: ["minute"], ends: true },
        ],
        people: { ines: { groups: ["office", "members"] }, theo: { groups: ["chair"] } },
        nextActions: { path: ["meeting", "agenda", "open"], by: "group" },
        next(done) {
          if (done.includes("adopt")) return [];
          if (done.at(-1) === "contest") return upTo(2, done, "minute");
          if (done.includes("minute")) return [...upTo(1, done, "contest"), "adopt"];
          return [...upTo(5, done, "move"), ...(done.includes("move") ? ["minute"] : [])];
        },
      });
      coded(s, { "006": 400 });
      present(s, (data, trace) => ({ ...data, meeting: { agenda: { open: running.byGroup(trace) } } }));
      onRecord(s, (link, trace) => {
        if (link.actionKey !== "minute") return;
        for (const { digest } of link.files) {
          const file = trace.files.get(String(digest));
          if (file) file.data = mended(file.data);
        }
      });
    },
  },
  "first-round-again": {
    title: "From the second review on, the legacy state lists what was next in the first round, the v2 state what is.",
    apply(s) {
      const stage = (trace: Trace): string[] => {
        const last = trace.links.at(-1);
        const done = keysOf(trace);
        if (last?.actionKey === "publish" || last?.actionKey === "reject") return [];
        if (last?.actionKey !== "review") return ["review", "reject"];
        return sameJson(last.data["verdict"] ?? null, "accept")
          ? ["publish"]
          : [...upTo(4, done, "resubmit"), "reject"];
      };
      const running = follow(s, {
        actions: actionsOf(
          "submit of authors",
          "review of editors",
          "resubmit of authors",
          "publish of editors",
          "reject of editors",
        ),
        people: { ines: { groups: ["authors"] }, edda: { groups: ["editors"] } },
        nextActions: { path: ["manuscript", "next"], by: "group" },
        next: (_done, trace) => stage(trace),
      });
      coded(s, { "006": 409, "021": 422 });
      holdTold(s, running, {
        submit: sheet({ title: str(120), words: int(100, 90_000) }),
        review: sheet({ verdict: among("accept", "revise"), "remark?": str(300) }),
        resubmit: sheet({ words: int(100, 90_000) }),
      });
      derive(s, running, (trace) => ({ title: begun(trace, "title"), reviews: many(trace, "review") }));
      present(s, (state, trace, call) => {
        const firsts = trace.links.filter(({ actionKey }, at) => keysOf(trace).indexOf(actionKey) === at);
        const seen = call.face === "legacy" ? { ...trace, links: firsts } : trace;
        return { ...state, manuscript: { next: running.byGroup(seen) } };
      });
    },
  },
};
