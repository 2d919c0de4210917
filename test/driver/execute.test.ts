import { describe, expect, test } from "vitest";
import { succeeded } from "../../spec/readings/outcome.ts";
import type { OperationStep } from "../../spec/vocabulary/script.ts";
import { service, type Behaviour } from "./lib/service.ts";
import { driverOf, environmentAt, json, script, startTarget, traceId } from "./lib/target.ts";

const links = Array.from({ length: 7 }, (_, index) => ({ index }));
const create = { op: "create", face: "v2", as: "a", data: { k: 1 } } as const;

describe("read-only access", () => {
  test("sends nothing that can write, in either face, in any place of a script", async () => {
    const target = await startTarget(service({ links }));
    const driver = await driverOf(
      environmentAt(target.baseUrl, { others: { access: "read-only", knownTraces: [traceId] } }),
    );
    const { exchanges, unsent } = await driver.run(
      script(
        create,
        { op: "create", face: "legacy", data: {}, token: "none" },
        { op: "act", face: "v2", trace: traceId, data: {} },
        { op: "act", face: "legacy", trace: traceId, data: {}, body: { kind: "empty" } },
        { op: "walk", face: "v2", trace: traceId, size: 3, direction: "forward", actAfterFirstPage: { data: {} } },
        {
          parallel: [
            [{ op: "act", face: "v2", trace: traceId, data: {} }],
            [{ op: "state", face: "v2", trace: traceId }],
          ],
        },
        { op: "search", face: "legacy", filters: {} },
      ),
    );
    expect(target.received.map(({ url }) => url).filter((url) => !/details|state|search/.test(url))).toEqual([]);
    expect(exchanges.map(({ intent }) => intent.kind)).toEqual(["details", "details", "details", "state", "search"]);
    expect(exchanges.every(({ defects }) => defects.length === 0)).toBe(true);
    expect(unsent.map(({ step }) => step)).toEqual(["0", "1", "2", "3", "4", "5.0.0"]);
    for (const { reason, remedy } of unsent)
      expect([reason, remedy]).toEqual([expect.stringContaining("read-only"), "`access: read-write`"]);
  });
});

test("limits.maxTraces is a hard stop, also for what runs at once", async () => {
  const target = await startTarget(service());
  const driver = await driverOf(environmentAt(target.baseUrl, { limits: { maxTraces: 5 } }));
  const histories = await Promise.all(Array.from({ length: 12 }, () => driver.run(script(create))));
  expect(target.received).toHaveLength(5);
  const unsent = histories.flatMap((history) => history.unsent);
  expect(unsent[0]).toMatchObject({ reason: "limits.maxTraces (5) is reached", remedy: "a higher `limits.maxTraces`" });
  expect(histories.flatMap(({ exchanges }) => exchanges).filter(succeeded)).toHaveLength(5);
});

test("a body comes in chunks where the step wants it, the same as whole", async () => {
  const target = await startTarget(service());
  const driver = await driverOf(environmentAt(target.baseUrl));
  const search = { op: "search", face: "v2", filters: { k: "é" } } as const;
  const action = { ...create, files: [{ partName: "f", fileName: "a.txt", content: { text: "x" } }] } as const;
  const { exchanges } = await driver.run(script(search, { ...search, chunked: true }, { ...action, chunked: true }));
  const [whole, chunked, form] = target.received.filter(({ url }) => !url.includes("/login/"));
  expect(whole?.headers).toHaveProperty("content-length");
  for (const received of [chunked, form]) {
    expect(received?.headers).toMatchObject({ "transfer-encoding": "chunked" });
    expect(received?.headers).not.toHaveProperty("content-length");
  }
  expect(chunked?.body).toEqual(whole?.body);
  expect(form?.body.toString()).toMatch(/--\r\n$/);
  expect(exchanges.map(({ traits }) => traits)).toEqual([[], ["request.chunked"], ["request.chunked"]]);
});

