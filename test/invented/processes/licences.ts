/** Licences for boats: what a surveyor and a clerk write decides what comes next, and nothing lists it. */
import { own } from "../../lib/service/json.ts";
import { linksBy, upTo } from "../counts.ts";
import { checkForms } from "../duties.ts";
import { actionsOf, follow, keysOf, present, type Running } from "../process.ts";
import { coded } from "../rules.ts";
import { among, int, sheet, str } from "../sheets.ts";
import type { Service, Trace } from "../service.ts";

const forms = {
  apply: sheet({ boat: str(60), metres: int(2, 40) }),
  survey: sheet({ fit: { type: "boolean" }, "remark?": str(80) }),
  repair: sheet({ work: str(80) }),
  rule: sheet({ verdict: among("grant", "refuse") }),
  appeal: sheet({ grounds: str(80) }),
  renew: sheet({ holder: str(80) }),
  strike: sheet({ "remark?": str(80) }),
};

const last = (trace: Trace, key: string, member: string) => own(linksBy(trace, key).at(-1)?.data ?? {}, member);

const examples: Record<string, object[]> = {
  apply: [
    { boat: "Brig Ada of the north", metres: 12 },
    { boat: "Cutter Olga", metres: 7 },
  ],
  survey: [{ fit: false, remark: "a leak at the bow" }, { fit: true }],
  repair: [{ work: "a new plank at the bow" }, { work: "caulked" }],
  rule: [{ verdict: "refuse" }, { verdict: "grant" }],
  appeal: [{ grounds: "the leak is mended" }, { grounds: "others were let sail" }],
  renew: [{ holder: "the sons of Olaf" }, { holder: "Ada and daughters" }],
  strike: [{}, { remark: "sold abroad" }],
};

/** A boat is surveyed, and mended until it is fit; a licence is refused or granted, renewed five times at most, and struck. */
export function licence(s: Service): Running {
  const running = follow(s, {
    actions: actionsOf(
      ...["apply of office", "survey of office", "repair of office", "rule of office", "appeal of office"],
      ...["renew of office", "strike of office"],
    ),
    next(done, trace) {
      const step = done.at(-1);
      if (step === "apply" || step === "repair") return ["survey"];
      if (step === "survey") return [last(trace, step, "fit") === true ? "rule" : "repair"];
      if (step === "appeal") return ["rule"];
      if (done.includes("strike")) return [];
      if (last(trace, "rule", "verdict") === "refuse") return upTo(1, done, "appeal");
      return [...upTo(5, done, "renew"), "strike"];
    },
  });
  coded(s, { "006": 409 });
  checkForms(s, running, forms, (_, key) => ({ examples: (examples[key] ?? []) as never }));
  present(s, (data, trace) => ({ ...data, steps: keysOf(trace).length }));
  return running;
}
