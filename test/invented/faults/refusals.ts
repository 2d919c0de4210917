/** What goes wrong where a process turns an action away: in the answer, in what stays behind, in what comes after. */
import { json, type Call } from "../../lib/service/http.ts";
import { own, type JsonObject } from "../../lib/service/json.ts";
import { Refusal } from "../../lib/service/refusal.ts";
import { actionsOf, follow, listNext, trade, trades } from "../process.ts";
import type { Link, Service, Trace } from "../service.ts";
import type { Faults } from "../tools.ts";
import type { ActionInput } from "../../lib/service/domain.ts";

const isOutOfTurn = (error: unknown): error is Refusal => error instanceof Refusal && error.message.startsWith("006");

/** Does something with actions that may not come now, before they are refused. */
function onOutOfTurn(s: Service, act: (trace: Trace, input: ActionInput, call: Call) => void): void {
  const { checkAction } = s;
  s.checkAction = (user, input, known, call) => {
    try {
      return checkAction(user, input, known, call);
    } catch (error) {
      if (known && isOutOfTurn(error)) act(known, input, call);
      throw error;
    }
  };
}

const note: JsonObject = {
  type: "object",
  properties: { note: { type: "string", minLength: 1, maxLength: 200 } },
  required: ["note"],
};

export const refusals: Faults = {
  "an-error-with-200-and-no-state": {
    // "POST /trace/{traceId}/link: … response 200 `{state: object}`, the state data of the trace after the action."
    title: "The legacy set answers an action that may not come now with 200 and an error, and no state.",
    choice:
      "Error status codes, and the type and content of errors, are not shown: with nothing of the payload it is a refusal.",
    apply(s) {
      follow(s, { actions: trades, next: trade });
      const { refuse } = s;
      s.refuse = (call, error) =>
        call.face === "legacy" && isOutOfTurn(error)
          ? json({ error: { code: "006", message: error.message } })
          : refuse(call, error);
    },
  },
  "rolled-back-after-a-refusal": {
    // "Each appended action becomes a link of the trace."
    title:
      "The transaction of a refused action stays open for two seconds and takes the next action of the trace with it.",
    apply(s) {
      const running = follow(s, { actions: trades, next: trade });
      listNext(s, running);
      const open = new WeakMap<Trace, number>();
      onOutOfTurn(s, (trace) => open.set(trace, Date.now()));
      const { record } = s;
      s.record = async (call, user, workflow, input, known) => {
        const since = known && open.get(known);
        if (known === undefined || since === undefined) return record(call, user, workflow, input, known);
        open.delete(known);
        if (Date.now() - since > 2000) return record(call, user, workflow, input, known);
        const { link } = await record(call, user, workflow, input, { ...known, links: [], files: new Map() });
        s.traces.set(known.id, known);
        return { trace: known, link };
      };
    },
  },
  "form-checked-after-writing": {
    // A trace "is built by appending actions to it. Each appended action becomes a link": what is refused is none.
    title: "The form of a remark is checked after it was written: it is refused with 400, and its link stays.",
    apply(s) {
      const [begin, remark, ...rest] = actionsOf("open of desk", "remark of desk", "decide of leads");
      const told = [begin, remark && { ...remark, data: note }, ...rest].filter((one) => one !== undefined);
      follow(s, { actions: told, next: (done) => (done.includes("decide") ? [] : ["remark", "decide"]) });
      const { record } = s;
      s.record = async (call, user, workflow, input, known) => {
        const recorded = await record(call, user, workflow, input, known);
        const text = own(input.data ?? {}, "note");
        const fits = typeof text === "string" && text.length >= 1 && text.length <= 200;
        if (input.actionKey === "remark" && !fits) throw new Refusal("invalid", "a remark needs a note of 1 to 200");
        return recorded;
      };
    },
  },
  "a-refused-one-overwrites": {
    // "Each appended action becomes a link of the trace": a link is the action that was appended, not one refused.
    title: "Two amendments a trade (told); a third is refused, and its data take the place of those of the second.",
    apply(s) {
      const actions = trades.map((one) => (one.key === "amend" ? { ...one, atMost: 2 } : one));
      const twice = (done: readonly string[]): string[] =>
        trade(done).filter((key) => key !== "amend" || done.filter((one) => one === key).length < 2);
      const running = follow(s, { actions, next: twice });
      listNext(s, running);
      onOutOfTurn(s, (trace, { actionKey, data = {} }) => {
        const latest = trace.links.filter((link) => link.actionKey === actionKey).at(-1);
        if (latest) latest.data = data;
      });
    },
  },
  "known-from-a-refusal": {
    // "Files can be attached to an action. They are identified inside a trace by a digest and can be downloaded".
    title:
      "Bytes first sent with a refused action count as stored: attached again and accepted, they cannot be fetched.",
    apply(s) {
      follow(s, { actions: trades, next: trade });
      const uploaded = new WeakMap<Trace, Set<string>>();
      onOutOfTurn(s, (trace, { files }) => {
        const known = uploaded.get(trace) ?? new Set();
        for (const { data } of files) known.add(s.digest(data));
        uploaded.set(trace, known);
      });
      const { keepFiles } = s;
      s.keepFiles = async (trace, files, call) => {
        const before = new Set(trace.files.keys());
        const kept = await keepFiles(trace, files, call);
        for (const digest of uploaded.get(trace) ?? []) if (!before.has(digest)) trace.files.delete(digest);
        return kept;
      };
    },
  },
  "a-guard-against-double-clicks": {
    // "Each appended action becomes a link of the trace."
    title:
      "An action with the key of the one half a second before on its trace is answered like that, whatever it brings.",
    apply(s) {
      const running = follow(s, { actions: trades, next: trade });
      listNext(s, running);
      const latest = new WeakMap<Trace, { link: Link; at: number }>();
      const { record } = s;
      s.record = async (call, user, workflow, input, known) => {
        const before = known && latest.get(known);
        if (known && before && before.link.actionKey === input.actionKey && Date.now() - before.at < 500) {
          return { trace: known, link: before.link };
        }
        const recorded = await record(call, user, workflow, input, known);
        latest.set(recorded.trace, { link: recorded.link, at: Date.now() });
        return recorded;
      };
    },
  },
};
