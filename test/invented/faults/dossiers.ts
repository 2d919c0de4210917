/** Gated services that go wrong at the end of a trace, for one group, or in one set of endpoints. */
import { json } from "../../lib/service/http.ts";
import { Refusal } from "../../lib/service/refusal.ts";
import { checkForms, form, listed, times } from "../duties.ts";
import { actionsOf, follow, keysOf, listNext, trade, trades } from "../process.ts";
import { around, type Faults } from "../tools.ts";

export const dossiers: Faults = {
  "cold-single-file": {
    title:
      "A delivered consignment's files go to the archive: both zips still find them, the download of one does not.",
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "book", groupLabel: "shippers", creates: true },
          { key: "load", groupLabel: "carriers", atMost: 3 },
          { key: "deliver", groupLabel: "carriers", after: ["load"], ends: true },
        ],
        nextActions: listed,
        next(done) {
          if (done.includes("deliver")) return [];
          const loads = times(done, "load");
          return [...(loads < 3 ? ["load"] : []), ...(loads > 0 ? ["deliver"] : [])];
        },
      });
      listNext(s, running);
      around(s, "GET /v2/traces/{}/file/{}", (real) => async (call, id = "", digest = "") => {
        const reply = await real(call, id, digest);
        const trace = s.traces.get(id.toLowerCase());
        if (trace && keysOf(trace).includes("deliver")) throw new Refusal("missing", "no such file in the store");
        return reply;
      });
    },
  },
  "more-to-come": {
    title: "What the legacy set calls hasNext is whether the order can go on, not whether links follow the page.",
    apply(s) {
      const running = follow(s, { actions: trades, next: trade, nextActions: listed });
      listNext(s, running);
      const { info } = s;
      s.info = (page, args, trace, call) => {
        const said = info(page, args, trace, call);
        return call.face === "v2" || trace.workflow !== running.workflow
          ? said
          : { ...said, hasNext: running.next(trace).length > 0 };
      };
    },
  },
  "revised-in-place": {
    title: "Until a tender is submitted, a revision right after a revision takes its place: one link for two actions.",
    apply(s) {
      const running = follow(s, {
        actions: actionsOf("tender of buyers", "revise of buyers", "submit of buyers", "award of board"),
        next(done) {
          if (done.includes("award")) return [];
          return done.includes("submit") ? ["award"] : ["revise", "submit"];
        },
        people: { ines: { groups: ["buyers"] }, otto: { groups: ["board"] } },
      });
      listNext(s, running);
      const { record } = s;
      s.record = async (call, user, workflow, input, known) => {
        const former = known?.links.at(-1);
        const recorded = await record(call, user, workflow, input, known);
        if (former?.actionKey === "revise" && input.actionKey === "revise") {
          recorded.trace.links = recorded.trace.links.filter((link) => link !== former);
        }
        return recorded;
      };
    },
  },
  "public-once-granted": {
    title: "Granted permits are public: the legacy set tells their state to those who send no token at all.",
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "apply", groupLabel: "office", creates: true },
          { key: "visit", groupLabel: "office", atMost: 4 },
          { key: "grant", groupLabel: "council", after: ["visit"], ends: true },
        ],
        nextActions: listed,
        next(done) {
          if (done.includes("grant")) return [];
          const visits = times(done, "visit");
          return [...(visits < 4 ? ["visit"] : []), ...(visits > 0 ? ["grant"] : [])];
        },
      });
      checkForms(s, running, {
        visit: form({ on: { type: "string", format: "date" }, "remark?": { type: "string", maxLength: 200 } }),
      });
      listNext(s, running);
      const { authenticate } = s;
      s.authenticate = async (call) => {
        const [first, id = "", last] = call.path;
        const trace = first === "trace" && last === "state" ? s.traces.get(id.toLowerCase()) : undefined;
        const open = call.headers.authorization === undefined && trace && keysOf(trace).includes("grant");
        const [anybody] = s.users;
        return open && anybody ? anybody : authenticate(call);
      };
    },
  },
  "reviewers-enveloped": {
    title:
      "Those whose group begins no traces get the list of workflows in an envelope from v2; the others a bare one.",
    apply(s) {
      const running = follow(s, {
        actions: actionsOf("enter of clerks", "add of clerks", "check of reviewers", "file of clerks"),
        next(done) {
          if (done.includes("file")) return [];
          return done.includes("check") ? ["file"] : ["add", "check"];
        },
        people: { ines: { groups: ["clerks"] }, rosa: { groups: ["reviewers"] } },
      });
      listNext(s, running);
      around(s, "GET /v2/organizations/{}/workflows", (real) => async (call, name = "") => {
        const reply = await real(call, name);
        const user = running.reader(call);
        if (!user || running.groupsOf(user).includes("clerks")) return reply;
        return json({ error: null, data: s.listing(name, call) });
      });
    },
  },
};
