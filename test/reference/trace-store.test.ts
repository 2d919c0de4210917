/** What keeps traces, in memory and in a database: the same questions get the same answers. */
import { createHash, randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../reference/core/json.ts";
import type { LinkRecord, ReceivedFile, TraceRecord, TraceWrite } from "../../reference/core/records.ts";
import { noProgress } from "../../reference/policy/process.ts";
import { openStorage } from "../../reference/storage/open-storage.ts";
import type { StorageOptions } from "../../reference/storage/storage.ts";
import type { TraceStore } from "../../reference/storage/trace-store.ts";
import { sharedDatabase } from "../lib/reference.ts";

const forms: Record<string, () => Promise<StorageOptions>> = {
  "in memory": () => Promise.resolve({}),
  "in a database": async () => ({ sharedDatabase: await sharedDatabase() }),
};

const now = new Date("2026-03-01T10:20:30.456Z");
const all = { after: null, before: null, first: null, last: null };

function creation(data: JsonObject, files: readonly ReceivedFile[] = [], traceId = randomUUID()): TraceWrite {
  const trace: TraceRecord = {
    ...{ traceId, organization: "acme", workflowId: "1", data, linkCount: 1, progress: noProgress },
    ...{ createdAt: now, updatedAt: now },
  };
  return { trace, link: linkOf(trace, data), files, searchDocument: data };
}

function linkOf({ traceId, workflowId, linkCount }: TraceRecord, data: JsonObject): LinkRecord {
  return {
    ...{ linkId: randomUUID(), traceId, workflowId, position: linkCount, data, files: [] },
    ...{ actionKey: "open", groupLabel: "clerks", createdAt: now, createdBy: "ada" },
  };
}

/** The next action of a trace. */
function next(before: TraceRecord, data: JsonObject, files: readonly ReceivedFile[] = []): TraceWrite {
  const trace = { ...before, data: { ...before.data, ...data }, linkCount: before.linkCount + 1 };
  return { trace, link: linkOf(trace, data), files, searchDocument: trace.data };
}

function file(text: string, partName = "f"): ReceivedFile {
  const inline = Buffer.from(text);
  const digest = createHash("sha256").update(inline).digest("hex");
  return {
    ...{ partName, fileName: `${text}.txt`, contentType: "text/plain", size: inline.length },
    ...{ digest, blobId: randomUUID(), inline },
  };
}

const positions = async (store: TraceStore, traceId: string, window: object): Promise<unknown> =>
  (await store.links(traceId, { ...all, ...window }))?.links.map(({ position }) => position);

describe.each(Object.entries(forms))("%s", (_, options) => {
  async function opened(): Promise<TraceStore> {
    const storage = await openStorage(await options());
    return storage.traces;
  }

  async function created(store: TraceStore, data: JsonObject = {}, files: readonly ReceivedFile[] = []) {
    const write = creation(data, files);
    await store.create(write);
    return write.trace.traceId;
  }

  test("a trace, its links and its files come back as they were written", async () => {
    const store = await opened();
    const [one, other] = [file("one"), file("other", "g")];
    const write = creation({ name: "Zoë 😀", list: [1, 0.5, null, true, { deep: "x" }] }, [one, other]);
    await store.create(write);
    const { traceId } = write.trace;
    expect(await store.trace(traceId)).toEqual(write.trace);
    const records = [one, other].map(({ blobId: _blobId, inline: _inline, ...record }) => record);
    expect(await store.links(traceId, all)).toEqual({ trace: write.trace, links: [{ ...write.link, files: records }] });
    expect((await store.files(traceId, [other.digest, "none"]))?.files).toEqual([records[1]]);
    const bytes = await Array.fromAsync(store.contents.read(one));
    expect(Buffer.concat(bytes).toString()).toBe("one");
    expect(await store.trace(randomUUID())).toBeUndefined();
    expect(await store.links(randomUUID(), all)).toBeUndefined();
    expect(await store.files(randomUUID(), [])).toBeUndefined();
    expect(await store.append(randomUUID(), (before) => next(before, {}))).toBeUndefined();
  });

  test("what is handed out or in can be changed without any harm to what is kept", async () => {
    const store = await opened();
    const data = { list: ["a"] };
    const write = creation(data);
    await store.create(write);
    data.list.push("b");
    ((await store.trace(write.trace.traceId))?.data as typeof data).list.push("c");
    ((await store.links(write.trace.traceId, all))?.links[0]?.data as typeof data).list.push("d");
    expect((await store.trace(write.trace.traceId))?.data).toEqual({ list: ["a"] });
    expect((await store.links(write.trace.traceId, all))?.links[0]?.data).toEqual({ list: ["a"] });
    expect(await store.search(asked(["list"], ["a"]))).toEqual([write.trace.traceId]);
  });

  test("appends at the same time follow each other, and one that is refused leaves nothing", async () => {
    const store = await opened();
    const traceId = await created(store);
    const append = (n: number) =>
      store.append(traceId, (before) => {
        if (n % 5 === 0) throw new RangeError(`not ${String(n)}`);
        return Promise.resolve(next(before, { [`k${String(n)}`]: n }, [file(String(n))]));
      });
    const outcomes = await Promise.allSettled(Array.from({ length: 12 }, (_entry, n) => append(n)));
    expect(outcomes.filter(({ status }) => status === "rejected")).toHaveLength(3);
    const found = await store.links(traceId, all);
    expect(found?.links.map(({ position }) => position)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(Object.keys(found?.trace.data ?? {})).toHaveLength(9);
    expect((await store.files(traceId, [file("5").digest]))?.files).toEqual([]);
  });

  test("a page is what lies within its bounds", async () => {
    const store = await opened();
    const traceId = await created(store);
    for (let n = 2; n <= 6; n++) await store.append(traceId, (before) => next(before, { n }));
    const cases: [object, number[]][] = [
      [{ first: 2 }, [1, 2]],
      [{ last: 2 }, [5, 6]],
      [{ after: 2, first: 3 }, [3, 4, 5]],
      [{ before: 4, last: 2 }, [2, 3]],
      [{ before: 3 }, [1, 2]],
      [{ after: 6 }, []],
      [{ before: 1 }, []],
      [{ first: 99 }, [1, 2, 3, 4, 5, 6]],
    ];
    for (const [window, expected] of cases) expect(await positions(store, traceId, window)).toEqual(expected);
  });

  const asked = (path: readonly string[], value: JsonObject[string], workflowId = "1") => ({
    ...{ organization: "acme", workflowId },
    conditions: [{ paths: [path], value }],
  });

  test("a search finds values that are equal as JSON, and nothing else", async () => {
    const store = await opened();
    const data = { n: 1, zero: 0, flag: true, none: null, deep: { a: 1, b: [2, { c: "x" }] }, "a.b": "dot" };
    const traceId = await created(store, data);
    const second = await created(store, { n: "1" });
    const found = [
      asked(["n"], 1),
      asked(["zero"], -0),
      asked(["flag"], true),
      asked(["none"], null),
      asked(["deep"], { b: [2, { c: "x" }], a: 1 }),
      asked(["deep", "b"], [2, { c: "x" }]),
      asked(["a.b"], "dot"),
    ];
    for (const query of found) expect(await store.search(query), JSON.stringify(query)).toEqual([traceId]);
    const missed = [
      asked(["n"], true),
      asked(["n"], 1, "2"),
      asked(["flag"], 1),
      asked(["missing"], null),
      asked(["deep"], { a: 1 }),
      asked(["deep", "b"], [2]),
      asked(["deep", "b", "0"], 2),
      asked(["a", "b"], "dot"),
    ];
    for (const query of missed) expect(await store.search(query), JSON.stringify(query)).toEqual([]);
    expect(await store.search({ ...asked([], null), conditions: [] })).toEqual([traceId, second]);
    const either = [["missing"], ["n"]];
    expect(await store.search({ ...asked([], null), conditions: [{ paths: either, value: "1" }] })).toEqual([second]);
  });

  test("what search sees can come later than the action", async () => {
    const store = await opened();
    const write = { ...creation({ a: 1 }), searchDocument: null };
    await store.create(write);
    expect(await store.search({ ...asked([], null), conditions: [] })).toEqual([]);
    await store.index(write.trace.traceId, { a: 2 });
    expect(await store.search(asked(["a"], 2))).toEqual([write.trace.traceId]);
    expect(await store.documents(asked([], null))).toEqual([{ traceId: write.trace.traceId, document: { a: 2 } }]);
  });

  test("a trace can be kept otherwise than its actions say", async () => {
    const store = await opened();
    const attached = file("kept");
    const traceId = await created(store, { a: 1 }, [attached]);
    await store.append(traceId, (before) => next(before, { b: 2 }));
    await store.amend(traceId, ({ trace, links }) => ({
      trace: { ...trace, data: { c: 3 } },
      links: links.map((link) => ({ ...link, actionKey: "changed" })),
    }));
    const found = await store.links(traceId, all);
    expect(found?.trace).toMatchObject({ data: { c: 3 }, linkCount: 2, createdAt: now, updatedAt: now });
    expect(found?.links.map(({ actionKey, data }) => [actionKey, data])).toEqual([
      ["changed", { a: 1 }],
      ["changed", { b: 2 }],
    ]);
    expect((await store.files(traceId, [attached.digest]))?.files).toHaveLength(1);
    await store.amend(traceId, ({ trace, links }) => ({
      trace: { ...trace, linkCount: 1 },
      links: links.slice(0, 1),
    }));
    expect(await positions(store, traceId, {})).toEqual([1]);
    await store.append(traceId, (before) => next(before, {}));
    expect(await positions(store, traceId, {})).toEqual([1, 2]);
    await store.amend(randomUUID(), () => ({ links: [] }));
  });

  test("chunks of an upload are there once its action is, and gone when it came to nothing", async () => {
    const store = await opened();
    const [kept, dropped] = [randomUUID(), randomUUID()];
    for (const blobId of [kept, dropped])
      for (const [position, text] of ["ab", "cd"].entries())
        await store.contents.stage(blobId, position, Buffer.from(text));
    await store.contents.discard([dropped]);
    const { inline: _, ...record } = { ...file("abcd"), digest: randomUUID() };
    await created(store, {}, [{ ...record, blobId: kept, inline: undefined }]);
    expect(Buffer.concat(await Array.fromAsync(store.contents.read(record))).toString()).toBe("abcd");
    const reading = Array.fromAsync(store.contents.read({ digest: record.digest, size: 5 }));
    await expect(reading).rejects.toThrow(/content/);
  });
});
