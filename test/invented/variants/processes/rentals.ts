/** Processes of who lends things out. */
import type { User } from "../../../lib/service/domain.ts";
import { own } from "../../../lib/service/json.ts";
import { defaultPages } from "../../habits.ts";
import { noTransitions } from "../../left-open.ts";
import { closed, demand, form, showExamples, useForms } from "../../paper.ts";
import { actionsOf, follow, keysOf, listNext, present } from "../../process.ts";
import { aDay, listOnce, rentOut } from "../../processes/rentals.ts";
import { actionLike, inGroups } from "../../processes/theatre.ts";
import type { Link, Trace } from "../../service.ts";
import { changeResult, type Variants } from "../../tools.ts";
import { amount, begun, linksBy, many, often, upTo } from "../../counts.ts";
import { checks, coded, deny, derive } from "../../rules.ts";
import { among, hold, int, num, sheet, str } from "../../sheets.ts";

export const rentals: Variants = {
  "due-until-it-is-back": {
    title:
      "The day by which a thing is due leaves the state when it is back; it may be prolonged twice, to a later day.",
    why: "An action may take out of the state what no longer matters; the links keep it.",
    apply: (s) => void rentOut(s),
  },
  "seasons-by-age": {
    title: "A member is entered with a day of birth that fits the season, as the examples beside the schema show.",
    why: "Which members go together no schema tells, and each of the examples is taken.",
    apply(s) {
      const running = follow(s, { actions: actionsOf("enter of desk", "note of desk", "leave of desk") });
      listNext(s, running);
      const season = { type: "integer", minimum: 1, maximum: 12 } as const;
      useForms(s, running, { enter: form({ name: { type: "string", maxLength: 60 }, born: aDay, season }, closed) });
      const entered = [
        { name: "Ada", born: "2016-05-04", season: 2 },
        { name: "Bo", born: "2009-10-30", season: 9 },
      ];
      showExamples(running, { enter: entered });
      demand(s, ({ actionKey, data = {} }) => {
        if (actionKey !== "enter") return undefined;
        const age = 2027 - Number(String(own(data, "born")).slice(0, 4));
        const first = Number(own(data, "season")) + 7;
        return age >= first && age <= first + 4 ? undefined : "009 the member is not of the age for the season";
      });
    },
  },
  "entered-and-struck": {
    title: "What is entered may be struck once, and nothing else is ever done with it.",
    why: "A process may take one action alone.",
    apply: listOnce,
  },
  // "on how often an action was done"; small pages; refusals and forms that nobody writes down.
  costumes: {
    title:
      "A costume is lent five times, and mended first when it comes back torn; the two sets page and refuse unlike.",
    why: noTransitions,
    apply(s) {
      const running = follow(s, {
        actions: [
          actionLike("request of actors", [{ costume: "Tailcoat 12" }, { costume: "Crown", historic: true }], {
            creates: true,
          }),
          actionLike("lend of wardrobe", [{ days: 3 }, { days: 14, deposit: 50 }, { days: 1, deposit: 20 }], {
            atMost: 5,
          }),
          actionLike("return of wardrobe", [{ torn: false }, { torn: true }], { after: ["lend"], atMost: 5 }),
          actionLike("mend of tailors", [{ hours: 2 }, { hours: 0.5 }], { after: ["return"] }),
          actionLike("retire of wardrobe", [{ to: "museum" }, { to: "sale" }], { ends: true }),
        ],
        people: { ines: inGroups("actors", "wardrobe"), otto: inGroups("tailors") },
        next(done, trace) {
          const last = trace.links.at(-1);
          if (last?.actionKey === "retire") return [];
          if (last?.actionKey === "lend") return ["return"];
          if (last?.actionKey === "return" && last.data["torn"] === true) return ["mend", "retire"];
          return [...upTo(5, done, "lend"), "retire"];
        },
      });
      running.workflow.name = "Wardrobe";
      hold(s, running, {
        request: sheet({ costume: str(60), "historic?": { type: "boolean" } }),
        lend: sheet({ days: int(1, 60), "deposit?": int(10, 500) }),
        return: sheet({ torn: { type: "boolean" } }),
        mend: sheet({ hours: num(0.25, 40) }),
        retire: sheet({ to: among("museum", "sale", "rags") }),
      });
      checks(s, running, ({ actionKey, data }) => {
        const bare = amount(data["days"]) > 7 && data["deposit"] === undefined;
        deny(actionKey === "lend" && bare, "021 a long loan needs a deposit");
      });
      changeResult(s, "refuse", (reply, call, error) =>
        /^(006|021)/.test(error.message) ? { ...reply, status: call.face === "v2" ? 422 : 409 } : reply,
      );
      defaultPages(s, 2, 3);
      derive(s, running, (trace) => ({
        costume: begun(trace, "costume"),
        loans: many(trace, "lend"),
        out: many(trace, "lend") > many(trace, "return"),
      }));
    },
  },
  // A quota for each user, "who did what before", and a list of titles instead of keys.
  "tool-cards": {
    awaits: "a state that lists what actions leave open, taken for one that shows the data of the last",
    title: "Each of a crew may have two tools out, and returns their own; the state lists titles and who has what.",
    why: noTransitions,
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
