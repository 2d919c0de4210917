/** Members that the refusals of a later action name are tried on the trace, until it is taken. */
import { expect, test } from "vitest";
import { type Brought, withMarker } from "../../../generators/index.ts";
import { formOfRefused } from "../../../probes/process/forms/form.ts";
import type { Face } from "../../../spec/operations.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import type { ActStep, Script } from "../../../spec/vocabulary/script.ts";
import type { JsonObject } from "../../../spec/json.ts";

const weigh = { key: "weigh", groupLabel: "all", creates: false, appends: true };

/**
 * What is found on a trace whose action is refused in these words; and how many requests it took.
 * @param terse the face that says no more than that the data are wrong, through which the first is refused
 */
async function found(
  wrong: (data: JsonObject) => string | undefined,
  plain: JsonObject = {},
  brought?: Brought,
  terse?: Face,
) {
  let requests = 0;
  const send = (step: ActStep): Exchange => {
    requests += 1;
    const words = wrong(step.data);
    const message = words === undefined || step.face !== terse ? words : "data do not fit the form";
    const value = message === undefined ? { error: null, data: "id" } : { error: { message }, data: null };
    const response = { status: message === undefined ? 200 : 400, headers: {}, json: { value } };
    const intent = { kind: "act", traceId: "trace", actionKey: step.action, workflow: 0, data: step.data, files: [] };
    return {
      face: step.face,
      operationId: `${step.face}AppendAction`,
      intent,
      defects: [],
      traits: [],
      response,
    } as unknown as Exchange;
  };
  const run = (_: string, steps: Script["steps"]) => Promise.resolve(steps.map((step) => send(step as ActStep)));
  const refused = send({ op: "act", face: terse ?? "v2", trace: "trace", action: "weigh", data: plain });
  const found = await formOfRefused({ run, runId: "run" }, 0, weigh, refused, () => brought);
  return { schema: found?.schema, requests: requests - 1 };
}

test("a member that is named is found with its type", async () => {
  const { schema } = await found(({ grams }) =>
    typeof grams === "number" ? undefined : "grams is required for weigh",
  );
  expect(schema).toMatchObject({ required: ["grams"], properties: { grams: { type: "integer" } } });
});

test("a member whose name is a word of any refusal is known by what stands before it", async () => {
  const refusing = (told: string) =>
    found((data) => (typeof data["object"] === "string" ? undefined : told)).then(({ schema }) => schema?.["required"]);
  expect(await refusing("data.object is missing")).toEqual(["object"]);
  expect(await refusing("the object is missing")).toBeUndefined();
});

test("a member that is called as its type is found, where values are looked at only after all members are there", async () => {
  const { schema } = await found(
    (data) => {
      const { date, crew, ...others } = data;
      const missing = ["date", "crew"].find((name) => !Object.hasOwn(data, name));
      if (missing !== undefined) return `data.${missing} is required`;
      const [unknown] = Object.keys(others);
      if (unknown !== undefined) return `data.${unknown} is not known`;
      if (!/^\d{4}-\d\d-\d\d$/.test(typeof date === "string" ? date : "")) return "data.date is not a date";
      return Array.isArray(crew) ? undefined : "data.crew must be of type array";
    },
    withMarker({}, { run: "run", marker: "schedule1" }),
  );
  expect(schema?.["required"]).toEqual(["date", "crew"]);
});

test("several are found one after the other", async () => {
  const wanted = ["method", "result"];
  const { schema } = await found((data) => {
    const missing = wanted.find((name) => !Object.hasOwn(data, name));
    return missing === undefined ? undefined : `${missing} is required`;
  });
  expect(schema?.["required"]).toEqual(wanted);
});

test("a refusal that is not about data is asked nothing, and one that never ends not for long", async () => {
  expect(await found(() => "006 action not allowed now")).toEqual({ schema: undefined, requests: 0 });
  const endless = await found(() => "grams is required");
  expect(endless.schema).toBeUndefined();
  expect(endless.requests).toBeLessThanOrEqual(25);
});

