/** Processes of workshops and carriers, whose traces are told by numbers of things, and whose states are computed. */
import type { JsonObject } from "../../lib/service/json.ts";
import { follow, keysOf, listNext, present } from "../process.ts";
import type { Service, Trace } from "../service.ts";
import type { Variants } from "../tools.ts";
import { among, begun, checks, coded, deny, derive, holdTold, inState, int, like, linksBy } from "../works.ts";
import { sheet, str, upTo } from "../works.ts";

const why = "The interface names no transitions, and leaves data, state, limits and error answers open.";

const serial = like("^[A-Z]{2}[0-9]{8}$");

/** A device is checked, mended and handed back; the state says in which repair it is, and none lists what may come. */
export function repairs(s: Service) {
  const running = follow(s, {
    actions: [
      { key: "take in", groupLabel: "shop", creates: true },
      { key: "check", groupLabel: "bench" },
      { key: "hand back", groupLabel: "shop" },
    ],
    next(done) {
      if (done.includes("hand back")) return [];
      return [...upTo(3, done, "check"), ...(done.includes("check") ? ["hand back"] : [])];
    },
  });
  coded(s, { "006": 409, "021": 400 });
  holdTold(s, running, {
    "take in": sheet({ serial, fault: among("noise", "battery"), owner: str(60) }),
    check: sheet({ minutes: int(1, 500), finding: str(60) }),
    "hand back": sheet({ "remark?": str(60) }),
  });
  return running;
}

const isOpen = (trace: Trace): boolean => !keysOf(trace).includes("hand back");

export const repairServices: Variants = {
  "one-repair-at-a-time": {
    title: "A device is in one repair at a time: its serial number is refused while it is there.",
    why,
    apply(s) {
      const running = repairs(s);
      checks(s, running, ({ actionKey, data }) => {
        if (actionKey !== "take in") return;
        const isThere = [...s.traces.values()].some((one) => isOpen(one) && begun(one, "serial") === data["serial"]);
        deny(isThere, "006 this device is in repair already");
      });
    },
  },
  "what-each-action-brought-apart": {
    title: "The state of a parcel has each kind of action in a member of its own, and the first by other names.",
    why,
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "register", groupLabel: "shipper", creates: true },
          { key: "pickup", groupLabel: "carrier" },
          { key: "reading", groupLabel: "carrier" },
          { key: "deliver", groupLabel: "carrier" },
        ],
        nextActions: inState,
        next(done) {
          if (done.includes("deliver")) return [];
          return done.includes("pickup") ? [...upTo(4, done, "reading"), "deliver"] : ["pickup"];
        },
      });
      coded(s, { "021": 400 });
      holdTold(s, running, {
        register: sheet({ product: str(60), units: int(1, 400), range: sheet({ min: int(-40, 0), max: int(1, 40) }) }),
        pickup: sheet({ lorry: str(60), driver: str(60) }),
        reading: sheet({ celsius: int(-40, 40) }),
        deliver: sheet({ signedBy: str(60) }),
      });
      derive(s, running, (trace): JsonObject => {
        const [pickup] = linksBy(trace, "pickup");
        const [delivered] = linksBy(trace, "deliver");
        const range = begun(trace, "range") as JsonObject;
        const readings = linksBy(trace, "reading").map(({ data }) => Number(data["celsius"]));
        return {
          goods: begun(trace, "product"),
          expected: begun(trace, "units"),
          lowest: range["min"] ?? null,
          ...(pickup ? { transport: pickup.data } : {}),
          ...(readings.length > 0 ? { highest: Math.max(...readings), count: readings.length } : {}),
          ...(delivered ? { signed: delivered.data["signedBy"] ?? null } : {}),
        };
      });
      listNext(s, running);
    },
  },
  "each-reader-his-own-list": {
    title: "The state lists what its reader may do next; a test that was not ordered, or is done, is refused.",
    why,
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "order", groupLabel: "ward", creates: true },
          { key: "result", groupLabel: "lab" },
          { key: "validate", groupLabel: "physician" },
        ],
        people: { ines: { groups: ["ward"] }, luis: { groups: ["lab"] }, phil: { groups: ["physician"] } },
        next(done) {
          if (done.includes("validate")) return [];
          return [...upTo(3, done, "result"), ...(done.includes("result") ? ["validate"] : [])];
        },
      });
      coded(s, { "006": 409, "021": 400 });
      const test = among("glucose", "sodium", "crp");
      holdTold(s, running, {
        order: sheet({ patient: str(60), test }),
        result: sheet({ test, value: int(1, 10_000), "comment?": str(60) }),
        validate: sheet({ conclusion: str(60) }),
      });
      checks(s, running, ({ actionKey, data }, known) => {
        if (actionKey === "result") deny(begun(known, "test") !== data["test"], "006 this test was not ordered");
      });
      present(s, (data, trace, call) => {
        const reader = running.reader(call);
        const groups = reader ? running.groupsOf(reader) : [];
        const own = Object.entries(running.byGroup(trace)).filter(([group]) => groups.includes(group));
        return { data, available: own.flatMap(([, keys]) => keys) };
      });
    },
  },
};
