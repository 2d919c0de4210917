/** Processes of workshops: certificates of the service's own making, meters, presses with one writer, tools on loan. */
import type { User } from "../../lib/service/domain.ts";
import { own } from "../../lib/service/json.ts";
import { enclose } from "../duties.ts";
import { oneWriter, ownLink } from "../habits.ts";
import { follow, keysOf, listNext, present } from "../process.ts";
import type { Link, Trace } from "../service.ts";
import { onRecord, type Variants } from "../tools.ts";
import {
  among,
  amount,
  begun,
  checks,
  coded,
  deny,
  derive,
  hold,
  holdTold,
  inState,
  int,
  like,
  linksBy,
  many,
  num,
  often,
  sheet,
  str,
  upTo,
} from "../works.ts";

const why = "The interface names no transitions, and leaves state, link fields, limits and error answers open.";

export const workrooms: Variants = {
  // "generated documents"; what may follow is listed as rows of action, groups and how often it is left.
  "heat-certificates": {
    title: "A heat of steel is remelted or scrapped after a bad test; certifying it adds a text of the service's own.",
    why,
    apply(s) {
      const most: Record<string, number> = { sample: 3, remelt: 2, certify: 1, scrap: 1, complain: 1 };
      const running = follow(s, {
        actions: [
          { key: "pour", groupLabel: "furnace", creates: true },
          { key: "sample", groupLabel: "laboratory", atMost: 3 },
          { key: "remelt", groupLabel: "furnace", after: ["sample"], atMost: 2 },
          { key: "scrap", groupLabel: "furnace", after: ["sample"], ends: true },
          { key: "certify", groupLabel: "quality", after: ["sample"], atMost: 1 },
          { key: "complain", groupLabel: "customers", after: ["certify"], ends: true },
        ],
        next(done, trace) {
          if (done.includes("scrap") || done.includes("complain")) return [];
          if (done.includes("certify")) return ["complain"];
          if (done.at(-1) !== "sample") return upTo(3, done, "sample");
          return good(trace) ? ["certify"] : [...upTo(2, done, "remelt"), "scrap"];
        },
      });
      const good = (trace: Trace) => amount(linksBy(trace, "sample").at(-1)?.data["carbon"]) <= 0.4;
      coded(s, { "006": 409, "021": 422 });
      holdTold(s, running, {
        pour: sheet({ grade: among("C35", "C45"), tonnes: num(1, 120) }),
        sample: sheet({ carbon: num(0.05, 0.9) }),
        remelt: sheet({ "minutes?": int(10, 90) }),
        scrap: sheet({}),
        certify: sheet({ inspector: str(30) }),
        complain: sheet({ text: str(200) }),
      });
      const papers = new WeakMap<Trace, string>();
      onRecord(s, (link, trace) => {
        if (link.actionKey !== "certify") return;
        const text = `Heat ${trace.id}\nGrade ${String(begun(trace, "grade"))}\n`;
        papers.set(trace, enclose(s, trace, link, "certificate.txt", text));
      });
      derive(s, running, (trace) => ({
        grade: begun(trace, "grade"),
        carbon: linksBy(trace, "sample").at(-1)?.data["carbon"] ?? null,
        meltings: 1 + many(trace, "remelt"),
        certificate: papers.get(trace) ?? null,
      }));
      present(s, (heat, trace) => ({
        heat,
        work: {
          open: Object.entries(running.byGroup(trace)).flatMap(([group, keys]) =>
            keys.map((action) => ({ action, groups: [group], left: (most[action] ?? 1) - many(trace, action) })),
          ),
        },
      }));
    },
  },
  // A range that depends on what was sent before; the list has the form of links of a hypermedia state.
  "meter-rounds": {
    title: "A water meter's reading is refused below the former one; the state tells litres, and the next as `_links`.",
    why,
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "install", groupLabel: "fitters", creates: true, examples: [{ serial: "WM-220917" }] },
          {
            key: "read",
            groupLabel: "readers",
            atMost: 6,
            examples: [{ cubicMetres: 12.5 }, { cubicMetres: 31 }, { cubicMetres: 48.25 }],
          },
          { key: "exchange", groupLabel: "fitters", after: ["read"], atMost: 1, examples: [{ serial: "WM-300001" }] },
          { key: "bill", groupLabel: "office", after: ["read"], atMost: 2, examples: [{ rate: 1.95 }] },
          { key: "remove", groupLabel: "fitters", after: ["bill"], ends: true, examples: [{}] },
        ],
        people: { ines: { groups: ["fitters", "office"] }, rolf: { groups: ["readers"] } },
        next(done) {
          if (done.includes("remove")) return [];
          const billed = done.includes("bill");
          const some = done.includes("read");
          return [
            ...upTo(6, done, "read"),
            ...(some ? upTo(1, done, "exchange") : []),
            ...(done.at(-1) === "read" ? upTo(2, done, "bill") : []),
            ...(billed ? ["remove"] : []),
          ];
        },
      });
      // A new meter begins at zero.
      const readings = (trace: Trace | undefined) => {
        const parts: number[][] = [[]];
        for (const { actionKey, data } of trace?.links ?? []) {
          if (actionKey === "exchange") parts.push([]);
          if (actionKey === "read") parts.at(-1)?.push(amount(data["cubicMetres"]));
        }
        return parts;
      };
      coded(s, { "006": 400, "021": 400, "022": 422 });
      const meter = sheet({ serial: like("^WM-[0-9]{6}$") });
      hold(s, running, {
        install: meter,
        read: sheet({ cubicMetres: num(0, 9999) }),
        exchange: meter,
        bill: sheet({ rate: num(0.1, 9) }),
        remove: sheet({}),
      });
      checks(s, running, ({ actionKey, data }, known) => {
        const former = readings(known).at(-1)?.at(-1) ?? 0;
        deny(actionKey === "read" && amount(data["cubicMetres"]) < former, "022 below the former reading");
      });
      derive(s, running, (trace) => ({
        meter: linksBy(trace, "install", "exchange").at(-1)?.data["serial"] ?? null,
        litres: Math.round(readings(trace).reduce((all, part) => all + (part.at(-1) ?? 0), 0) * 1000),
        bills: many(trace, "bill"),
      }));
      present(s, (state, trace) => ({
        ...state,
        _links: {
          self: { href: `/v2/traces/${trace.id}/state` },
          ...Object.fromEntries(
            Object.entries(running.byGroup(trace)).flatMap(([group, keys]) =>
              keys.map((key) => [key, { href: `/v2/traces/${trace.id}/action`, title: `${key} (${group})` }]),
            ),
          ),
        },
      }));
    },
  },
  // One writer at a time; the service goes on by itself; a trace takes a bounded number of links.
  "press-slots": {
    title:
      "Approving a print job lets the service add a link of its own; two writers at once: 409; sixteen links at most.",
    why,
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "book", groupLabel: "clients", creates: true, examples: [{ sheets: 5000, stock: "matt" }] },
          { key: "proof", groupLabel: "prepress", examples: [{ round: 1 }, { round: 2 }, { round: 3 }] },
          { key: "approve", groupLabel: "clients", after: ["proof"], atMost: 1, examples: [{ name: "R. Vos" }] },
          { key: "print", groupLabel: "press", after: ["approve"], examples: [{ sheets: 2500 }] },
          { key: "deliver", groupLabel: "press", after: ["print"], ends: true, examples: [{ pallets: 2 }] },
        ],
        people: { ines: { groups: ["clients", "prepress"] }, gerd: { groups: ["press"] } },
        nextActions: inState,
        next(done) {
          if (done.includes("deliver")) return [];
          const full = done.length >= 15;
          if (done.includes("approve")) {
            return [...(full ? [] : ["print"]), ...(done.includes("print") ? ["deliver"] : [])];
          }
          const some = done.includes("proof");
          return [...(done.length < 10 ? ["proof"] : []), ...(some ? ["approve"] : [])];
        },
      });
      coded(s, { "006": 400, "021": 400 });
      oneWriter(s);
      hold(s, running, {
        book: sheet({ sheets: int(100, 90_000), stock: among("matt", "gloss") }),
        proof: sheet({ round: int(1, 20) }),
        approve: sheet({ name: str(40) }),
        print: sheet({ sheets: int(1, 90_000) }),
        deliver: sheet({ pallets: int(1, 60) }),
      });
      onRecord(s, (link, trace) => {
        if (link.actionKey !== "approve") return;
        trace.links.push(ownLink("burn-plates", { plates: 4, proof: many(trace, "proof") }));
        trace.state = { ...trace.state, plates: 4 };
      });
      listNext(s, running);
    },
  },
  // A quota for each user, "who did what before", and a list of titles instead of keys.
  "tool-cards": {
    awaits: "a state that lists what actions leave open, taken for one that shows the data of the last",
    title: "Each of a crew may have two tools out, and returns their own; the state lists titles and who has what.",
    why,
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "issue", groupLabel: "store", creates: true, examples: [{ site: "Harbour bridge" }] },
          { key: "borrow", groupLabel: "crew", examples: [{ tool: "saw" }, { tool: "drill" }, { tool: "jack" }] },
          {
            key: "return",
            groupLabel: "crew",
            after: ["borrow"],
            examples: [{ tool: "saw" }, { tool: "drill" }, { tool: "jack" }],
          },
          { key: "check", groupLabel: "store", after: ["return"], atMost: 2, examples: [{ fit: true }] },
          { key: "close", groupLabel: "store", ends: true, examples: [{}] },
        ],
        people: { ines: { groups: ["store", "crew"] }, bas: { groups: ["crew"] } },
        next(done, trace) {
          if (done.includes("close")) return [];
          const some = out(trace).length > 0;
          return [
            "borrow",
            ...(some ? ["return"] : ["close"]),
            ...(often(done, "return") > 0 ? upTo(2, done, "check") : []),
          ];
        },
      });
      /** What is out: by which link it was borrowed. */
      const out = (trace: Trace | undefined): Link[] => {
        const open: Link[] = [];
        for (const link of linksBy(trace, "borrow", "return")) {
          if (link.actionKey === "borrow") open.push(link);
          else
            open.splice(
              open.findIndex(({ data }) => own(data, "tool") === own(link.data, "tool")),
              1,
            );
        }
        return open;
      };
      const titles: Record<string, string> = {
        borrow: "Take a tool",
        return: "Bring a tool back",
        check: "Check what came back",
        close: "Close the card",
      };
      const tool = sheet({ tool: among("saw", "drill", "jack", "lamp") });
      coded(s, { "006": 403, "021": 422, "034": 409, "073": 403 });
      hold(s, running, {
        issue: sheet({ site: str(40) }),
        borrow: tool,
        return: tool,
        check: sheet({ fit: { type: "boolean" } }),
        close: sheet({}),
      });
      checks(s, running, ({ actionKey, data }, known, user: User) => {
        const now = out(known);
        const same = now.find((link) => own(link.data, "tool") === own(data, "tool"));
        const mine = now.filter(({ author }) => author === user.email);
        deny(actionKey === "borrow" && same !== undefined, "034 that tool is out");
        deny(actionKey === "borrow" && mine.length >= 2, "034 two tools at a time");
        deny(actionKey === "return" && same?.author !== user.email, "073 somebody else, or nobody, has it");
      });
      derive(s, running, (trace) => ({
        site: begun(trace, "site"),
        out: out(trace).map(({ data, author }) => ({ tool: data["tool"] ?? null, by: author.split("@")[0] ?? "" })),
        loans: many(trace, "borrow"),
        closed: keysOf(trace).includes("close"),
      }));
      present(s, (card, trace) => ({
        card,
        menu: running.next(trace).map((key, at) => ({ no: at + 1, title: titles[key] ?? key })),
      }));
    },
  },
};