test("a form that takes no other members is found without ours, with values that its refusals offer", async () => {
  const refusing = (data: JsonObject): string | undefined => {
    const { queen, mites } = data;
    if (queen === undefined) return "data must have required property 'queen'";
    if (typeof queen !== "string") return "data/queen must be string";
    if (!["marked", "missing"].includes(queen)) {
      return "data/queen must be equal to one of the allowed values: marked, missing";
    }
    if (mites === undefined) return "data must have required property 'mites'";
    if (!Number.isInteger(mites)) return "data/mites must be integer";
    if (Number(mites) < 40) return "data/mites must be >= 40";
    const other = Object.keys(data).find((name) => !["queen", "mites"].includes(name));
    return other === undefined ? undefined : `data must NOT have additional property '${other}'`;
  };
  const { schema, requests } = await found(refusing);
  expect(schema).toEqual({
    type: "object",
    required: ["queen", "mites"],
    properties: { queen: { enum: ["marked", "missing"] }, mites: { type: "integer", minimum: 40, maximum: 51 } },
    additionalProperties: false,
  });
  expect(requests).toBeLessThanOrEqual(20);
});

test("an action that takes no data at all is known by what it refuses", async () => {
  const { schema } = await found(
    (data) => {
      const [other] = Object.keys(data);
      return other === undefined ? undefined : `data must NOT have additional property '${other}'`;
    },
    withMarker({ title: "Title" }, { run: "run", marker: "one" }),
  );
  expect(schema).toEqual({ type: "object", required: [], properties: {}, additionalProperties: false });
});

test("texts are made as patterns and lengths in refusals want them", async () => {
  const { schema } = await found(({ code, words }) => {
    if (code === undefined) return "data must have required property 'code'";
    if (!/^[A-Z]{2}-[0-9]{4}$/.test(String(code))) return 'data/code must match pattern "^[A-Z]{2}-[0-9]{4}$"';
    if (words === undefined) return "data must have required property 'words'";
    return String(words).length < 12 ? "data/words must NOT have fewer than 12 characters" : undefined;
  });
  expect(schema?.["properties"]).toEqual({
    code: { type: "string", pattern: "^[A-Z]{2}-[0-9]{4}$" },
    words: { type: "string", minLength: 12, maxLength: 32 },
  });
});

/** A form that is checked member by member, and takes no others; its refusals carry a code. */
const closedForm =
  (members: Readonly<Record<string, (value: unknown) => string | undefined>>) =>
  (data: JsonObject): string | undefined => {
    for (const [name, wrong] of Object.entries(members)) {
      if (!Object.hasOwn(data, name)) return `003 data: member ${name} is required`;
      const told = wrong(data[name]);
      if (told !== undefined) return `003 data.${name}: ${told}`;
    }
    const other = Object.keys(data).find((name) => !Object.hasOwn(members, name));
    return other === undefined ? undefined : `003 data: unknown member "${other}"`;
  };

test.each([
  ["a whole number from 1000 to 5e+06", "integer"],
  ["number, minimum 1000, maximum 5000", "number"],
])("of a range that a refusal names numbers from its lower end on: %s", async (wanted, type) => {
  const form = closedForm({ cover: (value) => (Number(value) >= 1000 ? undefined : `must be ${wanted}`) });
  const { schema } = await found(form);
  expect(schema).toMatchObject({ properties: { cover: { type, minimum: 1000, maximum: 1011 } } });
});

test("of what stands in a list what is no plain word is none of the values", async () => {
  const form = closedForm({
    half: (value) => (["autumn", "spring"].includes(String(value)) ? undefined : "one of autumn, spring, year /half"),
  });
  const { schema } = await found(form);
  expect(schema).toMatchObject({ properties: { half: { enum: ["autumn", "spring"] } } });
});

test("the type that a refusal names is tried first, and numbers of codes and standards are not", async () => {
  const isTime = (value: unknown) => typeof value === "string" && /^\d{4}-\d\d-\d\dT[\d:]+Z$/.test(value);
  const form = closedForm({
    arrived: (value) => (isTime(value) ? undefined : "must be a date-time (RFC 3339)"),
    on: (value) => (/^\d{4}-\d\d-\d\d$/.test(String(value)) ? undefined : "must be a date YYYY-MM-DD"),
    minutes: (value) => (typeof value === "number" ? undefined : "must be a number"),
    blocked: (value) => (typeof value === "boolean" ? undefined : "must be a boolean"),
    kind: (value) => (["track", "signal"].includes(String(value)) ? undefined : "must be one of [track signal]"),
  });
  const { schema, requests } = await found(form);
  expect(schema).toEqual({
    type: "object",
    required: ["arrived", "on", "minutes", "blocked", "kind"],
    properties: {
      arrived: { const: "2026-03-14T09:26:53Z" },
      on: { const: "2026-03-14" },
      minutes: { type: "number", minimum: 1, maximum: 12 },
      blocked: { type: "boolean" },
      kind: { enum: ["track", "signal"] },
    },
    additionalProperties: false,
  });
  expect(requests).toBeLessThanOrEqual(13);
});

