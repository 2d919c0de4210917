/** Refusals that are answered in a wrong form, or not at all. */
import { often } from "../../counts.ts";
import { inState } from "../../rules.ts";
import { json } from "../../../lib/service/http.ts";
import { isUuid } from "../../../lib/service/json.ts";
import { Refusal } from "../../../lib/service/refusal.ts";
import { isOutOfTurn } from "../../changes/refusals.ts";
import { follow, listNext, trade, trades } from "../../process.ts";
import { honestTrade } from "../../processes/trade.ts";
import { aroundStep, around, type Faults } from "../../tools.ts";

export const answers: Faults = {
  "stack-in-refusal": {
    title: "A v2 refusal of bad input carries the stack of the service.",
    apply(s) {
      const { refuse } = s;
      s.refuse = (call, refusal) =>
        call.face === "v2" && refusal.kind === "invalid"
          ? json({ error: { code: "invalid", message: refusal.stack ?? "" }, data: null }, s.statuses.invalid)
          : refuse(call, refusal);
    },
  },
  "malformed-json-500": {
    title: "A legacy search whose body is not JSON is answered with 500.",
    apply(s) {
      around(s, "POST /trace/search/{}", (real) => async (call, ...params) => {
        try {
          return await real(call, ...params);
        } catch (error) {
          if (error instanceof Refusal && error.message.includes("not JSON")) return json({ error: "internal" }, 500);
          throw error;
        }
      });
    },
  },
  "bad-body-part-unanswered": {
    title: "A legacy creation whose part `body` is not JSON is not answered: the connection is closed.",
    apply(s) {
      around(s, "POST /trace", (real) => async (call) => {
        try {
          return await real(call);
        } catch (error) {
          if (error instanceof Refusal && error.message.includes("not JSON")) return { status: 400, breakAt: 0 };
          throw error;
        }
      });
    },
  },
  "refused-action-200": {
    title: "A v2 action that is refused is answered with 200, an error and no data.",
    choice: "Error status codes are not shown, and the envelope has a place for errors.",
    apply(s) {
      around(s, "POST /v2/traces/{}/action", (real) => async (call, ...params) => {
        try {
          return await real(call, ...params);
        } catch (error) {
          if (!(error instanceof Refusal) || error.kind === "token") throw error;
          return { ...s.refuse(call, error), status: 200 };
        }
      });
    },
  },
  "unknown-file-bare": {
    title: "The download of a file that the trace has not is refused with JSON that has no envelope.",
    choice: "The type and content of errors are not shown.",
    apply(s) {
      around(s, "GET /v2/traces/{}/file/{}", (real) => async (call, ...params) => {
        try {
          return await real(call, ...params);
        } catch (error) {
          if (!(error instanceof Refusal) || error.kind !== "missing") throw error;
          return json({ message: error.message }, s.statuses.missing);
        }
      });
    },
  },
  "uuid-cast-fails": {
    title: "v2 details of a trace id that is no UUID are answered with 500.",
    apply(s) {
      around(s, "POST /v2/traces/{}/details", (real) => async (call, id = "") => {
        await s.authenticate(call);
        if (isUuid(id)) return real(call, id);
        const error = { message: "invalid input syntax for type uuid" };
        return { status: 500, headers: { "Content-Type": "application/json" }, body: JSON.stringify({ error }) };
      });
    },
  },
  "refused-with-200": {
    title: "The legacy set answers 200 and the state as it was to an action that may not come now, and adds nothing.",
    apply(s) {
      honestTrade(s);
      around(s, "POST /trace/{}/link", (real) => async (call, id) => {
        try {
          return await real(call, id ?? "");
        } catch (error) {
          const trace = s.traces.get(id ?? "");
          if (!trace || !(error instanceof Refusal) || !error.message.startsWith("006")) throw error;
          return json({ state: await s.stateOf(trace, call) });
        }
      });
    },
  },
  "refused-without-envelope": {
    title: "v2 refuses what may not come now with a JSON object that has no member error.",
    choice: "The envelope is shown for successful responses; what an error looks like is not shown.",
    apply(s) {
      honestTrade(s);
      const { refuse: usual } = s;
      s.refuse = (call, error) =>
        call.face === "v2" && error.message.startsWith("006")
          ? json({ code: "006", message: error.message }, 400)
          : usual(call, error);
    },
  },
  "plain-gate": {
    title: "A claim's step out of turn is refused by the engine itself, in v2 too without error and data around it.",
    choice: "The type and content of errors are not shown.",
    apply(s) {
      const running = follow(s, {
        actions: [
          { key: "report", groupLabel: "handlers", creates: true },
          { key: "ask", groupLabel: "handlers", atMost: 2 },
          { key: "assess", groupLabel: "adjusters", atMost: 1 },
          { key: "settle", groupLabel: "handlers", after: ["assess"], ends: true },
        ],
        nextActions: inState,
        next(done) {
          if (done.includes("settle")) return [];
          return [...(often(done, "ask") < 2 ? ["ask"] : []), done.includes("assess") ? "settle" : "assess"];
        },
      });
      listNext(s, running);
      const { refuse } = s;
      s.refuse = (call, error) =>
        error.message.startsWith("006")
          ? json({ code: "006", message: "action not allowed now" }, 400)
          : refuse(call, error);
    },
  },
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
  "refusals-of-the-framework": {
    title: "Refusals of the v2 set are those of the framework: a time, a status, a message and a path, and no error.",
    choice: "What a refusal looks like is not shown; `error` and `data` are shown of answers with status 200.",
    apply(s) {
      aroundStep(s, "refuse", (refuse) => (call, error) => {
        const status = s.statuses[error.kind];
        if (call.face === "legacy") return refuse(call, error);
        const path = `/${call.path.join("/")}`;
        return json({ timestamp: new Date().toISOString(), status, message: error.message, path }, status);
      });
    },
  },
};