describe("references", () => {
  test("write an id in the other case where the step says so, and mean the same trace", async () => {
    const target = await startTarget(service({ links }));
    const driver = await driverOf(environmentAt(target.baseUrl));
    const trace = { like: "$a", change: "other-case" } as const;
    const { exchanges } = await driver.run(
      script(
        create,
        { op: "act", face: "v2", trace, data: {} },
        { op: "state", face: "legacy", trace, token: "none" },
        { op: "details", face: "v2", trace: "$a" },
      ),
    );
    const other = traceId.toUpperCase();
    expect(target.received.map(({ url }) => url).slice(1)).toEqual([
      `/v2/traces/${other}/action`,
      `/trace/${other}/state`,
      `/v2/traces/${traceId}/details`,
    ]);
    expect(exchanges.slice(1).map(({ intent }) => intent)).toMatchObject([{ traceId }, { traceId }, { traceId }]);
    expect(exchanges.map(({ traits }) => traits)).toEqual([[], ["path.other-case"], ["path.other-case"], []]);
    expect(exchanges[2]?.defects).toEqual([{ where: "token", what: "none" }]);
  });

  test("lead from creation to reading; what cannot be resolved is not sent, with the reason", async () => {
    const before = ({ url }: { url: string }, response: Parameters<typeof json>[0]): boolean => {
      if (url !== "/trace") return false;
      json(response, { message: "no" }, 400);
      return true;
    };
    const target = await startTarget(service({ links, before }));
    const driver = await driverOf(environmentAt(target.baseUrl));
    const { exchanges, unsent } = await driver.run(
      script(
        create,
        { op: "state", face: "legacy", trace: "$a" },
        { op: "details", face: "v2", trace: "$a", page: { first: 2 }, as: "p" },
        { op: "details", face: "legacy", trace: "$a", page: { first: 2, after: "$p.endCursor" } },
        { ...create, face: "legacy", as: "b" },
        { op: "state", face: "v2", trace: "$b" },
        { op: "state", face: "v2", trace: "$nobody" },
        { op: "details", face: "v2", trace: "$a", page: { after: "$a.endCursor" } },
        { op: "file", face: "v2", trace: "$a", digest: "$a.0" },
        { op: "file", face: "legacy", trace: "$a", digest: "d" },
        { op: "state", face: "v2", trace: "$a", actor: "second" },
      ),
    );
    expect(target.received.map(({ url }) => url)).toEqual([
      "/v2/traces",
      `/trace/${traceId}/state`,
      `/v2/traces/${traceId}/details`,
      `/trace/${traceId}/details`,
      "/trace",
    ]);
    expect(JSON.parse(target.received[3]?.body.toString() ?? "")).toEqual({ input: { first: 2, after: "c1" } });
    expect(exchanges.map(({ index }) => index)).toEqual([0, 1, 2, 3, 4]);
    expect(unsent.at(-1)?.remedy).toBe("`secondUser`");
    expect(unsent.map(({ step, reason }) => [step, reason])).toEqual([
      ["5", "trace $b was not created: status 400"],
      ["6", 'no earlier step is labelled "nobody"'],
      ["7", "page $a has no endCursor"],
      ["8", "action $a has no file 0"],
      ["9", 'the legacy face has no operation "file"'],
      ["10", 'environment "test" has no second user'],
    ]);
  });

  test("literal values that no answer has shown are defects", async () => {
    const target = await startTarget(service({ found: () => ["1b6f6a4e-31c5-4a10-8f5c-0f2f0a4f9f11"] }));
    const driver = await driverOf(environmentAt(target.baseUrl, { others: { knownTraces: [traceId] } }));
    const { exchanges } = await driver.run(
      script(
        { op: "state", face: "v2", trace: traceId.toUpperCase() },
        { op: "state", face: "v2", trace: "1b6f6a4e-31c5-4a10-8f5c-0f2f0a4f9f11" },
        { op: "search", face: "v2", filters: {}, as: "s" },
        { op: "state", face: "v2", trace: "1b6f6a4e-31c5-4a10-8f5c-0f2f0a4f9f11" },
        { op: "state", face: "v2", trace: "$s.0" },
        { op: "state", face: "v2", trace: "../x" },
        { op: "search", face: "v2", workflow: "Claims", filters: {} },
        { op: "search", face: "v2", workflow: "nothing", filters: {} },
        { op: "workflows", face: "v2", organization: "nobody" },
        { op: "file", face: "v2", trace: traceId, digest: "d" },
        { op: "files", face: "v2", trace: traceId, digests: [] },
        { op: "details", face: "v2", trace: traceId, page: { first: -1, last: 1.5, after: "made up", before: 7 } },
        { op: "details", face: "v2", trace: traceId, page: { first: 0 } },
      ),
    );
    expect(exchanges.map(({ defects }) => defects.map(({ what }) => what).join())).toEqual([
      "",
      "unknown-trace",
      "",
      "",
      "",
      "malformed-trace",
      "",
      "unknown-workflow",
      "unknown-organization",
      "unknown-digest",
      "no-digests",
      "negative,fraction,unknown-cursor,type",
      "",
    ]);
    expect(exchanges.at(-1)?.traits).toEqual(["page.zero"]);
    expect(target.received[5]?.url).toBe("/v2/traces/..%2Fx/state");
  });
});

