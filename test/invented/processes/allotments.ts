/** Flats that are allotted to one application an address. */
import type { Json } from "../../lib/service/json.ts";
import { follow, keysOf, listNext } from "../process.ts";
import type { Service, Trace } from "../service.ts";
import { amount, begun, linksBy, many, upTo } from "../counts.ts";
import { checks, coded, deny, derive, inState } from "../rules.ts";
import { hold, int, like, num, sheet, str } from "../sheets.ts";

/** The tester has examples alone: two of each action, in which the rent is the lower of two numbers that overlap. */
export function allotments(s: Service) {
  const running = follow(s, {
    actions: [
      {
        key: "apply",
        groupLabel: "tenants",
        creates: true,
        examples: [
          { email: "ada.lind@post.example", household: "Two adults", income: 2400, rent: 700 },
          { email: "bo.kerr@post.example", household: "One adult, one child", income: 5100.5, rent: 2600 },
        ],
      },
      { key: "visit", groupLabel: "office", examples: [{ note: "All papers are there" }, { note: "One is missing" }] },
      { key: "opinion", groupLabel: "office", examples: [{ points: 4 }, { points: 2 }] },
      { key: "allot", groupLabel: "office", examples: [{ flat: "B-12" }, { flat: "C-03" }] },
    ],
    people: { ines: { groups: ["tenants"] }, wim: { groups: ["office"] }, ada: { groups: ["office"] } },
    nextActions: inState,
    next(done) {
      if (done.includes("allot")) return [];
      const since = done.slice(done.lastIndexOf("visit") + 1);
      const opinions = done.includes("visit") ? upTo(2, since, "opinion") : [];
      return [...upTo(4, done, "visit"), ...opinions, ...(done.includes("opinion") ? ["allot"] : [])];
    },
  });
  coded(s, { "006": 409, "021": 422, "031": 409 });
  hold(s, running, {
    apply: sheet({ email: str(60), household: str(60), income: num(1, 100_000), rent: num(1, 100_000) }),
    visit: sheet({ note: str(60) }),
    opinion: sheet({ points: int(1, 5) }),
    allot: sheet({ flat: like("^[A-Z]-[0-9]{2}$") }),
  });
  checks(s, running, ({ actionKey, data }, known, { email }) => {
    if (actionKey === "apply") {
      deny(amount(data["rent"]) >= amount(data["income"]), "021 the rent is not below the income");
      deny(
        [...s.traces.values()].some((one) => begun(one, "email") === data["email"]),
        "031 who applied is known",
      );
    }
    const visited = known?.links.findLastIndex((link) => link.actionKey === "visit") ?? 0;
    const own = known?.links.slice(visited + 1).some((link) => link.actionKey === "opinion" && link.author === email);
    deny(actionKey === "opinion" && own === true, "031 this opinion was given");
  });
  derive(s, running, (trace: Trace) => ({
    household: begun(trace, "household"),
    share: Number((amount(begun(trace, "rent")) / Math.max(1, amount(begun(trace, "income")))).toFixed(3)),
    visits: many(trace, "visit"),
    points: linksBy(trace, "opinion").map(({ data }): Json => data["points"] ?? 0),
    stage: keysOf(trace).includes("allot") ? "allotted" : keysOf(trace).includes("visit") ? "visited" : "new",
  }));
  listNext(s, running);
  return running;
}
