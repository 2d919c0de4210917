/*
 * node test/stand-ins/smoke.ts [NAME…]: goes through all operations of the stand-ins, knowing their choices,
 * then sends them rubbish.
 */
import assert from "node:assert/strict";
import AdmZip from "adm-zip";
import { standIns } from "./index.ts";
import { contains, isObject, isUuid, own, sameJson, type Json, type JsonObject } from "./lib/json.ts";
import type { Target } from "./lib/domain.ts";

interface Hints {
  error: Json;
  input: (page: JsonObject) => Json;
  filesQuery: (face: string, digests: string[]) => string;
  /** The digest of the file named report.txt, in a link or in the state. */
  digest: (link: JsonObject, state: JsonObject) => unknown;
  /** Filters finding the marker, which is in the data of the first action. */
  filters: (key: string, marker: string, action: string) => JsonObject;
  searchBy: "id" | "name";
  /** The data of the action as the link tells it; undefined when it does not. */
  data: (link: JsonObject) => unknown;
  noToken: number;
  newestFirst?: boolean;
}

const at = (value: unknown, ...path: (string | number)[]): unknown =>
  path.reduce<unknown>((item, key) => (item as Record<string, unknown> | undefined)?.[key], value);

const list = (name: string) => (digests: string[], mark: string) => `${name}=${encodeURIComponent(digests.join(mark))}`;
const repeat = (name: string, digests: string[]): string =>
  digests.map((digest, n) => `${name.replace("#", String(n))}=${encodeURIComponent(digest)}`).join("&");

