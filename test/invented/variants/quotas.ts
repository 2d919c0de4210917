import type { Json, JsonObject } from "../../lib/service/json.ts";
import { json } from "../../lib/service/http.ts";
import { Refusal } from "../../lib/service/refusal.ts";
import { actionsInFlight, bucket, defaultPages, inFlight, oneWriter, rememberStates } from "../habits.ts";
import { actionsOf, follow, listNext, people, present, refuse, require, trade, trades } from "../process.ts";
import type { Service } from "../service.ts";
import { before, onRefusal, sorted, type Variants } from "../tools.ts";

const why = "Forms and limits are not shown.";
const bounds = "Limits are not shown; requests per second or in flight are bounded, with or without Retry-After.";

const desk = actionsOf("open of desk", "note of desk", "close of desk");
const ends = (done: readonly string[]): string[] => (done.includes("close") ? [] : ["note", "close"]);

const isText = (value: Json | undefined, from: number, to: number): boolean =>
  typeof value === "string" && Array.from(value).length >= from && Array.from(value).length <= to;

const isCount = (value: Json | undefined, from: number, to: number): boolean =>
  typeof value === "number" && Number.isInteger(value) && value >= from && value <= to;

/** The forms of three actions, as the configuration tells them, and the service's own checks of the same. */
export function toldForms(s: Service, actions: typeof desk): typeof desk {
  const closed = (properties: JsonObject, required: string[]): JsonObject => ({
    type: "object",
    additionalProperties: false,
    properties,
    required,
  });
  const forms: Record<string, JsonObject> = {
    open: closed(
      {
        subject: { type: "string", minLength: 3, maxLength: 120 },
        channel: { enum: ["phone", "mail", "counter"] },
        urgent: { type: "boolean" },
      },
      ["subject", "channel"],
    ),
    note: closed(
      {
        text: { type: "string", minLength: 1, maxLength: 500 },
        minutes: { type: "integer", minimum: 0, maximum: 600 },
      },
      ["text"],
    ),
    close: closed({}, []),
  };
  const strange = (data: JsonObject, key: string) =>
    Object.keys(data).find((name) => !Object.hasOwn(forms[key]?.["properties"] as JsonObject, name));
  require(s, {
    open: (data) => {
      if (strange(data, "open") !== undefined) return "a member that the form has not";
      if (!isText(data["subject"], 3, 120)) return "subject has 3 to 120 characters";
      if (!["phone", "mail", "counter"].includes(String(data["channel"]))) return "channel is phone, mail or counter";
      const { urgent } = data;
      return urgent === undefined || typeof urgent === "boolean" ? undefined : "urgent is yes or no";
    },
    note: (data) => {
      if (strange(data, "note") !== undefined) return "a member that the form has not";
      if (!isText(data["text"], 1, 500)) return "text has 1 to 500 characters";
      const { minutes } = data;
      return minutes === undefined || isCount(minutes, 0, 600) ? undefined : "minutes are from 0 to 600";
    },
    close: (data) => (Object.keys(data).length > 0 ? "closing has no form" : undefined),
  });
  return actions.map((action) => ({ ...action, data: forms[action.key] ?? {} }));
}

/** So many actions of a user on a trace in an hour; then 429, and come again in an hour. */
export function hourly(s: Service, most: number): void {
  const { checkAction } = s;
  s.checkAction = (user, input, known, call) => {
    const workflow = checkAction(user, input, known, call);
    const own = known?.links.filter(({ author }) => author === user.email) ?? [];
    if (own.length >= most) throw new Refusal("busy", "too many actions on this trace within the hour");
    return workflow;
  };
  onRefusal(s, "busy", () => ({ "Retry-After": "3600" }));
}

