/** Digests that links show beyond the files that were sent. */
import { hash } from "node:crypto";
import { expect, test } from "vitest";
import { madeFiles } from "../../../probes/index.ts";
import type { Json } from "../../../spec/json.ts";
import type { Exchange, History } from "../../../spec/vocabulary/history.ts";
import type { Profile } from "../../../spec/vocabulary/profile.ts";

const traceId = "0b7e9d0c-0000-4000-8000-000000000001";
const bytes = Buffer.from("sent");
const sent = { partName: "a", fileName: "a", contentType: "", size: 4, sha256: hash("sha256", bytes), bytes };
const made = hash("sha256", "made by the service");

function exchange(index: number, intent: object, value: Json): Exchange {
  const operationId = index === 0 ? "v2CreateTrace" : "v2TraceDetails";
  const response = { status: 200, json: { value: { error: null, data: value } } };
  const common = { index, step: String(index), face: "v2", actor: "first", defects: [], traits: [] };
  return { ...common, operationId, intent, response, sentAtMs: index, receivedAtMs: index } as unknown as Exchange;
}

function seen(digests: readonly string[], algorithm = "sha256") {
  const create = { kind: "create", workflow: 0, actionKey: "open", groupLabel: "all", data: {}, files: [sent] };
  const links = [{ files: digests.map((digest) => ({ digest })) }];
  const page = { links, totalCount: 1, info: { hasNext: false, hasPrevious: false } };
  const exchanges = [exchange(0, create, traceId), exchange(1, { kind: "details", traceId, page: {} }, page)];
  const history: History = { script: { id: "s", title: "", steps: [] }, exchanges, unsent: [] };
  const location = { where: "links", path: ["files", "*", "digest"] } as const;
  const readings = {
    "digest-location": { value: location, evidence: "by hand" },
    "digest-algorithm": { value: { algorithm, encoding: "hex", prefix: "" }, evidence: "by hand" },
  } as const;
  return madeFiles(history, { readings } satisfies Profile).flatMap((one) => one.digests);
}

test("files that were sent are none of the service's making", () => {
  expect(seen([sent.sha256])).toEqual([]);
});

test("a digest more than files were sent is that of one which the service made", () => {
  expect(seen([sent.sha256, made])).toEqual([made]);
});

test("where digests do not follow from the content, all of them are asked for", () => {
  expect(seen(["file-1", "file-2"], "opaque")).toEqual(["file-1", "file-2"]);
});

test("what stands beside digests and is none, such as names of files, is not asked for", () => {
  expect(seen([sent.sha256, "note.txt"])).toEqual([]);
  expect(seen([sent.sha256, "note.txt", made])).toEqual([made]);
});
