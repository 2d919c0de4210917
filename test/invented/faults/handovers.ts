/** What goes wrong where a trace goes from one group to the next: links, files, searches and who is who. */
import { randomUUID } from "node:crypto";
import type { Call } from "../../lib/service/http.ts";
import type { JsonObject } from "../../lib/service/json.ts";
import { ownLink } from "../habits.ts";
import { actionsOf, follow, keysOf, listNext, people, present, trade, trades } from "../process.ts";
import type { Link, Trace } from "../service.ts";
import { onRecord, pause, type Faults } from "../tools.ts";
import type { Json } from "../../lib/service/json.ts";

const papers = actionsOf("submit of authors", "attach of authors", "approve of editors", "print of press");

/** Papers are attached until they are approved, and printed once after that. */
const printed = (done: readonly string[]): string[] => {
  if (done.includes("print")) return [];
  return done.includes("approve") ? ["print"] : ["attach", "approve"];
};

export const handovers: Faults = {
  "only-the-first-file-of-a-step": {
    // "Zero or more files; each is a separate multipart part with its own part name and file name."
    title: "After the creation only the first file of each action is kept; the others are not stored anywhere.",
    apply(s) {
      follow(s, { actions: papers, next: printed });
      const { keepFiles } = s;
      s.keepFiles = (trace, files, call) =>
        keepFiles(trace, trace.links.length === 0 ? files : files.slice(0, 1), call);
    },
  },
  "the-step-before-in-the-answer": {
    // "POST /trace/{traceId}/link: … response 200 `{state: object}`, the state data of the trace after the action."
    title: "The legacy answer to an action of a group other than the one before shows the state before the action.",
    apply(s) {
      const running = follow(s, { actions: trades, next: trade });
      listNext(s, running);
      const earlier = new WeakMap<Call, Json>();
      const { record, stateOf } = s;
      s.record = async (call, user, workflow, input, known) => {
        const group = (link: Pick<Link, "actionKey"> | undefined) =>
          workflow.actions.find(({ key }) => key === link?.actionKey)?.groupLabel;
        if (known && group(known.links.at(-1)) !== group({ actionKey: input.actionKey ?? "" })) {
          earlier.set(call, structuredClone(await stateOf(known, call)));
        }
        return record(call, user, workflow, input, known);
      };
      s.stateOf = (trace, call) => earlier.get(call) ?? stateOf(trace, call);
    },
  },
  "searched-as-it-was-begun": {
    // "Traces of a workflow can be searched by state data filters".
    title: "Searches look at the state that each trace was created with; what actions change is never indexed.",
    apply(s) {
      follow(s, { actions: papers, next: printed });
      const begun = new Map<Trace, JsonObject>();
      onRecord(s, (_link, trace) => {
        if (!begun.has(trace)) begun.set(trace, structuredClone(trace.state));
      });
      const { matches } = s;
      s.matches = (trace, filters, call) => matches({ ...trace, state: begun.get(trace) ?? {} }, filters, call);
    },
  },
  "cut-before-hiding": {
    // "`first` and `last` are the numbers of links to retrieve from the start or the end".
    title:
      "Amendments are for sales alone; other groups get pages cut first and cleared of them after, with too few links.",
    apply(s) {
      const running = follow(s, { actions: trades, next: trade, people });
      const sees = (call: Call) => (link: Link) => {
        const user = running.reader(call);
        return link.actionKey !== "amend" || (user !== undefined && running.groupsOf(user).includes("sales"));
      };
      const { page } = s;
      s.page = (links, args, trace, call) => {
        const cut = page(links, args, trace, call);
        return { ...cut, items: cut.items.filter(sees(call)) };
      };
      s.total = (trace, call) => trace.links.filter(sees(call)).length;
    },
  },
  "cursors-pass-over-the-system": {
    // "`after` and `before` are cursors bounding the links retrieved."
    title: "Each shipment adds a link by the system; cursors are written counting those and read not counting them.",
    apply(s) {
      const running = follow(s, { actions: trades, next: (done) => trade(done.filter((key) => key !== "notify")) });
      listNext(s, running);
      onRecord(s, (link, trace) => {
        if (link.actionKey === "ship") trace.links.push(ownLink("notify", { shipment: trace.links.length }));
      });
      s.cursorOf = (link, trace) => `n${String(trace.links.indexOf(link))}`;
      const { positionOf } = s;
      s.positionOf = (links, cursor, trace) => {
        positionOf(links, cursor, trace);
        const byPeople = links.filter(({ author }) => author !== "system");
        const meant = byPeople[Number(cursor.slice(1))];
        return meant ? links.indexOf(meant) : links.length - 1;
      };
    },
  },
  "reserved-and-never-begun": {
    // "the result is a list of trace UUIDs"; "traceId … identifies a trace".
    title:
      "For each shipment the id of a delivery is reserved, which searches find with the order, and no trace has it.",
    apply(s) {
      follow(s, { actions: trades, next: trade });
      const reserved = new Map<Trace, string[]>();
      onRecord(s, (link, trace) => {
        if (link.actionKey === "ship") reserved.set(trace, [...(reserved.get(trace) ?? []), randomUUID()]);
      });
      const { search } = s;
      s.search = (...args) =>
        search(...args).flatMap((id) => {
          const trace = s.traces.get(id);
          return [id, ...((trace && reserved.get(trace)) ?? [])];
        });
    },
  },
  "archived-empty-before-approval": {
    // "Response 200: a zip archive with the requested files."
    title: "Until a paper is approved the files attached to it have their entries in archives, of no bytes.",
    apply(s) {
      const running = follow(s, { actions: papers, next: printed });
      listNext(s, running);
      const { zipEntries } = s;
      s.zipEntries = (trace, digests, call) =>
        zipEntries(trace, digests, call).map((entry, at) => {
          const begun = trace.links[0]?.files.some(({ digest }) => digest === [...new Set(digests)][at]);
          return begun || keysOf(trace).includes("approve") ? entry : { ...entry, data: Buffer.alloc(0) };
        });
    },
  },
  "put-on-the-trace-begun-last": {
    // "Append an action to a trace"; "traceId … identifies a trace".
    title:
      "What a user does for the second of his groups is put on the trace that he began last, whatever the path says.",
    apply(s) {
      const running = follow(s, {
        actions: trades,
        next: trade,
        people: { ines: { groups: ["sales", "warehouse"] }, ada: { groups: ["accounts"] } },
      });
      listNext(s, running);
      const last = new Map<string, Trace>();
      const { record } = s;
      s.record = async (call, user, workflow, input, known) => {
        const elsewhere = known && input.actionKey === "ship" ? last.get(user.email) : undefined;
        const recorded = await record(call, user, workflow, input, elsewhere ?? known);
        if (!known) last.set(user.email, recorded.trace);
        return recorded;
      };
    },
  },
  "receipts-swapped": {
    // "POST /trace … response 200 a JSON string, the UUID of the created trace."
    title: "Two people who create within 10 ms of each other get each other's id.",
    apply(s) {
      const sellers = { groups: ["sales"] };
      follow(s, { actions: trades, next: trade, people: { ...people, eva: sellers } });
      const open: { email: string; trace: Trace }[] = [];
      const { record } = s;
      s.record = async (call, user, workflow, input, known) => {
        const recorded = await record(call, user, workflow, input, known);
        if (known) return recorded;
        const mine = { email: user.email, trace: recorded.trace };
        const other = open.find(({ email }) => email !== user.email);
        if (other) [mine.trace, other.trace] = [other.trace, mine.trace];
        open.push(mine);
        await pause(10);
        open.splice(open.indexOf(mine), 1);
        return { ...recorded, trace: mine.trace };
      };
    },
  },
  "key-of-another-desk": {
    // "login with a private key uses the private key of a valid user": its token is for that user.
    title: "A private key brings the token of the colleague who joined last, who may do other actions than its owner.",
    apply(s) {
      const { workflow, next } = follow(s, { actions: trades, next: trade, people });
      present(s, (data, trace) => ({ data, may: [...next(trace)], of: workflow.name }));
      const { issueToken } = s;
      s.issueToken = (user, by) => {
        const colleagues = s.users.filter(({ organization }) => organization === user.organization);
        return issueToken(by === "privateKey" ? (colleagues.at(-1) ?? user) : user, by);
      };
    },
  },
};
