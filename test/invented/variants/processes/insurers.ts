/** Processes of insurers: claims that are surveyed, approved, paid. */
import { json } from "../../../lib/service/http.ts";
import type { JsonObject } from "../../../lib/service/json.ts";
import { text120 } from "../../changes/forms.ts";
import { screen } from "../../changes/late.ts";
import { atLast, checkForms, onTurn, seenByGroup } from "../../duties.ts";
import { defaultPages, oneWriter } from "../../habits.ts";
import { noTransitions, ofTheDeployment, openByItself } from "../../left-open.ts";
import { actionsOf, follow, keysOf, listNext, present, refuse, trade, trades } from "../../process.ts";
import { customerClaim } from "../../processes/customer-claims.ts";
import { deskActions, untilClosed } from "../../processes/desks.ts";
import { after, onRecord, type Variants } from "../../tools.ts";
import { amount, begun, often, upTo } from "../../counts.ts";
import { checks, coded, deny } from "../../rules.ts";
import { among, holdTold, int, sheet, str } from "../../sheets.ts";

const whereKind = (kind: string, wanted: string): JsonObject => ({
  if: { properties: { kind: { const: kind } } },
  then: { required: [wanted] },
});

export const insurers: Variants = {
  // "The rules may depend on the data"; "a trace may come to its end"; "`state.tasks` and `state.notifications`".
  claims: {
    title: "Small claims are settled at once, large ones surveyed and approved first; one form is told, no order is.",
    why: noTransitions,
    apply(s) {
      const running = follow(s, {
        actions: actionsOf(
          "report of handlers",
          "ask of handlers",
          "survey of adjusters",
          "approve of managers",
          "settle of handlers",
          "reject of managers",
        ),
        next(done, trace) {
          if (done.includes("settle") || done.includes("reject")) return [];
          const ask = often(done, "ask") < 2 ? ["ask"] : [];
          if (amount(trace.links[0]?.data["amount"]) <= 1000 || done.includes("approve")) return [...ask, "settle"];
          return [...ask, ...(done.includes("survey") ? ["approve", "reject"] : ["survey"])];
        },
        people: { ines: { groups: ["handlers"] }, ruth: { groups: ["adjusters", "managers"] } },
      });
      checkForms(s, running, {
        report: sheet({ amount: int(1, 20_000), cause: among("fire", "water", "theft", "storm"), "remark?": text120 }),
      });
      onTurn(s, 422);
      present(s, (data, trace) => ({
        data,
        nextActions: running.byGroup(trace),
        tasks: Object.keys(running.byGroup(trace)).map((group) => ({ for: group, claim: trace.id })),
        notifications: keysOf(trace).includes("settle")
          ? [{ to: "handlers", text: "The claim has been settled." }]
          : [],
      }));
    },
  },
  "insurer-with-a-lock": {
    title:
      "A lock on the trace, forms by problems, the last data under the key of its action, history and next in one.",
    why: ofTheDeployment,
    apply(s) {
      const running = follow(s, { actions: deskActions, next: untilClosed });
      present(s, (_data, trace) => ({
        byAction: Object.fromEntries(trace.links.map(({ actionKey, data }) => [actionKey, data])) as JsonObject,
        history: keysOf(trace),
        next: [...running.next(trace)],
      }));
      oneWriter(s);
      const { refuse } = s;
      s.refuse = (call, error) =>
        error.kind === "invalid"
          ? json({ error: { type: "about:blank", title: "Bad Request", status: 400, detail: error.message } }, 400)
          : refuse(call, error);
    },
  },
  insurer: {
    title: "Each action is screened for 300 ms by a link of the system; a file only once in a trace; pages of five.",
    why: openByItself,
    apply(s) {
      const running = follow(s, { actions: trades, next: (done) => trade(done.filter((key) => key !== "screen")) });
      listNext(s, running);
      screen(s, 300);
      defaultPages(s, 5, 5);
      after(s, "checkAction", (_workflow, _user, input, known) => {
        refuse(
          input.files.some(({ data }) => known?.files.has(s.digest(data))),
          "this file is in the trace already",
        );
      });
      s.linkView = ({ data, actionKey, ...rest }) => ({ ...rest, step: actionKey, payload: data });
    },
  },
  "stub-of-the-withdrawn": {
    title:
      "A withdrawn claim has a state of two members only, and is found by no more than them; its links stay whole.",
    why: "The state is computed by the workflow's own code, which may drop what no longer matters.",
    apply(s) {
      const running = follow(s, customerClaim);
      present(s, (data, trace) => ({ ...data, mayFollow: running.byGroup(trace) }));
      onRecord(s, ({ actionKey }, trace) => {
        if (actionKey === "withdraw") trace.state = { status: "withdrawn", steps: trace.links.length };
      });
    },
  },
  // Lists of lists; what one kind of claim needs, another does not, and a loss lies in the past.
  "claims-by-desk": {
    title: "The state of a claim lists desks, each with its tasks; each kind of claim wants members of its own.",
    why: noTransitions,
    apply(s) {
      const claim = sheet({
        kind: among("collision", "theft", "storm"),
        lost: { type: "string", format: "date" },
        "other?": str(40),
        "report?": str(80),
      });
      const running = follow(s, {
        actions: [
          { key: "claim", groupLabel: "customers", creates: true },
          { key: "assign", groupLabel: "handlers" },
          { key: "note", groupLabel: "handlers" },
          { key: "value", groupLabel: "assessors" },
          { key: "settle", groupLabel: "handlers" },
        ],
        people: {
          ines: { groups: ["handlers"] },
          cleo: { groups: ["customers"] },
          arno: { groups: ["assessors"] },
        },
        next(done) {
          if (done.includes("settle")) return [];
          const step = done.includes("value") ? "settle" : done.includes("assign") ? "value" : "assign";
          return [step, ...upTo(9, done, "note")];
        },
      });
      coded(s, { "006": 409, "021": 422, "022": 422 });
      holdTold(s, running, {
        claim,
        assign: sheet({ to: among("north", "south") }),
        note: sheet({ text: str(200) }),
        value: sheet({ damage: int(0, 200_000), total: { type: "boolean" } }),
        settle: sheet({ amount: int(1, 200_000) }),
      });
      const [first] = running.workflow.actions;
      if (first) first.data = { ...claim, allOf: [whereKind("collision", "other"), whereKind("theft", "report")] };
      checks(s, running, ({ actionKey, data }) => {
        if (actionKey !== "claim") return;
        deny(data["kind"] === "collision" && data["other"] === undefined, "021 other is missing");
        deny(data["kind"] === "theft" && data["report"] === undefined, "021 report is missing");
        deny(String(data["lost"]) > new Date().toISOString().slice(0, 10), "022 a loss lies in the past");
      });
      present(s, (_, trace) => ({
        claim: {
          kind: begun(trace, "kind"),
          notes: often(
            trace.links.map(({ actionKey }) => actionKey),
            "note",
          ),
        },
        tasks: Object.entries(running.byGroup(trace)).map(([group, actions]) => ({ group, actions })),
      }));
    },
  },
  insurance: {
    title: "Claims are seen by the groups that take part; who assessed does not pay out; each reads what he may do.",
    why: `${noTransitions} Who may read what is not shown.`,
    apply(s) {
      const running = follow(s, {
        actions: actionsOf(
          "claim of clerks",
          "amend of clerks",
          "forward of clerks",
          "assess of experts",
          "payout of experts",
        ),
        next(done) {
          if (done.includes("payout")) return [];
          if (done.includes("assess")) return ["payout"];
          return done.includes("forward") ? ["assess"] : ["amend", "forward"];
        },
        people: { ines: { groups: ["clerks"] }, wim: { groups: ["experts"] }, ada: { groups: ["experts"] } },
      });
      atLast(s, ({ key, author }, known) => {
        refuse(key === "payout" && known?.links.at(-1)?.author === author, "006 not by who assessed it");
      });
      seenByGroup(s, running);
      present(s, (data, trace, call) => {
        const user = running.reader(call);
        const mine = user ? running.groupsOf(user) : [];
        const todo = running.byGroup(trace);
        return { data, nextActions: Object.fromEntries(mine.map((group) => [group, todo[group] ?? []])) };
      });
    },
  },
};
