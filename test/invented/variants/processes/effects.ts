/** What the service does by its own hand, and what fails at times. */
import { randomUUID } from "node:crypto";
import { own } from "../../../lib/service/json.ts";
import { screen } from "../../changes/late.ts";
import { atLast, declining, enclose } from "../../duties.ts";
import { ownLink } from "../../habits.ts";
import { actionsOf, follow, keysOf, listNext, present, refuse, trade, trades } from "../../process.ts";
import { handled, handlingActions } from "../../processes/desks.ts";
import { lending } from "../../processes/tool-cribs.ts";
import { after, onData, onRecord, pause, type Variants } from "../../tools.ts";
import { often } from "../../counts.ts";
import { inState } from "../../rules.ts";

export const effects: Variants = {
  "screened-before-the-next": {
    title: "300 ms after each action the system adds a link of its own; until then others are refused with 409.",
    why: "One action may cause others by the system's own hand; an action may be allowed a little later.",
    apply(s) {
      follow(s, { actions: trades, next: (done) => trade(done.filter((key) => key !== "screen")) });
      const screened = screen(s, 300);
      present(s, (data, trace) => ({ data, status: screened.has(trace) ? "screening" : "clear" }));
    },
  },
  "tools-numbered-anew": {
    title:
      "Tools are lent by numbers that the service makes for each crib; one that came back broken is not lent again.",
    why: "The state is computed by the code of the workflow, which may refuse what names nothing that is there.",
    apply(s) {
      lending(s, () => true);
    },
  },
  "weighed-then-calculated": {
    title: "After each weighing the service adds a link of its own with the net weight; two links for one action.",
    why: "One action may cause others by the system's own hand; the v2 answer names the client's own link.",
    apply(s) {
      const running = follow(s, {
        actions: actionsOf("arrive of gate", "weigh of gate", "leave of gate"),
        next: (done) => (done.includes("leave") ? [] : ["weigh", "leave"]),
      });
      listNext(s, running);
      onRecord(s, ({ actionKey, data }, trace) => {
        if (actionKey !== "weigh") return;
        const gross = own(data, "gross");
        const net = typeof gross === "number" ? gross * 0.98 : null;
        trace.links.push(ownLink("calculate", { net }));
        trace.state = { ...trace.state, net };
      });
    },
  },
  "register-out-of-reach": {
    title: "Every third entry into the land register fails with 502, for the register is away; nothing is added then.",
    why: "An effect of an action may fail; error statuses are not shown.",
    apply(s) {
      const decline = declining(s);
      listNext(
        s,
        follow(s, {
          actions: actionsOf("deed of notaries", "enter of notaries", "note of notaries"),
          nextActions: inState,
          next: (done) => (often(done, "enter") < 4 ? ["enter", "note"] : ["note"]),
        }),
      );
      let calls = 0;
      atLast(s, ({ key }) => {
        if (key === "enter" && (calls += 1) % 3 === 0) decline(502, "000 the land register does not answer");
      });
    },
  },
  "certificate-enclosed": {
    title: "Who grants gets a certificate: a file that the service encloses with the link, and names in the state.",
    why: "An effect may make documents; the interface does not say that files are of users alone.",
    apply(s) {
      follow(s, {
        actions: actionsOf("apply of trainees", "train of trainers", "grant of board"),
        next: (done) => (done.includes("grant") ? [] : ["train", ...(done.includes("train") ? ["grant"] : [])]),
      });
      onRecord(s, (link, trace) => {
        if (link.actionKey !== "grant") return;
        const text = `Certificate ${trace.id}\nafter ${String(often(keysOf(trace), "train"))} trainings\n`;
        const certificate = enclose(s, trace, link, `certificate-${trace.id.slice(0, 8)}.txt`, text);
        trace.state = { ...trace.state, certificate };
      });
    },
  },
  "system-answers": {
    title: "A moment after every remark the system itself adds a receipt to the trace.",
    why: "One action may cause others by the system's own hand.",
    apply(s) {
      onRecord(s, (link, trace) => {
        if (link.actionKey !== "remark") return;
        void pause(40).then(() => {
          trace.links.push({ ...link, id: randomUUID(), actionKey: "receipt", author: "system", data: {}, files: [] });
        });
      });
    },
  },
  "the-system-acts-too": {
    title: "After each shipment the service appends a label by its own hand; the process goes on from there.",
    why: "One action may cause others; the interface does not say that links are of users alone.",
    apply(s) {
      const running = follow(s, {
        actions: trades,
        next: (done) => trade(done.filter((key) => key !== "label")),
      });
      listNext(s, running);
      onRecord(s, (link, trace) => {
        if (link.actionKey !== "ship") return;
        const label = `${trace.id.slice(0, 8)}-${String(trace.links.length)}`;
        trace.links.push({
          ...link,
          id: crypto.randomUUID(),
          actionKey: "label",
          author: "system",
          data: { label },
          files: [],
        });
        trace.state = { ...trace.state, label };
      });
    },
  },
  "payments-fail-at-times": {
    title: "Every fifth payment is refused by the bank; it is answered with 502, and nothing was added.",
    why: "An effect calls another system, and may fail; what an error looks like is not shown.",
    apply(s) {
      const paid = actionsOf("open of desk", "charge of desk", "note of desk");
      listNext(s, follow(s, { actions: paid }));
      const { refuse: usual } = s;
      let charges = 0;
      after(s, "checkAction", (_workflow, _user, input) => {
        if (input.actionKey === "charge") refuse((charges += 1) % 5 === 0, "the bank: declined");
      });
      s.refuse = (call, error) =>
        error.message.startsWith("the bank") ? { ...usual(call, error), status: 502 } : usual(call, error);
    },
  },
  "registered-on-arrival": {
    title: "Each creation gets a second link by the service's own hand, with a number; handled in an order that ends.",
    why: "One action may cause others; the interface does not say that links are of users alone.",
    apply(s) {
      let number = 2400;
      follow(s, { actions: handlingActions, next: handled });
      onRecord(s, (_link, trace) => {
        if (trace.links.length > 1) return;
        const data = { registered: `R-${String((number += 1))}` };
        trace.links.push(ownLink("register", data));
        trace.state = { ...trace.state, ...data };
      });
    },
  },
  "stamped-on-arrival": {
    title: "The service adds when and by which channel to the data of each action; links and state show it.",
    why: "The workflow's own code makes links and state of what was sent; their members are not shown.",
    apply(s) {
      const running = follow(s, { actions: handlingActions, next: handled });
      listNext(s, running);
      onData(s, (data, call) => ({ ...data, $meta: { at: new Date().toISOString(), channel: call.face } }));
    },
  },
};
