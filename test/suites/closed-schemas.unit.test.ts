/** What the schemas of a configuration leave no room for. */
import { expect, test } from "vitest";
import { closedSchemas } from "../../suites/engine/plan/closed-schemas.ts";

const form = (...members: readonly string[]) => ({
  type: "object",
  properties: Object.fromEntries(members.map((member) => [member, { type: "string" }])),
  required: members,
  additionalProperties: false,
});
const action = (key: string, creates: boolean, dataSchema?: ReturnType<typeof form>) => ({
  ...{ key, groupLabel: "all", creates, appends: !creates },
  ...(dataSchema ? { dataSchema } : {}),
});
const of = (...actions: readonly ReturnType<typeof action>[]) => closedSchemas([{ id: "1", actions }]);

test("open actions leave room for everything", () => {
  expect(of(action("open", true), action("note", false))).toEqual({});
});

test("beside an open action a narrow form leaves no room for filters alone", () => {
  expect(of(action("open", true, form("a", "b")), action("note", false))).toEqual({ fewFilters: "open" });
  expect(of(action("open", true, form("a", "b", "c", "d")), action("note", false))).toEqual({});
});

test("two forms are held against each kind of data", () => {
  const { fewFilters, withoutSuchData } = of(action("open", true, form("a")), action("note", false, form("a")));
  expect(fewFilters).toBe("open");
  expect(withoutSuchData?.("DATA-02")).toBe("open");
  expect(withoutSuchData?.("DATA-01")).toBeUndefined();
});

test("data without any member are no room for empty ones", () => {
  const { withoutSuchData } = of(action("open", true, form("a")), action("note", false, form()));
  expect(withoutSuchData?.("DATA-06")).toBe("open");
});

test("nothing is demanded of the data of an action of which the data decide", () => {
  const numbered = { ...form("a"), properties: { a: { type: "string" }, count: { type: "integer" } } };
  const actions = [action("open", true, form("a")), action("note", false, numbered)];
  const room = (deciding: "data" | "with-files") =>
    closedSchemas([{ id: "1", actions }], { gating: { gating: "free", byContent: { "1": { note: deciding } } } });
  expect(room("data").withoutSuchData?.("DATA-02")).toBe("open");
  expect(room("with-files").withoutSuchData?.("DATA-02")).toBeUndefined();
});

test("an action that was never taken leaves no room, however open its form is", () => {
  const actions = [action("open", true, form("a")), action("note", false, form("a")), action("seal", false)];
  const room = (after: Readonly<Record<string, readonly string[]>>) =>
    closedSchemas([{ id: "1", actions }], { gating: { gating: "ordered", workflows: { "1": { after } } } });
  expect(room({ seal: ["seal"] }).withoutSuchData?.("DATA-02")).toBe("open");
  expect(room({ seal: ["note"] }).withoutSuchData?.("DATA-02")).toBeUndefined();
  const among = (...path: readonly string[]) =>
    closedSchemas([{ id: "1", actions }], { gating: { gating: "unclear", workflows: { "1": { paths: [path] } } } });
  expect(among("open", "note").withoutSuchData?.("DATA-02")).toBe("open");
  expect(among("open", "note", "seal").withoutSuchData?.("DATA-02")).toBeUndefined();
});

test("an action that was refused for data that nobody knows leaves no room where the forms of others were found", () => {
  const gating = { gating: "free", byContent: { "1": { seal: "unknown" } } } as const;
  const room = (note: ReturnType<typeof action>) =>
    closedSchemas([{ id: "1", actions: [action("open", true, form("a")), note, action("seal", false)] }], { gating });
  expect(room(action("note", false, form("a"))).withoutSuchData?.("DATA-02")).toBe("open");
  expect(room(action("note", false)).withoutSuchData).toBeUndefined();
});

test("a creation with no room for a marker leaves none for a text that no other trace has, whatever is open beside it", () => {
  const coded = { ...form("no"), enum: [{ no: "CR-0001" }] };
  expect(of(action("open", true, coded), action("note", false)).commonMarker).toBe("open");
  expect(of(action("open", true), action("note", false, coded)).commonMarker).toBeUndefined();
});

test("a text of an object is no place for a marker where filters reach no members of objects", () => {
  const inner = { ...form("about"), properties: { about: form("name") } };
  const actions = [{ key: "open", groupLabel: "all", creates: true, appends: false, dataSchema: inner }];
  const commonIn = (reachesInner: boolean) => closedSchemas([{ id: "1", actions }], { reachesInner }).commonMarker;
  expect([commonIn(true), commonIn(false)]).toEqual([undefined, "open"]);
});
