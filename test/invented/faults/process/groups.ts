/** Groups that are not asked for, or asked of somebody else. */
import { Refusal, type RefusalKind } from "../../../lib/service/refusal.ts";
import { demandRoom } from "../../changes/refusals.ts";
import { actionsOf, follow, listNext, people, present, trade, trades } from "../../process.ts";
import { desk } from "../../processes/desks.ts";
import { honestTrade } from "../../processes/trade.ts";
import { aroundStep, onReply, beforehand, after, type Faults } from "../../tools.ts";
import { begun, many, sum, upTo } from "../../counts.ts";
import { derive, inState } from "../../rules.ts";
import { hold, holdTold, int, like, num, sheet, str } from "../../sheets.ts";

const rethrow = (kind: RefusalKind = "invalid"): never => {
  throw new Refusal(kind, "006 action not allowed now");
};

export const groups: Faults = {
  // A user who may only read must not be able to write through one of the sets.
  "reader-writes-in-legacy": {
    title: "An auditor may read alone: v2 refuses what he sends, the legacy set takes his remarks.",
    apply(s) {
      const running = follow(s, {
        ...desk,
        people: { ines: { groups: ["desk"] }, ada: { groups: [], may: ["read", "search"] } },
      });
      listNext(s, running);
      const { groupsOf } = running;
      aroundStep(s, "checkAction", (checkAction) => (user, input, known, call) => {
        running.groupsOf = (one) => (call.face === "legacy" && known ? ["desk"] : groupsOf(one));
        try {
          return checkAction(user, input, known, call);
        } finally {
          running.groupsOf = groupsOf;
        }
      });
    },
  },
  "group-of-the-request": {
    title: "The legacy set takes the group from the request: whoever names a group may do its actions.",
    apply(s) {
      const running = honestTrade(s, { people });
      const { groupsOf } = running;
      aroundStep(s, "checkAction", (checkAction) => (user, input, known, call) => {
        const trusting = call.face === "legacy" && input.groupLabel !== undefined;
        running.groupsOf = (one) => (trusting ? [input.groupLabel ?? ""] : groupsOf(one));
        try {
          return checkAction(user, input, known, call);
        } finally {
          running.groupsOf = groupsOf;
        }
      });
    },
  },
  "gate-asks-the-creator": {
    title: "v2 asks whether the user who created the trace is in the group, not the one who acts.",
    apply(s) {
      const running = honestTrade(s, { people });
      beforehand(s, "checkAction", (_user, input, known, call) => {
        if (call.face === "v2" && known) {
          const creator = s.users.find(({ email }) => email === known.links[0]?.author);
          const action = running.workflow.actions.find(({ key }) => key === input.actionKey);
          if (creator && action && !running.groupsOf(creator).includes(action.groupLabel)) rethrow("foreign");
        }
      });
    },
  },
  "unlabelled-by-anyone": {
    title: "A legacy action without a groupLabel is accepted from users outside its group; the v2 set refuses them.",
    apply(s) {
      const running = follow(s, {
        actions: actionsOf(
          "claim of staff",
          "add-receipt of staff",
          "approve of leads",
          "return of leads",
          "pay of finance",
        ),
        people: { ines: { groups: ["staff"] }, tom: { groups: ["leads"] }, uta: { groups: ["finance"] } },
        nextActions: { path: ["flow", "next"], by: "group" },
        next(done) {
          if (done.includes("pay")) return [];
          const last = done.findLast((key) => key !== "add-receipt");
          if (last === "approve") return ["pay"];
          return [...upTo(5, done, "add-receipt"), ...(last === "claim" ? ["return"] : []), "approve"];
        },
      });
      holdTold(s, running, {
        claim: sheet({ purpose: str(100), euros: num(1, 2000) }),
        "add-receipt": sheet({ euros: num(0.5, 500), shop: str(60) }),
        pay: sheet({ account: like("^DE\\d{8}$") }),
      });
      derive(s, running, (trace) => ({
        purpose: begun(trace, "purpose"),
        claimed: begun(trace, "euros"),
        receipts: sum(trace, "add-receipt", "euros"),
        paid: many(trace, "pay") > 0,
      }));
      present(s, (state, trace) => ({ ...state, flow: { next: running.byGroup(trace) } }));
      aroundStep(s, "checkAction", (checkAction) => (user, input, known, call) => {
        const action = running.workflow.actions.find(({ key }) => key === input.actionKey);
        const unasked = known && call.face === "legacy" && input.groupLabel === undefined;
        const member = s.users.find(
          (one) => one.organization === user.organization && running.groupsOf(one).includes(action?.groupLabel ?? ""),
        );
        return checkAction(unasked ? (member ?? user) : user, input, known, call);
      });
    },
  },
  "reader-refused-in-legacy": {
    title: "A user who may read and search alone reads with v2, and is refused by the legacy set, searches excepted.",
    apply(s) {
      const running = follow(s, {
        actions: actionsOf("draft of clerks", "comment of clerks", "file of clerks"),
        next: (done) => (done.includes("file") ? [] : ["comment", "file"]),
        people: { ines: { groups: ["clerks"] }, wim: { groups: [], may: ["read", "search"] } },
      });
      after(s, "findTrace", (_trace, user, _id, call) => {
        if (call.face === "legacy" && running.groupsOf(user).length === 0) {
          throw new Refusal("foreign", "you are in no group");
        }
      });
    },
  },
  "badge-by-word": {
    title: "Who names the group of an action in the request is taken for one of it: a porter discharges patients.",
    choice: "What makes a user one of a group, and whether others may do its actions, is not shown; both sets take it.",
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "admit", groupLabel: "reception", creates: true, examples: [{ ward: "3A", bed: 12 }] },
          { key: "move", groupLabel: "porters", atMost: 4, examples: [{ ward: "ICU" }, { ward: "3B" }] },
          { key: "treat", groupLabel: "physicians", atMost: 4, examples: [{ text: "saline" }] },
          { key: "discharge", groupLabel: "physicians", after: ["treat"], ends: true, examples: [{ home: true }] },
        ],
        people: {
          ines: { groups: ["reception", "porters"] },
          maya: { groups: ["physicians"] },
        },
        nextActions: inState,
        next(done) {
          if (done.includes("discharge")) return [];
          const discharge = done.includes("treat") ? ["discharge"] : [];
          return [...upTo(4, done, "move"), ...upTo(4, done, "treat"), ...discharge];
        },
      });
      aroundStep(s, "checkAction", (checkAction) => (user, input, known, call) => {
        const named = s.users.find(
          (one) => one.organization === user.organization && running.groupsOf(one).includes(input.groupLabel ?? ""),
        );
        return checkAction(
          user.organization === running.workflow.organization ? (named ?? user) : user,
          input,
          known,
          call,
        );
      });
      hold(s, running, {
        admit: sheet({ ward: str(6), bed: int(1, 60) }),
        move: sheet({ ward: str(6) }),
        treat: sheet({ text: str(90) }),
        discharge: sheet({ home: { type: "boolean" } }),
      });
      listNext(s, running);
    },
  },
  "first-group-in-v2-tokens": {
    title:
      "A token of a v2 login carries the user's first group alone: actions of others are refused that legacy takes.",
    apply(s) {
      const running = follow(s, {
        actions: trades,
        next: trade,
        people: { ines: { groups: ["sales", "accounts"] }, wim: { groups: ["warehouse", "accounts"] } },
      });
      listNext(s, running);
      const narrow = new Set<string>();
      for (const key of ["POST /v2/login/credential", "POST /v2/login/privateKey"]) {
        onReply(s, key, (reply) => {
          const { data } = JSON.parse(String(reply.body)) as { data: { token: string } };
          narrow.add(`Bearer ${data.token}`);
          return reply;
        });
      }
      after(s, "checkAction", (_workflow, user, input, _known, call) => {
        const group = trades.find(({ key }) => key === input.actionKey)?.groupLabel;
        demandRoom(!narrow.has(call.headers.authorization ?? "") || group === running.groupsOf(user)[0]);
      });
    },
  },
  "founder-decides": {
    title:
      "By the legacy set anybody may do what whoever began a hut booking may do: it asks for the founder's groups.",
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "book", groupLabel: "wardens", creates: true, examples: [{ hut: "Kar", beds: 4 }] },
          { key: "note", groupLabel: "guides", atMost: 4, examples: [{ text: "two vegetarians" }] },
          { key: "confirm", groupLabel: "wardens", atMost: 1, examples: [{ deposit: 80 }] },
          { key: "check-in", groupLabel: "wardens", after: ["confirm"], ends: true, examples: [{ beds: 3 }] },
        ],
        people: { ines: { groups: ["wardens"] }, lars: { groups: ["guides"] } },
        nextActions: inState,
        next(done) {
          if (done.includes("check-in")) return [];
          return [...upTo(4, done, "note"), done.includes("confirm") ? "check-in" : "confirm"];
        },
      });
      aroundStep(s, "checkAction", (checkAction) => (user, input, known, call) => {
        const founder = s.users.find(({ email }) => email === known?.links[0]?.author);
        if (call.face === "v2" || !founder || known?.workflow !== running.workflow) {
          return checkAction(user, input, known, call);
        }
        try {
          return checkAction(user, input, known, call);
        } catch (error) {
          if (!(error instanceof Refusal) || error.kind !== "foreign") throw error;
          return checkAction(founder, input, known, call);
        }
      });
      listNext(s, running);
    },
  },
};
