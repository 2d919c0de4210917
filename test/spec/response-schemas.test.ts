/** Each operation's schema accepts what the interface shows and refuses what it does not. */
import { describe, expect, it } from "vitest";
import { validateRequest, validateResponse } from "../../spec/description/response-schemas.ts";
import { operations, type OperationId } from "../../spec/operations.ts";

const uuid = "6ba7b810-9dad-11d1-80b4-00c04fd430c8";
const jwt = `${Buffer.from('{"alg":"HS256"}').toString("base64url")}.e30.c2ln`;
const page = { links: [{}], totalCount: 1, info: { hasNext: false, hasPrevious: false } };
const workflows = [{ workflowId: "2041", workflowName: "Claims" }];

/** A document, and the pointer and keyword of what is wrong with it. */
type Wrong = readonly [document: unknown, path: string, keyword: string];

const wrongPages = (wrap: (data: unknown) => unknown, at: string): readonly Wrong[] => [
  [wrap({ ...page, links: {} }), `${at}/links`, "type"],
  [wrap({ ...page, links: [{}, null] }), `${at}/links/1`, "type"],
  [wrap({ ...page, totalCount: "1" }), `${at}/totalCount`, "type"],
  [wrap({ ...page, totalCount: 1.5 }), `${at}/totalCount`, "type"],
  [wrap({ totalCount: 1, info: page.info }), at, "required"],
  [wrap({ links: [], info: page.info }), at, "required"],
  [wrap({ links: [], totalCount: 0 }), at, "required"],
  [wrap({ ...page, info: { hasNext: false } }), `${at}/info`, "required"],
  [wrap({ ...page, info: { hasPrevious: false } }), `${at}/info`, "required"],
  [wrap({ ...page, info: { ...page.info, hasNext: 0 } }), `${at}/info/hasNext`, "type"],
  [wrap({ ...page, info: { ...page.info, hasPrevious: null } }), `${at}/info/hasPrevious`, "type"],
  [wrap({ ...page, info: { ...page.info, startCursor: 7 } }), `${at}/info/startCursor`, "type"],
  [wrap({ ...page, info: { ...page.info, endCursor: {} } }), `${at}/info/endCursor`, "type"],
];

const ok = (data: unknown): unknown => ({ error: null, data });
const bare = (data: unknown): unknown => data;
const wrongEnvelopes = (data: unknown): readonly Wrong[] => [
  [data, "", Array.isArray(data) || typeof data !== "object" ? "type" : "required"],
  [{ data }, "", "required"],
  [{ error: null }, "", "required"],
  [[ok(data)], "", "type"],
];
const wrongTokens = (wrap: (data: unknown) => unknown, at: string): readonly Wrong[] => [
  [wrap({}), at, "required"],
  [wrap({ token: null }), `${at}/token`, "type"],
  [wrap({ token: "opaque" }), `${at}/token`, "format"],
];
const wrongUuids = (wrap: (data: unknown) => unknown, at: string): readonly Wrong[] => [
  [wrap(`urn:uuid:${uuid}`), at, "format"],
  [wrap("2041"), at, "format"],
  [wrap(42), at, "type"],
  [wrap({ traceId: uuid }), at, "type"],
];
const wrongStates = (wrap: (data: unknown) => unknown, at: string): readonly Wrong[] => [
  [wrap({}), at, "required"],
  [wrap({ state: [] }), `${at}/state`, "type"],
  [wrap({ state: null }), `${at}/state`, "type"],
];
const wrongLists = (wrap: (data: unknown) => unknown, at: string): readonly Wrong[] => [
  [wrap({}), at, "type"],
  [wrap([uuid, "2041"]), `${at}/1`, "format"],
  [wrap([{ traceId: uuid }]), `${at}/0`, "type"],
];
const wrongWorkflows: readonly Wrong[] = [
  [ok(workflows), "", "type"],
  [[{ workflowId: "2041" }], "/0", "required"],
  [[{ workflowName: "Claims" }], "/0", "required"],
  [[{ workflowId: 2041, workflowName: "Claims" }], "/0/workflowId", "type"],
  [["2041"], "/0", "type"],
];

interface Examples {
  readonly right: readonly unknown[];
  readonly wrong: readonly Wrong[];
}

const cursors = { ...page, info: { ...page.info, startCursor: "a", endCursor: null } };

