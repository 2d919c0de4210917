/** Actions that take over data of another one. */
import type { ActionInput } from "../../../lib/service/domain.ts";
import { type JsonObject, own, put } from "../../../lib/service/json.ts";
import { Refusal } from "../../../lib/service/refusal.ts";
import { form, useForms } from "../../paper.ts";
import { actionsOf, follow, listNext } from "../../process.ts";
import { followApplication, shortText } from "../../processes/applications.ts";
import type { Trace } from "../../service.ts";
import { aroundStep, changeResult, whenRefused, type Faults, pause } from "../../tools.ts";
import { upTo } from "../../counts.ts";
import { coded, inState } from "../../rules.ts";
import { among, holdTold, int, like, num, sheet, str } from "../../sheets.ts";

export const borrowedData: Faults = {
  "left-out-means-as-before": {
    title:
      "An optional member that an application leaves out has the value of whoever applied before, in another trace.",
    apply(s) {
      const running = followApplication(s);
      const optional = { contact: shortText, remark: shortText };
      useForms(s, running, {
        apply: { ...form({ name: shortText }), properties: { name: shortText, ...optional } },
      });
      const bean: JsonObject = {};
      changeResult(s, "readInput", (input) => {
        if (input.actionKey !== "apply" || !input.data) return input;
        for (const name of Object.keys(optional)) {
          const given = own(input.data, name);
          if (given !== undefined) put(bean, name, given);
        }
        return { ...input, data: { ...bean, ...input.data } };
      });
    },
  },
  "draft-of-the-refused": {
    title: "What a form refused is kept as a draft, and what its sender does next on the trace takes its members over.",
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "report", groupLabel: "tenants", creates: true },
          { key: "visit", groupLabel: "wardens", atMost: 4 },
          { key: "repair", groupLabel: "wardens", after: ["visit"], atMost: 3 },
          { key: "accept", groupLabel: "tenants", after: ["repair"], ends: true },
        ],
        nextActions: inState,
        next(done) {
          if (done.includes("accept")) return [];
          const repair = done.includes("visit") ? upTo(3, done, "repair") : [];
          return [...upTo(4, done, "visit"), ...repair, ...(done.includes("repair") ? ["accept"] : [])];
        },
      });
      coded(s, { "006": 409, "021": 422 });
      holdTold(s, running, {
        report: sheet({ flat: str(8), damp: { type: "boolean" } }),
        visit: sheet({ room: among("kitchen", "bath", "hall"), "humidity?": int(0, 100) }),
        repair: sheet({ hours: num(0.5, 40), "material?": str(40) }),
        accept: sheet({ "stars?": int(1, 5) }),
      });
      const drafts = new WeakMap<Trace, Map<string, JsonObject>>();
      whenRefused(s, "checkAction", (error, user, input, known) => {
        const form = error instanceof Refusal && error.message.startsWith("021");
        if (known && form) drafts.set(known, new Map([[user.email, input.data ?? {}]]));
      });
      aroundStep(s, "record", (record) => (call, user, workflow, input, known) => {
        const draft = known && drafts.get(known)?.get(user.email);
        if (known) drafts.delete(known);
        return record(call, user, workflow, draft ? { ...input, data: { ...draft, ...input.data } } : input, known);
      });
      listNext(s, running);
    },
  },
  // "data: the data of the action", and of no other
  "staged-and-kept": {
    title: "The data of a refused action stays staged for the trace, and goes into the next one.",
    apply(s) {
      const staged = new Map<string, JsonObject>();
      aroundStep(s, "checkAction", (checkAction) => (user, input, known, call) => {
        if (!known) return checkAction(user, input, known, call);
        const stage: JsonObject = { ...staged.get(known.id) };
        const data = input.data ?? {};
        for (const key of Object.keys(data)) put(stage, key, own(data, key) ?? null);
        staged.set(known.id, stage);
        const workflow = checkAction(user, input, known, call);
        staged.delete(known.id);
        input.data = stage;
        return workflow;
      });
    },
  },
  "refused-data-kept": {
    title:
      "The data of a refused action is not let go: the next action on the trace is recorded with it besides its own.",
    apply(s) {
      const held = new Map<string, JsonObject>();
      whenRefused(s, "checkAction", (_error, _user, input, known) => {
        if (known && input.data) held.set(known.id, { ...held.get(known.id), ...input.data });
      });
      aroundStep(s, "record", (record) => (call, user, workflow, input, known) => {
        const rest = known && held.get(known.id);
        if (!rest) return record(call, user, workflow, input, known);
        held.delete(known.id);
        return record(call, user, workflow, { ...input, data: { ...rest, ...input.data } }, known);
      });
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
      changeResult(s, "readInput", async (input) => {
        if (input.actionKey !== "analyse") return input;
        desk = input;
        if (input.files.length === 0) return input;
        await pause(20);
        return { ...input, data: desk.data ?? {} };
      });
      listNext(s, running);
    },
  },
};