const hints: Record<string, Hints> = {
  ledger: {
    error: null,
    input: (page) => page,
    filesQuery: (_, digests) => list("digest")(digests, ","),
    digest: (link) => at(link, "attachments", 0, "hash"),
    filters: (key, marker, action) => ({ [action]: { [key]: marker } }),
    searchBy: "name",
    data: (link) => at(link, "payload", "formData"),
    noToken: 401,
  },
  courier: {
    error: "whatever",
    input: (data) => ({ data }),
    filesQuery: (face, digests) => repeat(face === "v2" ? "digests[]" : "digest", digests),
    digest: (link) => at(link, "meta", "files", "report.txt", "digest"),
    filters: (key, marker) => ({ [key]: marker }),
    searchBy: "id",
    data: (link) => JSON.parse(String(link["body"])) as unknown,
    noToken: 403,
    newestFirst: true,
  },
  archive: {
    error: "",
    input: (page) => JSON.stringify(page),
    filesQuery: (_, digests) => `files=${encodeURIComponent(JSON.stringify(digests))}`,
    digest: (_, state) => at(state, "files", 0, "id"),
    filters: (key, marker) => ({ [`data.${key}`]: marker }),
    searchBy: "name",
    data: (link) => link["data"],
    noToken: 404,
  },
  counter: {
    error: {},
    input: (page) => ({ page }),
    filesQuery: (_, digests) => list("ids")(digests, "|"),
    digest: (link) => at(link, "files", 0),
    filters: (key, marker) => ({ [key]: marker }),
    searchBy: "name",
    data: () => undefined,
    noToken: 401,
    newestFirst: true,
  },
  notary: {
    error: 17,
    input: (page) => page,
    filesQuery: (_, digests) => repeat("digests", digests),
    digest: (link) =>
      Object.entries(link["evidence"] ?? {}).find(([, item]) => at(item, 0, "title") === "report.txt")?.[0],
    filters: (key, marker) => ({ [key]: marker }),
    searchBy: "id",
    data: (link) => JSON.parse(Buffer.from(String(link["content"]), "base64").toString()) as unknown,
    noToken: 400,
  },
  bazaar: {
    error: false,
    input: () => "ignored",
    filesQuery: (_, digests) => repeat("hashes[#]", digests),
    digest: (link) => at(link, "$link", "files", 0),
    filters: (key, marker) => ({ [key]: marker }),
    searchBy: "name",
    data: (link) => Object.fromEntries(Object.entries(link).filter(([key]) => key !== "$link")),
    noToken: 302,
    newestFirst: true,
  },
};

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
  for (const one of tokens) assert.match(one, /^[\w-]+\.[\w-]+\.[\w-]+$/);
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
  await refused(await send("/workflow/orgName/nobody"));

  for (const face of ["v2", "legacy"]) {
    const v2 = face === "v2";
    const home = v2 ? "/v2/traces" : "/trace";
    const call = async (response: Promise<Response>): Promise<Json> => payload(await response, v2);
    const marker = `marker ${crypto.randomUUID()}`;
    const first: JsonObject = JSON.parse(
      `{"mark":${JSON.stringify(marker)},"n":1.5,"deep":{"a":[1,null,{"b":"ü 😀"}]},"no":false,"__proto__":{"x":1}}`,
    ) as JsonObject;
    const files = [file("report.txt", "one"), file('ünï "q".bin', "two"), file("empty.dat", "")];
    const id = await call(send(home, { method: "POST", body: form(face, first, creating, files) }));
    assert(typeof id === "string" && isUuid(id));
    const address = `${home}/${id}`;
    const action = `${address}/${v2 ? "action" : "link"}`;
    const state = async (): Promise<JsonObject> => at(await call(send(`${address}/state`)), "state") as JsonObject;
    const page = async (args: JsonObject): Promise<Json> =>
      call(post(`${address}/details`, v2 ? { error: hint.error, data: args } : { input: hint.input(args) }));
    const before = await state();

    // Actions, some at once
    const appended: Json[] = await Promise.all(
      [1, 2, 3, 4].map((n) =>
        call(
          send(action, {
            method: "POST",
            body: form(face, { step: n }, other, [file("note.txt", `${id} ${String(n)}`)]),
          }),
        ),
      ),
    );
    for (const item of appended)
      assert(v2 ? typeof item === "string" && isUuid(item) : isObject(at(item, "state") as Json));
    const after = await state();
    assert(sameJson(after, await state()));
    assert(!sameJson(before, after));
    const seenOtherwise: string = v2 ? `/trace/${id}/state` : `/v2/traces/${id}/state`;
    assert(sameJson(after, at(await payload(await send(seenOtherwise), !v2), "state") as Json));

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
    if (typeof cursor === "string" && at(start, "links", "length") === 2) {
      const walked = at(start, "links") as JsonObject[];
      for (let next: unknown = cursor; ;) {
        const more = await page({ first: 2, after: next as string });
        walked.push(...(at(more, "links") as JsonObject[]));
        assert.equal(at(more, "info", "hasPrevious"), true);
        if (at(more, "info", "hasNext") !== true) break;
        next = at(more, "info", "endCursor");
      }
      assert(sameJson(walked, links));
      const back = await page({ last: 2, before: at(whole, "info", "endCursor") as string });
      assert(sameJson(at(back, "links") as Json, links.slice(2, 4)), JSON.stringify(back));
    }
    if (v2) {
      assert(sameJson(at(await page({ last: 2 }), "links") as Json, links.slice(3)));
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
    const lonely = await call(send(home, { method: "POST", body: form(face, { mark: marker }, creating, []) }));
    const route = (which: string): string =>
      v2 ? `/v2/workflows/${encodeURIComponent(which)}/traces/search` : `/trace/search/${encodeURIComponent(which)}`;
    const searchIn = route(v2 && hint.searchBy === "name" ? workflow.name : workflow.id);
    let found: Json = [];
    for (let tries = 0; tries < 20 && !(found as Json[]).includes(lonely); tries += 1) {
      if (tries > 0) await new Promise((resolve) => setTimeout(resolve, 100));
      found = await call(post(searchIn, { filters: hint.filters("mark", marker, creating.key) }));
    }
    assert((found as Json[]).includes(lonely), JSON.stringify(found));
    assert(sameJson(await call(post(searchIn, { filters: hint.filters("mark", "no such", creating.key) })), []));
    await refused(await post(searchIn, { filters: [1] }));
    await refused(await post(searchIn, {}));
    await refused(await post(route("no such workflow"), { filters: { a: "b" } }));

    // Refusals leave no mark
    const untouched = JSON.stringify([await state(), at(await page({}), "totalCount")]);
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
    assert.equal(JSON.stringify([await state(), at(await page({}), "totalCount")]), untouched);
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
  const crowd = Array.from({ length: 60 }, async (_, n) => {
    const body = form("v2", { n, text: "x".repeat(n * 10) }, creating, [
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