const examples: { readonly [Id in OperationId]?: Examples } = {
  v2LoginCredential: {
    right: [ok({ token: jwt })],
    wrong: [...wrongEnvelopes({ token: jwt }), ...wrongTokens(ok, "/data")],
  },
  v2LoginPrivateKey: {
    right: [ok({ token: jwt })],
    wrong: [...wrongEnvelopes({ token: jwt }), ...wrongTokens(ok, "/data")],
  },
  legacyLoginCredential: {
    right: [{ token: jwt }],
    wrong: [...wrongTokens(bare, ""), [ok({ token: jwt }), "", "required"]],
  },
  v2CreateTrace: { right: [ok(uuid)], wrong: [...wrongEnvelopes(uuid), ...wrongUuids(ok, "/data")] },
  v2AppendAction: { right: [ok(uuid.toUpperCase())], wrong: [...wrongEnvelopes(uuid), ...wrongUuids(ok, "/data")] },
  legacyCreateTrace: { right: [uuid], wrong: [...wrongUuids(bare, ""), [ok(uuid), "", "type"]] },
  legacyAppendAction: {
    right: [{ state: {} }],
    wrong: [...wrongStates(bare, ""), [ok({ state: {} }), "", "required"], [uuid, "", "type"]],
  },
  v2TraceDetails: { right: [ok(page), ok(cursors)], wrong: [...wrongEnvelopes(page), ...wrongPages(ok, "/data")] },
  legacyTraceDetails: { right: [page, cursors], wrong: [...wrongPages(bare, ""), [ok(page), "", "required"]] },
  v2TraceState: {
    right: [ok({ state: { any: [1] } })],
    wrong: [...wrongEnvelopes({ state: {} }), ...wrongStates(ok, "/data")],
  },
  legacyTraceState: { right: [{ state: {} }], wrong: [...wrongStates(bare, ""), [ok({ state: {} }), "", "required"]] },
  v2SearchTraces: { right: [ok([]), ok([uuid])], wrong: [...wrongEnvelopes([uuid]), ...wrongLists(ok, "/data")] },
  legacySearchTraces: { right: [[], [uuid]], wrong: [...wrongLists(bare, ""), [ok([uuid]), "", "type"]] },
  v2ListWorkflows: { right: [[], workflows], wrong: wrongWorkflows },
  legacyListWorkflows: { right: [[], workflows], wrong: wrongWorkflows },
};

/** The value with a member of its own in every object, as a service may add them. */
function withAdditionalMembers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withAdditionalMembers);
  if (typeof value !== "object" || value === null) return value;
  const inner = Object.entries(value).map(([name, member]) => [name, withAdditionalMembers(member)]);
  return { ...Object.fromEntries(inner), additional: { nested: [null] } };
}

describe("the examples", () => {
  it("cover every operation that answers JSON", () => {
    const json = operations.filter((o) => o.response === "json").map((o) => o.id);
    expect(Object.keys(examples).sort()).toEqual([...json].sort());
  });
});

describe.each(Object.entries(examples) as [OperationId, Examples][])("%s", (id, { right, wrong }) => {
  it.each(right.map((document) => [document]))("accepts %j", (document) => {
    expect(validateResponse(id, document)).toEqual([]);
    expect(validateResponse(id, withAdditionalMembers(document))).toEqual([]);
  });

  it.each(wrong)("refuses %j at %j by %s", (document, path, keyword) => {
    expect(validateResponse(id, document)).toContainEqual(expect.objectContaining({ path, keyword }));
  });
});

describe("downloads", () => {
  it.each(["v2DownloadFiles", "legacyDownloadFiles", "v2DownloadFile"] as const)("%s has no JSON to judge", (id) => {
    expect(validateResponse(id, 42)).toEqual([]);
  });
});

describe("the envelope", () => {
  it.each([[null], [false], [""], [{}], [[]], [0]])("takes %j as error", (error) => {
    expect(validateResponse("v2CreateTrace", { error, data: uuid })).toEqual([]);
  });
});

describe("a violation", () => {
  it("says where, what was wanted and what was got", () => {
    expect(validateResponse("v2TraceState", ok({ state: "x".repeat(500) }))).toEqual([
      {
        path: "/data/state",
        keyword: "type",
        message: `/data/state: wanted object; got the text "${"x".repeat(120)}…"`,
        expected: "object",
        actual: `the text "${"x".repeat(120)}…"`,
      },
    ]);
  });

  it("comes with all others of the document", () => {
    const document = { data: { links: [1], totalCount: "1", info: {} } };
    expect(validateResponse("v2TraceDetails", document).map(({ path, keyword }) => `${path} ${keyword}`)).toEqual([
      " required",
      "/data/links/0 type",
      "/data/totalCount type",
      "/data/info required",
      "/data/info required",
    ]);
  });

  it("is told by number past the first hundred", () => {
    const violations = validateResponse("legacySearchTraces", new Array(250).fill(0));
    expect(violations).toHaveLength(101);
    expect(violations.at(-1)?.message).toBe("150 more violations are not listed");
  });
});

describe("validateRequest", () => {
  it.each([
    ["v2LoginCredential", { email: "a@b.c", password: "p" }],
    ["v2LoginPrivateKey", { privateKey: "k" }],
    ["legacyLoginCredential", { email: "a@b.c", password: "p" }],
    ["v2TraceDetails", { error: null, data: { first: 2, after: "c" } }],
    ["legacyTraceDetails", { input: null }],
    ["v2SearchTraces", { filters: {} }],
    ["legacySearchTraces", { filters: { a: 1 } }],
  ] as const)("%s accepts %j", (id, body) => expect(validateRequest(id, body)).toEqual([]));

  it.each([
    ["v2LoginCredential", { email: "a@b.c" }],
    ["v2LoginPrivateKey", { privateKey: 1 }],
    ["legacyLoginCredential", []],
    ["v2TraceDetails", { data: {} }],
    ["v2TraceDetails", { error: null, data: { first: "2" } }],
    ["legacyTraceDetails", {}],
    ["v2SearchTraces", { filters: [] }],
    ["legacySearchTraces", {}],
  ] as const)("%s refuses %j", (id, body) => expect(validateRequest(id, body)).not.toEqual([]));
});