describe("an action", () => {
  test("is sent in the form of its face, with what is omitted, replaced and damaged recorded", async () => {
    const target = await startTarget(service());
    const driver = await driverOf(environmentAt(target.baseUrl));
    const { exchanges } = await driver.run(
      script(
        { ...create, files: [{ partName: "f", fileName: "a.txt", content: { text: "hello" } }] },
        { ...create, face: "legacy", omit: ["groupLabel"], replace: { actionKey: 7, data: [1] } },
        { op: "act", face: "legacy", trace: "$a", data: { z: 1 }, as: "b", body: { kind: "json-broken" } },
        { ...create, body: { kind: "raw", value: "text/plain", text: "hi" }, traits: ["data.deep"] },
        { ...create, body: { kind: "multipart-cut" } },
      ),
    );
    const bodies = target.received.map(({ body }) => body.toString());
    expect(bodies[0]).toContain('name="traceInput"\r\n\r\n{"k":1}\r\n');
    expect(bodies[0]).toContain('name="actionKey"\r\n\r\nopen\r\n');
    expect(bodies[0]).toContain('name="workflowId"\r\n\r\n2041\r\n');
    expect(bodies[0]).toContain(
      'name="f"; filename="a.txt"\r\ncontent-type: application/octet-stream\r\n\r\nhello\r\n',
    );
    expect(bodies[1]).toContain('name="body"\r\n\r\n{"data":[1],"actionKey":7,"workflowId":"2041"}\r\n');
    expect(bodies[2]).toMatch(/name="body"\r\n\r\n\{"data":\{"z":1\},"actionKey":"comment",[^}]*\r\n-/);
    expect(bodies[3]).toBe("hi");
    expect(bodies[4]?.endsWith("--\r\n")).toBe(false);
    expect(exchanges[0]?.intent).toMatchObject({
      kind: "create",
      label: "a",
      data: { k: 1 },
      actionKey: "open",
      workflowId: "2041",
      groupLabel: "clerks",
      files: [{ partName: "f", fileName: "a.txt", size: 5 }],
    });
    expect(exchanges[1]?.defects).toEqual([
      { where: "field", member: "data", what: "replaced" },
      { where: "field", member: "actionKey", what: "replaced" },
      { where: "field", member: "groupLabel", what: "omitted" },
    ]);
    expect(exchanges[1]?.intent).not.toHaveProperty("groupLabel");
    expect(exchanges[2]).toMatchObject({
      intent: { kind: "act", traceId },
      defects: [{ where: "body", what: "json-broken" }],
    });
    expect(exchanges[3]).toMatchObject({
      traits: ["data.deep"],
      request: { body: "hi", headers: { "content-type": "text/plain" } },
    });
  });
});

describe("a walk", () => {
  const walkOf = (direction: "forward" | "backward", more: object = {}): OperationStep => ({
    op: "walk",
    face: "v2",
    trace: traceId,
    size: 3,
    direction,
    ...more,
  });

  test.each(["forward", "backward"] as const)("%s reads every page once", async (direction) => {
    const target = await startTarget(service({ links }));
    const driver = await driverOf(environmentAt(target.baseUrl, { others: { knownTraces: [traceId] } }));
    const { exchanges } = await driver.run(script(walkOf(direction)));
    expect(exchanges.map(({ intent }) => intent.kind === "details" && intent.walk)).toEqual([
      { step: "0", page: 0, size: 3, direction },
      { step: "0", page: 1, size: 3, direction },
      { step: "0", page: 2, size: 3, direction, complete: true },
    ]);
    expect(exchanges.every(({ defects }) => defects.length === 0)).toBe(true);
  });

  test("goes on where the target gives fewer links than asked for", async () => {
    const target = await startTarget(service({ links, pageCap: 1 }));
    const driver = await driverOf(environmentAt(target.baseUrl));
    expect((await driver.run(script(walkOf("forward")))).exchanges).toHaveLength(7);
  });

  test("appends after the first page where it should", async () => {
    const target = await startTarget(service({ links }));
    const driver = await driverOf(environmentAt(target.baseUrl));
    const { exchanges } = await driver.run(script(walkOf("forward", { actAfterFirstPage: { data: { x: 1 } } })));
    expect(exchanges.map(({ intent, step }) => `${step} ${intent.kind}`)).toEqual([
      "0 details",
      "0 act",
      "0 details",
      "0 details",
    ]);
  });

  test("of a trace with far more links than the script brought to it is left, and nothing is said of its end", async () => {
    const many = Array.from({ length: 1_000 }, (_, index) => ({ index }));
    const target = await startTarget(service({ links: many }));
    const driver = await driverOf(environmentAt(target.baseUrl, { others: { knownTraces: [traceId] } }));
    const own = (await driver.run(script(create, walkOf("forward", { trace: "$a" })))).exchanges;
    expect(own.length).toBeLessThan(20);
    expect(own.at(-1)?.intent).toMatchObject({ walk: { page: own.length - 2 } });
    expect(own.at(-1)?.intent).not.toHaveProperty("walk.complete");
    // Of a trace that was there before nobody knows how long it may be.
    expect((await driver.run(script(walkOf("forward")))).exchanges).toHaveLength(334);
  });

  test("without end is cut, and says so", async () => {
    let page = 0;
    const endless =
      (cursor: () => string): Parameters<typeof startTarget>[0] =>
      (_, response) => {
        const info = { hasNext: true, hasPrevious: false, endCursor: cursor() };
        json(response, { error: null, data: { links: [{}, {}, {}], totalCount: 9, info } });
      };
    const fresh = await driverOf(environmentAt((await startTarget(endless(() => `c${String(page++)}`))).baseUrl));
    const cut = (await fresh.run(script(walkOf("forward")))).exchanges;
    expect(cut).toHaveLength(6);
    expect(cut.at(-1)?.intent).toMatchObject({ walk: { complete: false } });
    const same = await driverOf(environmentAt((await startTarget(endless(() => "same"))).baseUrl));
    expect((await same.run(script(walkOf("forward")))).exchanges).toHaveLength(2);
  });
});

