/* A run through all eighteen operations that takes the service's own choices as they come. */
import assert from "node:assert/strict";
import AdmZip from "adm-zip";
import type { Target } from "../stand-ins/lib/domain.ts";
import { isObject, isUuid, type Json, type JsonObject } from "../stand-ins/lib/json.ts";
import { Api, type Answer, type Page } from "./api.ts";
import { pause } from "./tools.ts";

const faces = ["v2", "legacy"] as const;

export function digestsOf(links: Json): string[] {
  const found = new Set<string>();
  const visit = (value: Json): void => {
    if (Array.isArray(value)) value.forEach(visit);
    else if (isObject(value)) {
      for (const [key, item] of Object.entries(value)) {
        if ((key === "digest" || key === "sha512") && typeof item === "string") found.add(item);
        else visit(item);
      }
    }
  };
  visit(links);
  return [...found];
}

function good(answer: Answer, path: string): Json {
  assert.equal(answer.status, 200, `${path}: ${answer.text}`);
  assert.match(answer.type, /^application\/json\b/i);
  assert.notEqual(answer.data, undefined, path);
  if (path === "v2") assert.deepEqual(Object.keys(answer.body as JsonObject).sort(), ["data", "error"]);
  return answer.data ?? null;
}

const uncursored = (link: Json): Json => (isObject(link) ? { ...link, cursor: null } : link);

/** Walks through all pages, forwards or backwards, and gives the links in the order of the trace. */
async function walk(api: Api, face: "v2" | "legacy", id: string, size: number, back: boolean): Promise<Json[]> {
  const links: Json[] = [];
  let cursor: string | undefined;
  for (let turn = 0; turn < 50; turn += 1) {
    const bound: JsonObject = cursor === undefined ? {} : { [back ? "before" : "after"]: cursor };
    const page: Page = await api.details(face, id, { [back ? "last" : "first"]: size, ...bound });
    assert.ok(page.links.length > 0 && page.links.length <= size);
    assert.equal(page.info[back ? "hasNext" : "hasPrevious"], turn > 0);
    if (back) links.unshift(...page.links);
    else links.push(...page.links);
    if (page.info[back ? "hasPrevious" : "hasNext"] !== true) return links.map(uncursored);
    const edge = page.links.at(back ? 0 : -1);
    cursor = String(page.info[back ? "startCursor" : "endCursor"] ?? edge?.["cursor"]);
  }
  throw new Error("the walk does not end");
}

interface Candidate {
  by: "id" | "name";
  workflow: number;
  filters: JsonObject;
}

/** The ways in which a service may want to be asked for the trace: by its state or by its data. */
function candidatesOf(state: JsonObject, data: JsonObject): Candidate[] {
  const plain = [...Object.entries(state), ...Object.entries(data)].filter(([, item]) => !isObject(item));
  return plain.flatMap(([key, value]) =>
    [key, `data.${key}`].flatMap((name) =>
      (["id", "name"] as const).map((by) => ({ by, workflow: 0, filters: { [name]: value } })),
    ),
  );
}

/** The traces found; none when the service does not want to be asked so. */
async function finds(api: Api, face: "v2" | "legacy", { by, workflow, filters }: Candidate): Promise<Json[]> {
  const which = encodeURIComponent(api.target.workflows[workflow]?.[by] ?? "");
  const answer = await api.post(face === "v2" ? `/v2/workflows/${which}/traces/search` : `/trace/search/${which}`, {
    filters,
  });
  assert.ok(answer.status < 500, answer.text);
  return answer.status === 200 && Array.isArray(answer.data) ? answer.data : [];
}

