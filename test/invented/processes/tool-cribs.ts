/** Tools that are lent one by one: the service numbers them anew for each crib, and puts another in the place of one that broke. */
import { createHash } from "node:crypto";
import type { Call } from "../../lib/service/http.ts";
import { begun, many, often } from "../counts.ts";
import { follow, present } from "../process.ts";
import { coded, deny, derive, inState } from "../rules.ts";
import { hold, like, sheet, str } from "../sheets.ts";
import type { Service, Trace } from "../service.ts";
import { after } from "../tools.ts";

type Tool = Record<"tool" | "status", string>;

function numbered({ id }: Trace, number: number): string {
  const hash = createHash("sha256")
    .update(`${id} ${String(number)}`)
    .digest("hex");
  return `TL-${String(Number.parseInt(hash.slice(0, 8), 16) % 1_000_000).padStart(6, "0")}`;
}

function toolsOf(trace: Trace): readonly Tool[] {
  const tools: Tool[] = [{ tool: numbered(trace, 0), status: "in" }];
  let lent: Tool | undefined;
  for (const { actionKey, data } of trace.links) {
    if (actionKey === "lend") lent = tools.find(({ tool }) => tool === data["tool"]);
    if (lent)
      lent.status = actionKey === "lend" ? "out" : actionKey === "bring" && data["sound"] === true ? "in" : "broken";
    if (lent?.status === "broken") tools.push({ tool: numbered(trace, tools.length), status: "in" });
    if (actionKey === "bring") lent = undefined;
  }
  return tools;
}

/** @param looks whether it is looked at how the tool is that is to be lent */
export function lending(s: Service, looks: (call: Call) => boolean): void {
  const running = follow(s, {
    actions: [
      { key: "stock", groupLabel: "crib", creates: true, examples: [{ shop: "Hull shop" }, { shop: "Engine shop" }] },
      {
        key: "lend",
        groupLabel: "crib",
        examples: [
          { tool: "TL-204471", to: "Ada" },
          { tool: "TL-880315", to: "Bo" },
        ],
      },
      { key: "bring", groupLabel: "crib", examples: [{ sound: false }, { sound: true }] },
      { key: "clear", groupLabel: "crib", examples: [{ note: "all is counted" }, { note: "moved" }], ends: true },
    ],
    nextActions: inState,
    next(done) {
      if (done.includes("clear")) return [];
      if (done.at(-1) === "lend") return ["bring"];
      return [...(often(done, "lend") < 5 ? ["lend"] : []), ...(done.includes("bring") ? ["clear"] : [])];
    },
  });
  coded(s, { "006": 409, "021": 422, "051": 422 });
  hold(s, running, {
    stock: sheet({ shop: str(60) }),
    lend: sheet({ tool: like("^TL-[0-9]{6}$"), to: str(60) }),
    bring: sheet({ sound: { type: "boolean" } }),
    clear: sheet({ note: str(60) }),
  });
  after(s, "checkAction", (_found, _user, { actionKey, data }, known, call) => {
    const its = known && toolsOf(known).find(({ tool }) => tool === data?.["tool"]);
    deny(actionKey === "lend" && !its, "051 there is no such tool in this crib");
    deny(actionKey === "lend" && its?.status !== "in" && looks(call), "051 this tool is not in");
  });
  derive(s, running, (trace) => ({
    shop: begun(trace, "shop"),
    lent: many(trace, "lend"),
    tools: [...toolsOf(trace)],
  }));
  present(s, (state, trace) => ({ ...state, nextActions: running.byGroup(trace) }));
}