test("a value that goes with no other is changed: one date must be after another", async () => {
  const form = closedForm({ from: () => undefined, to: () => undefined });
  const { schema } = await found((data) => {
    const [from, to] = [data["from"], data["to"]].map((date) => Date.parse(String(date)));
    const told = form(data);
    if (told?.includes("required") || (from !== undefined && to !== undefined && !Number.isNaN(from + to))) {
      return told ?? (Number(to) > Number(from) ? undefined : "to must be after from");
    }
    return `data.${Number.isNaN(from) ? "from" : "to"}: must be a date-time`;
  });
  expect(schema?.["properties"]).toEqual({
    from: { const: "2026-03-14T09:26:53Z" },
    to: { const: "2027-03-14T09:26:53Z" },
  });
});

test("a text may be as long as was taken, where the refusal says how long or does not", async () => {
  const within = (most: number, told: string) =>
    found(closedForm({ name: (value) => (String(value).length <= most ? undefined : told) }));
  const vague = await within(60, "length out of bounds");
  expect(vague.schema?.["properties"]).toEqual({ name: { type: "string", minLength: 4, maxLength: 32 } });
  const few = await within(12, "must have at most 12 characters");
  expect(few.schema?.["properties"]).toEqual({ name: { type: "string", minLength: 12, maxLength: 12 } });
});

test("numbers are sought where a refusal says that one is out of range, and not by how much", async () => {
  const { schema } = await found(
    closedForm({ share: (value) => (typeof value === "number" && value < 1 ? undefined : "out of range") }),
  );
  expect(schema?.["properties"]).toEqual({ share: { const: 0.5 } });
});

test("a code that an earlier action of the trace brought under the same name comes first", async () => {
  const brought = new Map([["order", { part: "P4711", qty: 3 }]]);
  const isCode = (value: unknown) => /^P\d{4}$/.test(String(value));
  const arrive = closedForm({ part: (value) => (isCode(value) ? undefined : "does not match ^P\\d{4}$") });
  const told = (data: JsonObject) =>
    arrive(data) ?? (data["part"] === "P4711" ? undefined : "this one was not ordered");
  const { schema } = await found(told, {}, brought);
  expect(schema?.["properties"]).toEqual({
    part: { type: "string", pattern: "^P\\d{4}$", broughtBy: [{ key: "order", path: ["part"] }] },
  });
});

test.each<Face>(["v2", "legacy"])("what %s does not say of the data, the other face may", async (terse) => {
  const { schema } = await found(
    ({ grams }) => (grams === undefined ? "grams is missing" : undefined),
    {},
    undefined,
    terse,
  );
  expect(schema).toMatchObject({ required: ["grams"] });
});

test("a date or a number that is meant where nothing is named", async () => {
  const last = closedForm({
    until: (value) => (/^\d{4}-\d\d-\d\d$/.test(String(value)) ? undefined : "must be a date (YYYY-MM-DD)"),
  });
  const { schema } = await found(
    (data) => last(data) ?? (String(data["until"]) > "2026-03-14" ? undefined : "must be after 2026-03-14"),
  );
  expect(schema?.["properties"]).toEqual({ until: { const: "2027-03-14" } });
  const few = closedForm({ bags: (value) => (typeof value === "number" ? undefined : "must be an integer") });
  const told = await found((data) => few(data) ?? (Number(data["bags"]) <= 3 ? undefined : "must be at most 3"));
  expect(told.schema?.["required"]).toEqual(["bags"]);
});

test("a change that must have some member brings one that the trace has", async () => {
  const refusing = (data: JsonObject): string | undefined => {
    const [unknown] = Object.keys(data).filter((name) => name !== "amount");
    if (unknown !== undefined) return `${unknown} is not a member of this form`;
    return Object.keys(data).length === 0 ? "data has too few members" : undefined;
  };
  const { schema } = await found(refusing, { tcRun: "run" }, new Map([["open", { name: "Ann", amount: 5 }]]));
  expect(schema).toMatchObject({ required: ["amount"], properties: { amount: { const: 5 } } });
});