export async function smoke(target: Target): Promise<void> {
  const api = new Api(target);
  const { email, password, privateKey } = target.credentials;
  for (const [path, body] of [
    ["/v2/login/privateKey", { privateKey: privateKey ?? "" }],
    ["/v2/login/credential", { email, password }],
    ["/login/credential", { email, password }],
  ] as const) {
    const answer = await api.login(path, body);
    good(answer, path.startsWith("/v2") ? "v2" : "legacy");
    assert.match(api.token ?? "", /^[\w-]+\.[\w-]+\.[\w-]+$/);
    const wrong = await api.post(path, { ...body, [Object.keys(body).at(-1) ?? ""]: "wrong" });
    assert.ok(wrong.status >= 400 && wrong.status < 500);
  }

  const byBoth: Json[][] = [];
  for (const face of faces) {
    await api.login();
    const other = face === "v2" ? "legacy" : "v2";
    const marker = `marker-${face}`;
    const file = { name: "one.txt", data: `first file, ${face}\r\n` };
    const id = good(await api.create(face, { data: { marker, count: 1, deep: { a: [1, "x"] } }, files: [file] }), face);
    assert.ok(typeof id === "string" && isUuid(id));
    const second = { name: "two.bin", data: Buffer.from([0, 255, 13, 10, 128]) };
    const acted = good(await api.append(face, id, { data: { count: 2 }, files: [second] }), face);
    if (face === "v2") assert.ok(isUuid(String(acted)));
    else assert.deepEqual(isObject(acted) && acted["state"], await api.state("v2", id));
    for (let n = 3; n <= 5; n += 1) good(await api.append(n % 2 ? face : other, id, { data: { count: n } }), "");

    const state = await api.state(face, id);
    assert.ok(isObject(state) && Object.keys(state).length > 0);
    assert.deepEqual(await api.state(other, id), state);

    for (const by of faces) {
      good(await api.detailsAnswer(by, id), by);
      for (const size of [2, 3]) {
        const links = await walk(api, by, id, size, false);
        assert.equal(links.length, 5);
        assert.deepEqual(await walk(api, by, id, size, true), links);
        byBoth.push(links);
      }
      assert.equal((await api.details(by, id, { first: 2 })).totalCount, 5);
    }
    const digests = digestsOf(byBoth.at(-1) ?? []);
    assert.equal(digests.length, 2);
    const wanted = [file.data, second.data].map((data) => Buffer.from(data).toString("hex")).sort();
    const single = await Promise.all(digests.map((digest) => api.file(id, digest)));
    assert.deepEqual(single.map(({ bytes }) => bytes.toString("hex")).sort(), wanted);
    for (const by of faces) {
      const list = `files=${encodeURIComponent(JSON.stringify(digests))}`;
      const query = [...digests.map((digest) => `digests=${encodeURIComponent(digest)}`), list].join("&");
      const archive = await api.zip(by, id, query);
      assert.equal(archive.status, 200, archive.text);
      const files = new AdmZip(archive.bytes).getEntries().filter((entry) => !entry.isDirectory);
      const entries = files.map((entry) => entry.getData().toString("hex"));
      assert.deepEqual(entries.sort(), wanted);
      const unknown = query.replaceAll(encodeURIComponent(digests[0] ?? ""), "0000");
      assert.ok((await api.zip(by, id, unknown)).status >= 400);
    }

    const candidates = candidatesOf(state, { marker, count: 5 });
    for (const by of faces) {
      const found = async (): Promise<Candidate | undefined> => {
        for (const candidate of candidates) if ((await finds(api, by, candidate)).includes(id)) return candidate;
        return undefined;
      };
      let fitting = await found();
      for (let turn = 0; turn < 15 && fitting === undefined; turn += 1) {
        await pause(100);
        fitting = await found();
      }
      assert.ok(fitting, "no search finds the trace");
      assert.deepEqual(await finds(api, by, { ...fitting, workflow: 1 }), []);
    }

    const refused = await api.append(face, id, { data: { count: 99 }, key: "no-such-action" });
    assert.ok(refused.status >= 400 && refused.status < 500);
    assert.deepEqual(await api.state(face, id), state);
    const listed = await api.list(face);
    assert.equal(listed.status, 200);
    assert.deepEqual(
      (listed.body as JsonObject[]).map((item) => [item["workflowId"], item["workflowName"]]),
      target.workflows.map((workflow) => [workflow.id, workflow.name]),
    );
    api.token = undefined;
    assert.ok([401, 403].includes((await api.detailsAnswer(face, id)).status));
  }
  assert.deepEqual(byBoth[0], byBoth[2]);
}
