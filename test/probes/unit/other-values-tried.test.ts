/** Values that no walk brought: others of an only example, and two where a number was kept at one. */
import { expect, test } from "vitest";
import { little } from "../../../probes/process/forms/told/offered-values.ts";
import type { SeenTrace } from "../../../probes/process/further/deciding.ts";
import { tryMoreThanOne } from "../../../probes/process/further/more-than-one.ts";
import type { PlaceExplorer } from "../../../probes/process/further/in-earliest-place.ts";
import { tryOtherChoices } from "../../../probes/process/further/other-choices-tried.ts";
import type { JsonObject } from "../../../spec/json.ts";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import type { ActionDescription } from "../../../spec/vocabulary/target.ts";

/** The data of which a form takes one value each. */
const valuesOf = ({ dataSchema }: ActionDescription): JsonObject =>
  Object.fromEntries(
    Object.entries((dataSchema?.["properties"] ?? {}) as Record<string, JsonObject>).map(([name, own]) => [
      name,
      own["const"] ?? (own["enum"] as readonly [number] | undefined)?.[0] ?? 1,
    ]),
  );

/** A walker whose service refuses data in these words; and the forms that it has in the end. */
function walkerOf(actions: readonly ActionDescription[], wrong: (key: string, data: JsonObject) => string | undefined) {
  const sent: JsonObject[] = [];
  const forms = Object.fromEntries(actions.flatMap(({ key, dataSchema }) => (dataSchema ? [[key, dataSchema]] : [])));
  const sender = {
    requests: 0,
    act: (_: string, __: string, action: ActionDescription) => {
      sender.requests += 1;
      const data = valuesOf(action);
      sent.push(data);
      const message = wrong(action.key, data);
      const value = message === undefined ? { error: null, data: {} } : { error: { message }, data: null };
      const response = { status: message === undefined ? 200 : 422, headers: {}, json: { value } };
      const intent = { kind: "act", actionKey: action.key, data, files: [] };
      return Promise.resolve({ face: "v2", intent, defects: [], traits: [], response } as unknown as Exchange);
    },
  };
  const known = {
    workflow: { id: "1", actions },
    forms: { found: forms },
    files: { first: () => false, wants: () => false },
    actions: (key: string) => known.workflow.actions.filter((one) => one.key === key),
    takenIn: (key: string, dataSchema: JsonObject) => {
      known.workflow = {
        ...known.workflow,
        actions: known.workflow.actions.map((one) => (one.key === key ? { ...one, dataSchema } : one)),
      };
    },
  };
  const repeat = (done: readonly string[]) => Promise.resolve({ traceId: "trace", taken: done });
  return { walker: { known, repeat, sender, stage: "first" } as unknown as PlaceExplorer, known, sent };
}

const action = (key: string, properties: JsonObject, examples?: readonly JsonObject[]): ActionDescription => ({
  ...{ key, groupLabel: "all", creates: key === "open", appends: key !== "open" },
  dataSchema: { type: "object", properties },
  ...(examples ? { examples } : {}),
});
const traces: readonly SeenTrace[] = [
  { steps: ["open", "decide", "issue"].map((key) => ({ key, data: {} })), after: [] },
];
const formOf = ({ known }: ReturnType<typeof walkerOf>, key: string): unknown =>
  known.actions(key)[0]?.dataSchema?.["properties"];

test("the other value of a flag, and other words of a list that a refusal tells", async () => {
  const example = { granted: true, kind: "full" };
  const open = { granted: { const: true }, kind: { const: "full" } };
  const made = walkerOf([action("open", {}), action("decide", open, [example])], (_, { kind }) =>
    ["full", "half", "none"].includes(String(kind)) ? undefined : "kind must be one of full, half, none",
  );
  await tryOtherChoices(made.walker, traces);
  expect(formOf(made, "decide")).toEqual({
    granted: { enum: [true, false] },
    kind: { enum: ["full", "half", "none"] },
  });
  expect(made.walker.stage).toBe("first");
});

test("usual words beside that of an only example that is sent as it stands, where the refusal tells none", async () => {
  const example = { verdict: "revise" };
  const whole = { verdict: {} };
  const decide = action("decide", whole, [example]);
  const exact = { ...decide, dataSchema: { ...decide.dataSchema, enum: [example] } };
  const made = walkerOf([action("open", {}), exact], (_, { verdict }) =>
    ["revise", "accept"].includes(String(verdict)) ? undefined : "E-DATA",
  );
  await tryOtherChoices(made.walker, traces);
  expect(formOf(made, "decide")).toEqual({ verdict: { enum: ["revise", "accept"] } });
});

test("neither where both are refused, nor where there are several examples", async () => {
  const open = { granted: { const: true }, kind: { const: "full" } };
  const refusing = walkerOf([action("decide", open, [{}])], () => "no");
  await tryOtherChoices(refusing.walker, traces);
  expect(formOf(refusing, "decide")).toEqual(open);
  const several = walkerOf([action("decide", open, [{}, {}])], () => undefined);
  await tryOtherChoices(several.walker, traces);
  expect(several.sent).toEqual([]);
});

test("two where a number was kept at one, as long as that is taken", async () => {
  const pieces = { pieces: little.schema };
  const actions = [action("open", {}), action("decide", pieces), action("issue", pieces)];
  const made = walkerOf(actions, (key) => (key === "issue" ? "pieces must be at most 1" : undefined));
  await tryMoreThanOne(made.walker, traces);
  expect([formOf(made, "decide"), formOf(made, "issue")]).toEqual([{ pieces: { enum: [1, 2] } }, pieces]);
  expect(made.sent).toEqual([{ pieces: 2 }, { pieces: 2 }]);
});

test("of a number half and twice as much, or the bound that a refusal tells, and the form stays as it is", async () => {
  const open = { pitch: { const: 440 }, kind: { const: "A4" } };
  const rules = (_: string, { pitch }: JsonObject) =>
    Number(pitch) < 400 || Number(pitch) > 450
      ? `pitch must be at ${Number(pitch) < 400 ? "least 400" : "most 450"}`
      : Number(pitch) < 436
        ? "such a pitch calls for a raise"
        : undefined;
  const made = walkerOf([action("open", {}), action("decide", open, [{ pitch: 440, kind: "A4" }])], rules);
  await tryOtherChoices(made.walker, traces);
  expect(made.sent.map(({ pitch }) => pitch)).toEqual([220, 400, 880, 450]);
  expect(formOf(made, "decide")).toEqual(open);
});
