/** Processes of silos, philatelists, lift mechanics, film labs, bell founders, balloonists, locksmiths and seed banks. */
import { own, type Json, type JsonObject } from "../../lib/service/json.ts";
import { Refusal } from "../../lib/service/refusal.ts";
import { groupOf } from "../duties.ts";
import { form, useForms } from "../paper.ts";
import { follow, keysOf, listNext, present } from "../process.ts";
import type { Trace } from "../service.ts";
import type { Variants } from "../tools.ts";
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
  sum,
  upTo,
} from "../works.ts";

const why = "The interface names no transitions, and leaves data, state, limits and error answers open.";

export const wharves: Variants = {
  "grain-silos": {
    title:
      "A silo counts no more than it holds, in words with a unit; a phase in the state is all that tells what is next.",
    why,
    apply(s) {
      const loaded = (trace: Trace) => sum(trace, "load", "tonnes");
      const full = (trace: Trace) => loaded(trace) >= amount(begun(trace, "capacity"));
      const running = follow(s, {
        actions: [
          { key: "clean", groupLabel: "silo", creates: true },
          { key: "load", groupLabel: "silo" },
          { key: "fumigate", groupLabel: "silo", atMost: 2 },
          { key: "seal", groupLabel: "silo", ends: true },
        ],
        next(done, trace) {
          if (done.includes("seal")) return [];
          if (!done.includes("load")) return ["load"];
          return [...(full(trace) ? [] : ["load"]), ...upTo(2, done, "fumigate"), "seal"];
        },
      });
      coded(s, { "006": 409, "021": 422 });
      holdTold(s, running, {
        clean: sheet({ capacity: int(100, 400), grain: among("wheat", "rye", "oats") }),
        load: sheet({ tonnes: num(1, 60), "moisture?": num(8, 25) }, true),
        seal: sheet({ number: like("^[A-Z]{2}[0-9]{4}$") }),
      });
      derive(s, running, (trace) => {
        const capacity = amount(begun(trace, "capacity"));
        const open = full(trace) ? "full" : "loading";
        return {
          contents: begun(trace, "grain"),
          weight: `${Math.min(loaded(trace), capacity).toFixed(3)} t`,
          overflow: `${Math.max(0, loaded(trace) - capacity).toFixed(3)} t`,
          phase: keysOf(trace).includes("seal") ? "sealed" : many(trace, "load") > 0 ? open : "empty",
          seal: linksBy(trace, "seal")[0]?.data["number"] ?? null,
        };
      });
    },
  },
  // "members that depend on others", in the schema; "who did what before".
  "stamp-gradings": {
    title: "A damaged stamp needs a remark, as its schema says by if and then; each expert grades a stamp once.",
    why,
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "describe", groupLabel: "desk", creates: true },
          { key: "grade", groupLabel: "experts" },
          { key: "list", groupLabel: "desk", after: ["grade"], ends: true },
        ],
        people: { ines: { groups: ["desk", "experts"] }, jo: { groups: ["experts"] } },
        next: (done) => (done.includes("list") ? [] : ["grade", ...(done.includes("grade") ? ["list"] : [])]),
      });
      s.statuses.invalid = 422;
      useForms(s, running, {
        describe: {
          type: "object",
          additionalProperties: false,
          required: ["country", "year", "condition"],
          properties: {
            country: { type: "string", pattern: "^[A-Z]{2}$" },
            year: { type: "integer", minimum: 1840, maximum: 2025 },
            condition: { enum: ["mint", "used", "damaged"] },
            remark: { type: "string", minLength: 3, maxLength: 60 },
          },
          if: { type: "object", required: ["condition"], properties: { condition: { const: "damaged" } } },
          then: { required: ["remark"] },
        },
        grade: form({ points: { type: "integer", minimum: 1, maximum: 100 } }, { additionalProperties: false }),
        list: form({ euros: { type: "number", minimum: 0.5, maximum: 9000 } }),
      });
      checks(s, running, ({ actionKey }, known, user) => {
        const mine = linksBy(known, "grade").some(({ author }) => author === user.email);
        deny(actionKey === "grade" && mine, "072 you have graded this stamp");
      });
      derive(s, running, (trace) => {
        const points = linksBy(trace, "grade").map(({ data }) => amount(data["points"]));
        const mean = points.length === 0 ? null : sum(trace, "grade", "points") / points.length;
        return { origin: begun(trace, "country"), issued: begun(trace, "year"), points, mean };
      });
    },
  },
  "lift-repairs": {
    title: "What was closed can be opened again, twice; the state lists pairs of an action and a group.",
    why,
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "report", groupLabel: "tenants", creates: true },
          { key: "visit", groupLabel: "mechanics", atMost: 5 },
          { key: "close", groupLabel: "mechanics", after: ["visit"], atMost: 3 },
          { key: "reopen", groupLabel: "tenants", after: ["close"], atMost: 2 },
        ],
        people: { ines: { groups: ["tenants"] }, rolf: { groups: ["mechanics"] } },
        next(done) {
          const shut = often(done, "close") > often(done, "reopen");
          if (shut) return upTo(2, done, "reopen");
          return [...upTo(5, done, "visit"), ...(done.includes("visit") ? ["close"] : [])];
        },
      });
      coded(s, { "006": 403 });
      present(s, (fields, trace) => ({
        fields,
        lift: { running: keysOf(trace).at(-1) === "close", visits: many(trace, "visit") },
        allowed: running.next(trace).map((action) => ({ action, group: groupOf(trace, { actionKey: action }) })),
      }));
    },
  },
  // "An effect may fail (client or server error); then nothing was added."
  "film-prints": {
    title:
      "More than 20 prints are too many for the machine behind: 502, and nothing is added; a fogged film goes back.",
    why,
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "hand-in", groupLabel: "shop", creates: true, examples: [{ rolls: 2, iso: 400 }] },
          { key: "develop", groupLabel: "lab", examples: [{ result: "good" }, { result: "fogged", frames: 9 }] },
          { key: "print", groupLabel: "lab", examples: [{ copies: 4 }, { copies: 20 }] },
          { key: "return", groupLabel: "shop", ends: true, examples: [{ paid: true }] },
        ],
        people: { ines: { groups: ["shop"] }, paula: { groups: ["lab"] } },
        nextActions: inState,
        next(done, trace) {
          if (done.includes("return")) return [];
          const result = linksBy(trace, "develop").at(-1)?.data["result"];
          if (result === undefined) return ["develop"];
          return [...(result === "good" ? upTo(3, done, "print") : upTo(2, done, "develop")), "return"];
        },
      });
      coded(s, { "006": 409, "021": 400, "090": 502 });
      holdTold(s, running, {
        "hand-in": sheet({ rolls: int(1, 12), iso: int(25, 3200) }),
        develop: sheet({ result: among("good", "fogged"), "frames?": int(0, 36) }),
        print: sheet({ copies: int(1, 40) }),
        return: sheet({ paid: { type: "boolean" } }),
      });
      checks(s, running, ({ actionKey, data }) => {
        deny(actionKey === "print" && amount(data["copies"]) > 20, "090 the printing machine gave up");
      });
      listNext(s, running);
    },
  },
  "bell-castings": {
    title: "A bell goes through the hands of four people, each once and in one order; the tuner may not search.",
    why,
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "order", groupLabel: "office", creates: true },
          { key: "cast", groupLabel: "founders", after: ["order"], atMost: 1 },
          { key: "tune", groupLabel: "tuners", after: ["cast"], atMost: 1 },
          { key: "bless", groupLabel: "clergy", after: ["tune"], atMost: 1 },
          { key: "hang", groupLabel: "office", after: ["bless"], ends: true },
        ],
        people: {
          ines: { groups: ["office"] },
          georg: { groups: ["founders"] },
          tilda: { groups: ["tuners"], may: ["read", "write"] },
          anselm: { groups: ["clergy"] },
        },
        next(done) {
          const chain = ["order", "cast", "tune", "bless", "hang"];
          return chain.slice(done.length, done.length + 1);
        },
      });
      coded(s, { "006": 409 });
      const { search } = s;
      s.search = (workflow, filters, call) => {
        const user = running.reader(call);
        if (user && running.groupsOf(user).includes("tuners") && workflow === running.workflow) {
          throw new Refusal("foreign", "tuners do not search");
        }
        return search(workflow, filters, call);
      };
      derive(s, running, (trace) => ({
        stage: keysOf(trace).at(-1) ?? null,
        papers: trace.links.map(({ data }) => data),
      }));
    },
  },
  // "the same content twice refused as a duplicate", for every action and with its files.
  "weather-balloons": {
    title:
      "The same data with the same files a second time is refused on a flight, whichever action it was; data is free.",
    why,
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "launch", groupLabel: "station", creates: true },
          { key: "reading", groupLabel: "station", atMost: 8 },
          { key: "note", groupLabel: "station", atMost: 4 },
          { key: "recover", groupLabel: "station", after: ["reading"], ends: true },
        ],
        nextActions: { path: ["flight", "next"], by: "all" },
        next(done) {
          if (done.includes("recover")) return [];
          const recover = done.includes("reading") ? ["recover"] : [];
          return [...upTo(8, done, "reading"), ...upTo(4, done, "note"), ...recover];
        },
      });
      coded(s, { "006": 400, "031": 409 });
      const print = (key: string, data: JsonObject, digests: Json[]) => JSON.stringify([key, data, digests]);
      checks(s, running, ({ actionKey = "", data, files }, known) => {
        const mine = print(
          actionKey,
          data,
          files.map((file) => s.digest(file.data)),
        );
        const again = known?.links.some(
          (link) =>
            print(
              link.actionKey,
              link.data,
              link.files.map((file) => file["digest"] ?? null),
            ) === mine,
        );
        deny(again === true, "031 this was said before");
      });
      derive(s, running, (trace) => ({
        launched: trace.links[0]?.data ?? null,
        readings: linksBy(trace, "reading").map(({ data }) => data),
        notes: many(trace, "note"),
        newest: linksBy(trace, "reading").at(-1)?.data ?? null,
      }));
      present(s, (state, trace) => ({ ...state, flight: { next: [...running.next(trace)] } }));
    },
  },
  "key-cutting": {
    title: "Who cuts keys has to name group and workflow with each action; what may come next is shown with a caption.",
    why,
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "take-in", groupLabel: "counter", creates: true, examples: [{ profile: "K7", copies: 2 }] },
          { key: "cut", groupLabel: "bench", atMost: 4, examples: [{ depths: [3, 1, 4, 2] }, { depths: [1, 1] }] },
          { key: "try", groupLabel: "bench", after: ["cut"], examples: [{ turns: true }] },
          { key: "collect", groupLabel: "counter", after: ["try"], ends: true, examples: [{ euros: 14.5 }] },
        ],
        people: { ines: { groups: ["counter"] }, sal: { groups: ["bench"] } },
        next(done) {
          if (done.includes("collect")) return [];
          const last = done.at(-1);
          return [...upTo(4, done, "cut"), ...(last === "cut" ? ["try"] : []), ...(last === "try" ? ["collect"] : [])];
        },
      });
      coded(s, { "006": 409, "021": 422, "011": 400 });
      hold(s, running, {
        "take-in": sheet({ profile: like("^[A-Z][0-9]{1,2}$"), copies: int(1, 9) }),
        try: sheet({ turns: { type: "boolean" } }),
        collect: sheet({ euros: num(1, 200) }),
      });
      checks(s, running, ({ actionKey, data, groupLabel, workflowId }) => {
        deny(groupLabel === undefined, "011 groupLabel is required");
        deny(workflowId === undefined, "011 workflowId is required");
        const depths = own(data, "depths");
        const fit = Array.isArray(depths) && depths.length > 0 && depths.every((one) => amount(one) >= 1);
        deny(actionKey === "cut" && !fit, "021 depths are missing");
      });
      present(s, (data, trace) => ({
        job: data,
        buttons: running
          .next(trace)
          .map((key): Json => ({ [groupOf(trace, { actionKey: key })]: { key, caption: `${key}…` } })),
      }));
    },
  },
  "seed-banks": {
    title: "The state begins with members that nobody sent, and holds tasks and news for the groups of its reader.",
    why,
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "deposit", groupLabel: "curators", creates: true },
          { key: "germinate", groupLabel: "laboratory", atMost: 4 },
          { key: "withdraw", groupLabel: "curators", after: ["germinate"], atMost: 3 },
          { key: "retire", groupLabel: "curators", after: ["germinate"], ends: true },
        ],
        people: { ines: { groups: ["curators"] }, abel: { groups: ["laboratory"] } },
        nextActions: inState,
        next(done, trace) {
          if (done.includes("retire")) return [];
          const left = sum(trace, "deposit", "seeds") > sum(trace, "withdraw", "seeds");
          const more = done.includes("germinate") ? [...(left ? upTo(3, done, "withdraw") : []), "retire"] : [];
          return [...upTo(4, done, "germinate"), ...more];
        },
      });
      coded(s, { "006": 400, "021": 400 });
      holdTold(s, running, {
        deposit: sheet({ species: str(40), seeds: int(3000, 9000) }),
        germinate: sheet({ percent: int(0, 100) }, true),
        withdraw: sheet({ seeds: int(1, 1000), "to?": str(40) }),
        retire: sheet({ "reason?": str(60) }),
      });
      derive(s, running, (trace) => ({
        species: begun(trace, "species"),
        left: sum(trace, "deposit", "seeds") - sum(trace, "withdraw", "seeds"),
        viability: linksBy(trace, "germinate").at(-1)?.data["percent"] ?? null,
        retired: keysOf(trace).includes("retire"),
        duplicates: [],
      }));
      present(s, (data, trace, call) => {
        const user = running.reader(call);
        const groups = user ? running.groupsOf(user) : [];
        const news = trace.links.filter((link) => !groups.includes(groupOf(trace, link)));
        const tasks = Object.entries(running.byGroup(trace)).filter(([group]) => groups.includes(group));
        return {
          data,
          tasks: tasks.flatMap(([group, keys]) => keys.map((key): Json => ({ group, key }))),
          notifications: news.slice(-3).map(({ actionKey, author }): Json => ({ actionKey, author })),
          nextActions: running.byGroup(trace),
        };
      });
    },
  },
};
