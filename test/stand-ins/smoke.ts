/*
 * node test/stand-ins/smoke.ts [NAME…]: goes through all operations of the stand-ins, knowing their choices,
 * then sends them rubbish.
 */
import assert from "node:assert/strict";
import AdmZip from "adm-zip";
import { standIns } from "./index.ts";
import { at, hints, type Hints } from "./smoke-hints.ts";
import { contains, isObject, isUuid, own, sameJson, type Json, type JsonObject } from "./lib/json.ts";
import type { Target } from "./lib/domain.ts";

async function smoke(name: string, target: Target, hint: Hints): Promise<void> {
  const base = target.baseUrl;
  const workflow = target.workflows[0];
  assert(workflow);
  const creating = workflow.actions.find((action) => action.creates);
  const other = workflow.actions.find((action) => !action.creates);
  assert(creating && other);
  let requests = 0;
  let token = "";

  const send = async (path: string, init: RequestInit = {}): Promise<Response> => {
    requests += 1;
    const headers = new Headers(init.headers);
    if (token !== "") headers.set("Authorization", `Bearer ${token}`);
    const response = await fetch(base + path, { ...init, headers, redirect: "manual" });
    if (response.status === 429) {
      assert(response.headers.get("retry-after"));
      await response.arrayBuffer();
      await new Promise((resolve) => setTimeout(resolve, 1000));
      return send(path, init);
    }
    assert(response.status < 500, `${path}: ${String(response.status)}`);
    return response;
  };
  const post = (path: string, body: Json): Promise<Response> =>
    send(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
  const payload = async (response: Response, wrapped: boolean): Promise<Json> => {
    const text = await response.text();
    assert.equal(response.status, 200, text);
    assert.match(response.headers.get("content-type") ?? "", /^application\/json/);
    const value = JSON.parse(text) as Json;
    if (!wrapped) return value;
    assert(isObject(value) && Object.keys(value).toSorted().join() === "data,error", text);
    return own(value, "data") ?? null;
  };
  const refused = async (response: Response): Promise<void> => {
    const text = await response.text();
    const inBand =
      response.status === 200 && isObject(JSON.parse(text) as Json) && at(JSON.parse(text), "data") === null;
    assert(inBand || (response.status >= 400 && response.status < 500), `${response.url} ${String(response.status)}`);
    assert(!/\bat .*:\d+:\d+/.test(text));
  };
  const form = (face: string, data: Json, action: { key: string; groupLabel: string }, files: File[]): FormData => {
    const body = new FormData();
    const fields = { actionKey: action.key, workflowId: workflow.id, groupLabel: action.groupLabel };
    if (face === "v2") {
      body.set("traceInput", JSON.stringify(data));
      for (const [key, value] of Object.entries(fields)) body.set(key, value);
    } else body.set("body", JSON.stringify({ data, ...fields }));
    files.forEach((file, n) => {
      body.append(`file-${String(n)}`, file);
    });
    return body;
  };
  const file = (title: string, text: string): File => new File([text], title, { type: "application/octet-stream" });

  // Login
  const { email, password, privateKey } = target.credentials;
  await refused(await post("/v2/login/credential", { email, password: "wrong" }));
  await refused(await post("/login/credential", { email }));
  const tokens = [
    await payload(await post("/v2/login/credential", { email, password }), true),
    await payload(await post("/login/credential", { email, password }), false),
    await payload(await post("/v2/login/privateKey", { privateKey: privateKey ?? "" }), true),
  ].map((value) => String(at(value, "token")));
  // Signed (RFC 7515) or encrypted (RFC 7516).
  for (const one of tokens) assert.match(one, /^[\w-]+(\.[\w-]*){2}(\.[\w-]+){0,2}$/);
  const bare = await send("/v2/organizations/any/workflows");
  assert.equal(bare.status, hint.noToken);
  await bare.arrayBuffer();
  token = tokens[2] ?? "";

  // Workflows
  const organization = encodeURIComponent(target.organization);
  const listed = await payload(await send(`/v2/organizations/${organization}/workflows`), false);
  assert(Array.isArray(listed) && listed.length >= target.workflows.length);
  assert(listed.some((item) => contains(item, { workflowId: workflow.id, workflowName: workflow.name })));
  assert(sameJson(listed, await payload(await send(`/workflow/orgName/${organization}`), false)));
  const unknown = await send("/workflow/orgName/nobody");
  if (hint.emptyOrganization) assert(sameJson(await payload(unknown, false), []));
  else await refused(unknown);

  const steady = (value: unknown): Json => (hint.steady?.(value as JsonObject) ?? value) as Json;
  const same = (a: unknown, b: unknown): boolean =>
    Array.isArray(a) && Array.isArray(b) ? sameJson(a.map(steady), b.map(steady)) : sameJson(steady(a), steady(b));

  for (const face of ["v2", "legacy"]) {
    const v2 = face === "v2";
    // Some tokens do not last longer.
    token = String(at(await payload(await post("/login/credential", { email, password }), false), "token"));
    const home = v2 ? "/v2/traces" : "/trace";
    const call = async (response: Promise<Response>): Promise<Json> => payload(await response, v2);
    const marker = `marker ${crypto.randomUUID()}`;
    const fields = hint.fields ?? ((mark: string): JsonObject => ({ mark }));
    const anyFields = (): JsonObject =>
      JSON.parse(
        `{"mark":${JSON.stringify(marker)},"n":1.5,"deep":{"a":[1,null,{"b":"ü 😀"}]},"no":false,"__proto__":{"x":1}}`,
      ) as JsonObject;
    const first = hint.fields ? hint.fields(marker) : anyFields();
    const odd = [file('ünï "q".bin', "two"), file("empty.dat", "")];
    const files = [file("report.txt", "one"), ...(hint.plainFiles ? [] : odd)];
    const id = await call(send(home, { method: "POST", body: form(face, first, creating, files) }));
    assert(typeof id === "string" && isUuid(id));
    const address = `${home}/${id}`;
    const action = `${address}/${v2 ? "action" : "link"}`;
    const state = async (): Promise<JsonObject> => at(await call(send(`${address}/state`)), "state") as JsonObject;
    const page = async (args: JsonObject): Promise<Json> => {
      const input = v2 ? undefined : hint.input(args);
      return call(
        post(`${address}/details`, v2 ? { error: hint.error, data: args } : input === undefined ? {} : { input }),
      );
    };
    const before = await state();

    // Actions, some at once
    const appended: Json[] = await Promise.all(
      [1, 2, 3, 4].map((n) =>
        call(
          send(action, {
            method: "POST",
            body: form(face, hint.fields?.(`step ${String(n)}`) ?? { step: n }, other, [
              file("note.txt", `${id} ${String(n)}`),
            ]),
          }),
        ),
      ),
    );
    for (const item of appended)
      assert(v2 ? typeof item === "string" && isUuid(item) : isObject(at(item, "state") as Json));
    const after = await state();
    assert(same(after, await state()));
    assert(!same(before, after));
    const seenOtherwise: string = v2 ? `/trace/${id}/state` : `/v2/traces/${id}/state`;
    assert(same(after, at(await payload(await send(seenOtherwise), !v2), "state")));

    // Links
    const whole = await page({ first: 5 });
    const links = at(whole, "links") as JsonObject[];
    assert.equal(at(whole, "totalCount"), 5);
    assert.equal(links.length, 5);
    assert(links.every(isObject));
    assert.equal(at(whole, "info", "hasNext"), false);
    assert.equal(at(whole, "info", "hasPrevious"), false);
    const origin = links[hint.newestFirst ? 4 : 0] ?? {};
    const told = hint.data(origin);
    if (told !== undefined) assert(sameJson(told as Json, first), JSON.stringify(told));
    const start = await page({ first: 2 });
    const cursor = at(start, "info", "endCursor");
    const goesOn = v2 || hint.input({ first: 2, after: "" }) !== undefined;
    if (goesOn && typeof cursor === "string" && at(start, "links", "length") === 2) {
      const walked = at(start, "links") as JsonObject[];
      for (let next: unknown = cursor; ;) {
        const more = await page({ first: 2, after: next as string });
        walked.push(...(at(more, "links") as JsonObject[]));
        assert.equal(at(more, "info", "hasPrevious"), true);
        if (at(more, "info", "hasNext") !== true) break;
        next = at(more, "info", "endCursor");
      }
      assert(same(walked, links));
      const backwards = { last: 2, before: at(whole, "info", "endCursor") as string };
      if (v2 || hint.input(backwards) !== undefined) {
        const back = await page(backwards);
        assert(same(at(back, "links"), links.slice(2, 4)), JSON.stringify(back));
      }
    }
    if (v2) {
      assert(same(at(await page({ last: 2 }), "links"), links.slice(3)));
      await refused(await post(`${address}/details`, { error: hint.error, data: { first: -1 } }));
      await refused(await post(`${address}/details`, { error: hint.error, data: { first: "x" } }));
      await refused(await post(`${address}/details`, { error: hint.error, data: { after: "nonsense" } }));
    }

    // Files
    const digest = hint.digest(origin, after);
    assert(typeof digest === "string", JSON.stringify(origin));
    const single = await send(`/v2/traces/${id}/file/${encodeURIComponent(digest)}`);
    assert.equal(single.status, 200);
    assert.equal(await single.text(), "one");
    await refused(await send(`/v2/traces/${id}/file/nonsense`));
    const packed = await send(`${address}/files?${hint.filesQuery(face, [digest])}`);
    assert.equal(packed.status, 200);
    const entries = new AdmZip(Buffer.from(await packed.arrayBuffer()))
      .getEntries()
      .filter((entry) => !entry.isDirectory);
    assert.equal(entries.length, 1);
    assert.equal(entries[0]?.getData().toString(), "one");
    await refused(await send(`${address}/files?${hint.filesQuery(face, [digest, "nonsense"])}`));

    // Search
    const lonely = await call(send(home, { method: "POST", body: form(face, fields(marker), creating, []) }));
    const route = (which: string): string =>
      v2 ? `/v2/workflows/${encodeURIComponent(which)}/traces/search` : `/trace/search/${encodeURIComponent(which)}`;
    const searchIn = route(v2 && hint.searchBy === "name" ? workflow.name : workflow.id);
    const its = at(await call(send(`${home}/${String(lonely)}/state`)), "state") as JsonObject;
    const filters = (mark: string): JsonObject => hint.filters("mark", mark, creating.key, its);
    let found: Json = [];
    for (const end = Date.now() + (hint.lagMs ?? 2000); !(found as Json[]).includes(lonely) && Date.now() < end;) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      const answer = await post(searchIn, { filters: filters(marker) });
      // A field that no search can know yet may be refused.
      if (answer.status === 200) found = await payload(answer, v2);
      else await refused(answer);
    }
    assert((found as Json[]).includes(lonely), JSON.stringify(found));
    assert(sameJson(await call(post(searchIn, { filters: filters("no such") })), []));
    await refused(await post(searchIn, { filters: [1] }));
    await refused(await post(searchIn, {}));
    const nowhere = await post(route("no such workflow"), { filters: filters(marker) });
    if (hint.emptyWorkflow) assert(sameJson(await payload(nowhere, v2), []));
    else await refused(nowhere);

    // Refusals leave no mark
    const untouched = JSON.stringify([steady(await state()), at(await page({ first: 2 }), "totalCount")]);
    const strange: (FormData | string)[] = [
      "--x\r\nnonsense",
      form(face, "text", other, []),
      form(face, [1], other, []),
      form(face, { a: 1 }, { key: "no such", groupLabel: other.groupLabel }, []),
      form(face, JSON.parse(`${'{"a":'.repeat(900)}1${"}".repeat(900)}`) as Json, other, []),
    ];
    for (const body of strange) {
      const headers: Record<string, string> =
        typeof body === "string" ? { "Content-Type": "multipart/form-data; boundary=x" } : {};
      await refused(await send(action, { method: "POST", body, headers }));
    }
    const endless = form(face, {}, other, []);
    if (v2) endless.set("traceInput", '{"a":1e999}');
    else endless.set("body", '{"data":{"a":1e999}}');
    await refused(await send(action, { method: "POST", body: endless }));
    await refused(await send(action, { method: "POST" }));
    await refused(await post(action, {}));
    await refused(await send(`${address}/details`, { method: "POST", body: "{" }));
    await refused(await send(`${address}/details`, { method: "POST", body: "[[".repeat(100_000) }));
    assert.equal(JSON.stringify([steady(await state()), at(await page({ first: 2 }), "totalCount")]), untouched);
    for (const wrong of ["nonsense", crypto.randomUUID(), "%zz", "%00"]) {
      await refused(await send(`${home}/${wrong}/state`));
      await refused(await send(`${home}/${wrong}/files?${hint.filesQuery(face, ["x"])}`));
    }
    await refused(await send(`${home}/nowhere/nothing/more`));
    if (target.secondUser) {
      const { email: mail, password: secret, sharesOrganization } = target.secondUser;
      const mine = token;
      token = String(
        at(await payload(await post("/login/credential", { email: mail, password: secret }), false), "token"),
      );
      const seen = await send(`${address}/state`);
      if (sharesOrganization) await payload(seen, v2);
      else await refused(seen);
      token = mine;
    }
  }
  const broken = token;
  token = `${token.slice(0, -6)}AAAAAA`;
  const turned = await send("/trace/nothing/state");
  assert(turned.status >= 300 && turned.status < 500);
  token = broken;

  // Many at once
  token = String(at(await payload(await post("/login/credential", { email, password }), false), "token"));
  const crowd = Array.from({ length: 60 }, async (_, n) => {
    const body = form("v2", hint.fields?.("x".repeat(n)) ?? { n, text: "x".repeat(n * 10) }, creating, [
      file(`f${String(n)}.txt`, `file ${String(n)}`),
    ]);
    const id = await payload(await send("/v2/traces", { method: "POST", body }), true);
    const state = at(await payload(await send(`/trace/${String(id)}/state`), false), "state");
    assert(isObject(state as Json));
    return id;
  });
  assert.equal(new Set(await Promise.all(crowd)).size, 60);
  process.stdout.write(`${name}: fine, ${String(requests)} requests\n`);
}

const names = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(standIns);
for (const name of names) {
  const hint = hints[name];
  const running = await standIns[name]?.();
  assert(hint && running, name);
  try {
    await smoke(name, running.target, hint);
  } finally {
    await running.close();
  }
}