test("an operation that never answers is given up, the others go on", async () => {
  const target = await startTarget(service({ before: ({ url }) => url.includes("/workflows") }));
  const driver = await driverOf(environmentAt(target.baseUrl, { limits: { timeoutMs: 50 } }));
  const steps = Array.from({ length: 30 }, () => ({ op: "workflows", face: "v2" }) as const);
  const { exchanges, unsent } = await driver.run(script(...steps, { op: "state", face: "v2", trace: traceId }));
  expect(exchanges.filter(({ failure }) => failure?.kind === "timeout")).toHaveLength(16);
  expect(unsent).toHaveLength(14);
  expect(unsent[0]?.reason).toContain("v2ListWorkflows brought no complete response 16 times in a row");
  expect(exchanges.at(-1)?.response?.status).toBe(200);
});

test("one that never answers what is wrong with it is given up sooner", async () => {
  const target = await startTarget(service({ before: ({ url }) => url.endsWith("/state") }));
  const driver = await driverOf(environmentAt(target.baseUrl, { limits: { timeoutMs: 50 } }));
  const steps = Array.from({ length: 10 }, () => ({ op: "state", face: "v2", trace: traceId }) as const);
  const { exchanges, unsent } = await driver.run(script(...steps));
  expect(exchanges.filter(({ failure }) => failure?.kind === "timeout")).toHaveLength(4);
  expect(unsent[0]?.reason).toContain("v2TraceState with a defect in its path brought no complete response 4 times");
});

test("login steps use and hide the credentials; an adopted token is used from then on", async () => {
  const target = await startTarget(service());
  const first = { email: "a@b.example", password: "pass-word-1", token: "given-token-0" };
  const driver = await driverOf(environmentAt(target.baseUrl, { first }));
  const { exchanges, unsent } = await driver.run(
    script(
      { op: "login", face: "legacy", method: "credential", adopt: true },
      { op: "workflows", face: "v2" },
      { op: "login", face: "v2", method: "credential", replace: { password: "wrong" }, omit: ["email"] },
      { op: "login", face: "v2", method: "credential", body: { kind: "json-broken" } },
      { op: "login", face: "v2", method: "private-key" },
    ),
  );
  expect(target.received[0]?.headers.authorization).toBeUndefined();
  expect(target.received[1]?.headers.authorization).toBe("Bearer header.payload.signature");
  expect(exchanges[0]?.request.body).toBe('{"email":"«redacted»","password":"«redacted»"}');
  expect(exchanges[2]?.request.body).toBe('{"password":"wrong"}');
  expect(exchanges[2]?.defects).toEqual([
    { where: "credentials", member: "email", what: "omitted" },
    { where: "credentials", member: "password", what: "replaced" },
  ]);
  expect(JSON.stringify(exchanges.map(({ request }) => request))).not.toMatch(/pass-w|a@b/);
  expect(unsent[0]?.reason).toContain("credentials.privateKey");
});

test("a token that is repeated is noticed, but not where the suite itself had put it into the address or the body", async () => {
  const repeat: NonNullable<Behaviour["before"]> = ({ url, headers, body }, response) => {
    if (!url.endsWith("/state") && !url.includes("/state?")) return false;
    json(response, { error: `no ${url} ${headers.authorization ?? ""} ${body.toString()}`, data: null }, 401);
    return true;
  };
  const target = await startTarget(service({ before: repeat }));
  const driver = await driverOf(environmentAt(target.baseUrl, { first: { token: "given-token-0" } }));
  const state = { op: "state", face: "v2", trace: traceId } as const;
  const { exchanges } = await driver.run(script(state, { ...state, token: "elsewhere" }));
  expect(exchanges.map(({ response }) => response?.echoedSecret)).toEqual(["token", undefined]);
  expect(target.received[1]?.url).toContain("given-token-0");
  // Neither body is ever written down.
  expect(exchanges.map(({ response }) => response?.withheld)).toEqual([true, true]);
});
