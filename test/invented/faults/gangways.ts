/** Gated services that go wrong between two users or groups, or with what comes at the same time. */
import { isObject } from "../../lib/service/json.ts";
import { groupOf } from "../duties.ts";
import { actionsOf, follow, listNext, present } from "../process.ts";
import type { StoredFile, Trace } from "../service.ts";
import { around, pause, type Faults } from "../tools.ts";
import {
  among,
  begun,
  coded,
  derive,
  hold,
  holdTold,
  inState,
  int,
  linksBy,
  many,
  num,
  sheet,
  str,
  sum,
  upTo,
} from "../works.ts";

export const gangways: Faults = {
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
      const { zipEntries } = s;
      s.zipEntries = (trace, digests, call) => {
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
      };
    },
  },
  "last-of-ones-own": {
    title: "The last links of a trace come without those among them that other groups than the reader's made.",
    apply(s) {
      const running = follow(s, {
        actions: actionsOf("request of crew", "lift of cranes", "note of crew", "release of cranes"),
        people: { ines: { groups: ["crew"] }, petra: { groups: ["cranes"] } },
        nextActions: inState,
        next(done) {
          if (done.includes("release")) return [];
          return [...upTo(4, done, "lift"), ...upTo(4, done, "note"), ...(done.includes("lift") ? ["release"] : [])];
        },
      });
      holdTold(s, running, {
        request: sheet({ deck: int(1, 9) }),
        lift: sheet({ tonnes: num(0.1, 60) }),
        note: sheet({ text: str(80) }),
        release: sheet({}),
      });
      derive(s, running, (trace) => ({
        deck: begun(trace, "deck"),
        lifted: sum(trace, "lift", "tonnes"),
        notes: many(trace, "note"),
      }));
      present(s, (state, trace) => ({ ...state, nextActions: running.byGroup(trace) }));
      const { page } = s;
      s.page = (links, args, trace, call) => {
        const cut = page(links, args, trace, call);
        const user = running.reader(call);
        if (args.last === undefined || !user || trace.workflow !== running.workflow) return cut;
        return { ...cut, items: cut.items.filter((link) => running.groupsOf(user).includes(groupOf(trace, link))) };
      };
    },
  },
  "envelope-for-guests": {
    title: "Who is in none of the groups that begin a trace gets the v2 list of workflows in an envelope.",
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "rent", groupLabel: "desk", creates: true, examples: [{ bike: "B12", days: 2 }] },
          { key: "fix", groupLabel: "mechanics", atMost: 3, examples: [{ part: "brake" }, { part: "tyre" }] },
          { key: "bring-back", groupLabel: "desk", ends: true, examples: [{ km: 41 }] },
        ],
        people: { ines: { groups: ["desk"] }, malik: { groups: ["mechanics"] } },
        next(done) {
          return done.includes("bring-back") ? [] : [...upTo(3, done, "fix"), "bring-back"];
        },
      });
      coded(s, { "006": 409 });
      hold(s, running, { fix: sheet({ part: among("brake", "tyre", "chain", "light") }) });
      listNext(s, running);
      around(s, "GET /v2/organizations/{}/workflows", (real) => async (call, ...params) => {
        const reply = await real(call, ...params);
        const user = running.reader(call);
        const begins = user && running.groupsOf(user).includes("desk");
        return begins ? reply : { ...reply, body: `{"error":null,"data":${String(reply.body)}}` };
      });
    },
  },
  "answer-of-the-neighbour": {
    title: "Two weighings at once on two traces, by the legacy set: both answers have the state of the later trace.",
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "arrive", groupLabel: "gate", creates: true, examples: [{ plate: "HX 204" }, { plate: "BR 77" }] },
          { key: "weigh", groupLabel: "scales", atMost: 6, examples: [{ kg: 18_400 }, { kg: 7600 }] },
          { key: "dump", groupLabel: "scales", after: ["weigh"], atMost: 2, examples: [{ bay: 3 }] },
          { key: "leave", groupLabel: "gate", after: ["weigh"], ends: true, examples: [{}] },
        ],
        nextActions: inState,
        next(done) {
          if (done.includes("leave")) return [];
          const weighed = done.includes("weigh");
          return [...upTo(6, done, "weigh"), ...(weighed ? [...upTo(2, done, "dump"), "leave"] : [])];
        },
      });
      hold(s, running, { weigh: sheet({ kg: int(100, 60_000) }), dump: sheet({ bay: int(1, 9) }) });
      derive(s, running, (trace) => ({
        plate: begun(trace, "plate"),
        kg: linksBy(trace, "weigh").at(-1)?.data["kg"] ?? null,
        weighings: many(trace, "weigh"),
      }));
      present(s, (state, trace) => ({ ...state, nextActions: running.byGroup(trace) }));
      // One variable holds the truck on the scales, and the scales take their time.
      let onScales: Trace | undefined;
      const { record, stateOf } = s;
      s.record = async (...args) => {
        const recorded = await record(...args);
        if (args[4] && recorded.link.actionKey === "weigh") {
          onScales = recorded.trace;
          await pause(15);
        }
        return recorded;
      };
      s.stateOf = (trace, call) => {
        const weighed = call.method === "POST" && trace.links.at(-1)?.actionKey === "weigh";
        return stateOf(weighed ? (onScales ?? trace) : trace, call);
      };
    },
  },
  "second-hand-lost": {
    title: "When two users act on a trace at the same time, both are told 200, and the link of one of them is gone.",
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "open", groupLabel: "archive", creates: true, examples: [{ box: "1923/4" }] },
          { key: "describe", groupLabel: "archive", examples: [{ pages: 12 }, { pages: 40 }] },
          { key: "scan", groupLabel: "photographers", examples: [{ dpi: 300 }, { dpi: 600 }] },
          { key: "shelve", groupLabel: "archive", after: ["describe"], ends: true, examples: [{ shelf: 7 }] },
        ],
        people: { ines: { groups: ["archive"] }, yuki: { groups: ["photographers"] } },
        nextActions: inState,
        next(done) {
          return done.includes("shelve") ? [] : ["describe", "scan", ...(done.includes("describe") ? ["shelve"] : [])];
        },
      });
      hold(s, running, { describe: sheet({ pages: int(1, 900) }), scan: sheet({ dpi: int(72, 1200) }) });
      listNext(s, running);
      const turns = new Map<string, Promise<unknown>>();
      const { record } = s;
      s.record = (...args) => {
        const [, user, , , known] = args;
        if (!known) return record(...args);
        // Each user's requests wait for each other, but not for those of others.
        const turn = (turns.get(user.email) ?? Promise.resolve()).then(async () => {
          const before = [...known.links];
          await pause(10);
          const recorded = await record(...args);
          known.links = [...before, recorded.link];
          return recorded;
        });
        turns.set(
          user.email,
          turn.catch(() => undefined),
        );
        return turn;
      };
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
      const { record } = s;
      s.record = async (...args) => {
        const [first] = [...(args[4]?.files.values() ?? [])] as (StoredFile | undefined)[];
        const recorded = await record(...args);
        const added = args[3].files[0];
        if (recorded.link.actionKey === "revise" && first && added) {
          recorded.trace.files.set(first.digest, { ...first, data: added.data });
        }
        return recorded;
      };
    },
  },
};