/** Creations with data that another began with are refused with 409. */
export function oncePerContent(s: Service): void {
  const seen = new Set<string>();
  const { checkAction, record } = s;
  const of = (data: JsonObject | undefined): string => JSON.stringify(sorted(data ?? {}));
  s.checkAction = (user, input, known, call) => {
    const workflow = checkAction(user, input, known, call);
    refuse(!known && seen.has(of(input.data)), "a trace with this content exists");
    return workflow;
  };
  s.record = (call, user, workflow, input, known) => {
    if (!known) seen.add(of(input.data));
    return record(call, user, workflow, input, known);
  };
  const { refuse: usual } = s;
  s.refuse = (call, error) => {
    const reply = usual(call, error);
    return error.message.startsWith("a trace with this content") ? { ...reply, status: 409 } : reply;
  };
}

/** Forms, quotas and gateways around a process. */
export const quotas: Variants = {
  "closed-form-all-problems": {
    title: "A closed form that nothing tells; a refusal lists every problem as a validator of JSON Schema does.",
    why,
    apply(s) {
      s.statuses.invalid = 422;
      follow(s, { actions: desk, next: ends });
      const found = new WeakMap<Refusal, JsonObject[]>();
      const { checkAction, refuse: usual } = s;
      s.checkAction = (user, input, known, call) => {
        const workflow = checkAction(user, input, known, call);
        if (input.actionKey !== "open") return workflow;
        const data = input.data ?? {};
        const problem = (path: string, keyword: string, params: JsonObject, message: string): JsonObject[] => [
          { instancePath: path, keyword, params, message },
        ];
        const problems = [
          ...["subject", "priority"]
            .filter((name) => !Object.hasOwn(data, name))
            .flatMap((name) =>
              problem("", "required", { missingProperty: name }, `must have required property '${name}'`),
            ),
          ...Object.keys(data)
            .filter((name) => !["subject", "priority", "remark"].includes(name))
            .flatMap((name) =>
              problem("", "additionalProperties", { additionalProperty: name }, "must NOT have additional properties"),
            ),
          ...["subject", "remark"]
            .filter((name) => Object.hasOwn(data, name) && typeof data[name] !== "string")
            .flatMap((name) => problem(`/${name}`, "type", { type: "string" }, "must be string")),
          ...(Object.hasOwn(data, "priority") && !isCount(data["priority"], 1, 5)
            ? problem("/priority", "type", { type: "integer" }, "must be integer from 1 to 5")
            : []),
        ];
        if (problems.length === 0) return workflow;
        const refusal = new Refusal("invalid", "data do not fit the form");
        found.set(refusal, problems);
        throw refusal;
      };
      s.refuse = (call, error) => {
        const problems = found.get(error);
        if (!problems) return usual(call, error);
        const body = { code: "000", message: error.message, errors: problems };
        return json(call.face === "v2" ? { error: body } : { error: body }, 422);
      };
    },
  },
  "a-form-for-each-action": {
    title: "Each of three actions has a closed form of its own, that of the last has no members; the schemas are told.",
    why,
    apply(s) {
      const actions = toldForms(s, desk);
      listNext(s, follow(s, { actions, next: ends }));
    },
  },
  "fifteen-an-hour": {
    title: "A user does fifteen actions on a trace in an hour; more are answered with 429 and Retry-After: 3600.",
    why,
    apply(s) {
      follow(s, { actions: desk, next: ends });
      hourly(s, 15);
    },
  },
  "three-hundred-kilobytes": {
    title: "The files of a trace have 300,000 bytes together; what is more is refused with 413.",
    why,
    apply(s) {
      listNext(s, follow(s, { actions: desk, next: ends }));
      const { checkAction } = s;
      s.checkAction = (user, input, known, call) => {
        const workflow = checkAction(user, input, known, call);
        const sizes = [
          ...[...(known?.files.values() ?? [])].map(({ data }) => data),
          ...input.files.map(({ data }) => data),
        ];
        if (sizes.reduce((sum, { length }) => sum + length, 0) > 300_000)
          throw new Refusal("large", "the trace is full");
        return workflow;
      };
    },
  },
  "once-per-content": {
    title: "A creation with the data of an earlier one is refused with 409; actions are taken as often as they come.",
    why: `${why} The same content twice is refused as a duplicate.`,
    apply(s) {
      listNext(s, follow(s, { actions: desk, next: ends }));
      oncePerContent(s);
    },
  },
  "bucket-of-forty": {
    title: "Forty requests at once and twenty a second with one token; others get 429 and Retry-After: 1.",
    why: bounds,
    apply(s) {
      listNext(s, follow(s, { actions: desk, next: ends }));
      bucket(s, 40, 20);
    },
  },
  "five-at-a-time-and-when": {
    title: "Of more than five requests at a time the others get 503 and Retry-After: 1.",
    why: bounds,
    apply(s) {
      s.statuses.busy = 503;
      listNext(s, follow(s, { actions: trades, next: trade, people }));
      inFlight(s, 5, 3);
      onRefusal(s, "busy", () => ({ "Retry-After": "1" }));
    },
  },
  "four-writes-at-a-time": {
    title: "Of more than four actions at a time the others get 429, without Retry-After; reads are not bounded.",
    why: bounds,
    apply(s) {
      listNext(s, follow(s, { actions: desk, next: ends }));
      actionsInFlight(s, 4, 5);
    },
  },
  "one-writer-a-trace": {
    title: "An action that meets another on its trace is refused with 409, and nothing of it is kept.",
    why: "What happens to actions that meet is not shown; a lock on the trace keeps its order.",
    apply(s) {
      listNext(s, follow(s, { actions: desk, next: ends }));
      oneWriter(s);
    },
  },
  "rolling-restart": {
    title: "Twice in a while the service is being replaced: for half a second all is 503, with Retry-After: 1.",
    why: "Limits and availability are not shown; deployments are restarted.",
    apply(s) {
      s.statuses.busy = 503;
      listNext(s, follow(s, { actions: trades, next: trade }));
      let count = 0;
      let until = 0;
      before(s, () => {
        count += 1;
        if (count === 500 || count === 1500) until = Date.now() + 500;
        if (Date.now() < until) throw new Refusal("busy", "the service is starting");
      });
      onRefusal(s, "busy", () => ({ "Retry-After": "1" }));
    },
  },
  "payments-fail-at-times": {
    title: "Every fifth payment is refused by the bank; it is answered with 502, and nothing was added.",
    why: "An effect calls another system, and may fail; what an error looks like is not shown.",
    apply(s) {
      const paid = actionsOf("open of desk", "charge of desk", "note of desk");
      listNext(s, follow(s, { actions: paid }));
      const { checkAction, refuse: usual } = s;
      let charges = 0;
      s.checkAction = (user, input, known, call) => {
        const workflow = checkAction(user, input, known, call);
        if (input.actionKey === "charge") refuse((charges += 1) % 5 === 0, "the bank: declined");
        return workflow;
      };
      s.refuse = (call, error) =>
        error.message.startsWith("the bank") ? { ...usual(call, error), status: 502 } : usual(call, error);
    },
  },
  "pages-of-twenty-and-hundred": {
    title: "v2 gives twenty links where no size is named, the legacy set fifty; the process lists what may come.",
    why: "The default page size is not shown; the sets are of two generations.",
    apply(s) {
      listNext(s, follow(s, { actions: desk, next: ends }));
      defaultPages(s, 20, 50);
    },
  },
  "states-kept-a-while": {
    title: "A state that was read is given again for 300 ms, whatever happens meanwhile; answers to actions are new.",
    why: "Replicas and caches lag; the configuration tells by how much.",
    apply(s) {
      listNext(s, follow(s, { actions: desk, next: ends }));
      rememberStates(s, 300);
    },
  },
  "auditor-sees-little": {
    title: "Ines does everything; an auditor may read and search, and sees a status and a number of steps alone.",
    why: "What the state shows may differ from reader to reader; a reader need not be able to write.",
    apply(s) {
      const running = follow(s, {
        actions: desk,
        next: ends,
        people: { ines: { groups: ["desk"] }, ada: { groups: [], may: ["read", "search"] } },
      });
      present(s, (data, trace, call) => {
        const status = running.next(trace).length > 0 ? "open" : "closed";
        const common = { status, steps: trace.links.length };
        return running.reader(call)?.email.startsWith("ada") ? common : { ...data, ...common };
      });
    },
  },
};
