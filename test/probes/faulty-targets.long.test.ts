/** Targets that are faulty in ways the reference has no fault for: the reading is what most of the plain use shows. */
import { describe, expect, it } from "vitest";
import { observe } from "../../probes/index.ts";
import type { Exchange } from "../../spec/vocabulary/history.ts";
import { isJsonObject, type Json } from "../../spec/json.ts";
import { readingOf, type Profile } from "../../spec/vocabulary/profile.ts";
import { faultyDriver, mapMembers, withJson, withStatus } from "./lib/faulty-driver.ts";
import { startReference } from "./lib/targets.ts";

async function underFault(
  fault: (exchange: Exchange) => Exchange,
  variants: string[] = [],
): Promise<{ profile: Profile; sent: number }> {
  const target = await startReference({ variants });
  const { profile, histories } = await observe(faultyDriver(target.driver, fault));
  await target.close();
  return { profile, sent: histories.flatMap(({ exchanges }) => exchanges).length };
}

const garbled = (exchange: Exchange) =>
  withJson(exchange, (value) => mapMembers(value, "data", () => ({ garbage: 1 })));

describe("a target that answers wrongly", () => {
  it("with garbage in legacy links, broken legacy archives and a v2 search that finds nothing is read by the other face", async () => {
    const { profile } = await underFault((exchange) => {
      if (exchange.operationId === "legacyTraceDetails") return garbled(exchange);
      if (exchange.operationId === "legacyDownloadFiles") return withStatus(exchange, 500);
      if (exchange.operationId === "v2SearchTraces") return withJson(exchange, () => ({ error: null, data: [] }));
      return exchange;
    });
    expect(readingOf(profile, "link-data")).toMatchObject({ path: ["data"], exact: true });
    expect(readingOf(profile, "link-order")).toEqual({ order: "oldest-first" });
    expect(readingOf(profile, "digest-list-query")).toEqual({ name: "digests", style: "repeat" });
    expect(readingOf(profile, "search-keys")).toMatchObject({ path: [], text: "exact", inner: "dotted" });
    expect(readingOf(profile, "search-workflow-key")).toEqual({ v2: "id", legacy: "id" });
  });

  it("with garbage in every legacy state and broken single files is read by its v2 states and the digests that it shows", async () => {
    const { profile } = await underFault((exchange) => {
      if (exchange.operationId === "legacyTraceState" || exchange.operationId === "legacyAppendAction")
        return garbled(exchange);
      return exchange.intent.kind === "file" ? withStatus(exchange, 500) : exchange;
    });
    expect(readingOf(profile, "state-data")).toMatchObject({ path: ["data"], fold: "shallow-merge", exact: true });
    expect(readingOf(profile, "digest-location")).toEqual({ where: "links", path: ["files", "*", "digest"] });
    expect(readingOf(profile, "digest-algorithm")).toMatchObject({ algorithm: "sha256" });
    expect(readingOf(profile, "digest-list-query")).toEqual({ name: "digests", style: "repeat" });
  });

  it("with numbers turned into texts still shows its data, and shows them wrongly", async () => {
    const { profile } = await underFault((exchange) =>
      withJson(exchange, (value) => mapMembers(value, "count", String)),
    );
    expect(readingOf(profile, "link-data")?.path).toEqual(["data"]);
    expect(readingOf(profile, "state-data")).toMatchObject({ path: ["data"], fold: "shallow-merge" });
  });

  it("that shows a digest by which it serves nothing among its hashes is read by the hashes", async () => {
    let first: Json | undefined;
    const { profile } = await underFault((exchange) =>
      withJson(exchange, (value) =>
        mapMembers(value, "digest", (digest) => {
          first ??= digest;
          return digest === first ? "none-of-the-kind" : digest;
        }),
      ),
    );
    expect(readingOf(profile, "digest-algorithm")).toMatchObject({ algorithm: "sha256" });
  });

  it("that gives one link more than asked for honours the size, wrongly", async () => {
    const { profile } = await underFault((exchange) => {
      const { intent } = exchange;
      if (intent.kind !== "details" || intent.page.first !== 2) return exchange;
      return withJson(exchange, (value) =>
        mapMembers(value, "links", (links) => [...(links as readonly unknown[]), { extra: 1 }] as never),
      );
    });
    expect(readingOf(profile, "page-combinations")).toMatchObject({ first: "honoured", "first-after": "honoured" });
    expect(readingOf(profile, "legacy-details-input")?.form).toBe("arguments");
    expect(readingOf(profile, "page-size")).toMatchObject({ default: null, cap: null });
  });

  it("whose first cursor-bound page is the first page again honours the cursor, wrongly", async () => {
    let firstPage: Exchange | undefined;
    const { profile } = await underFault((exchange) => {
      const { intent } = exchange;
      if (intent.kind !== "details" || intent.page.first !== 2) return exchange;
      if (intent.page.after === undefined) firstPage ??= exchange;
      return intent.page.after !== undefined && firstPage?.response
        ? { ...exchange, response: firstPage.response }
        : exchange;
    });
    expect(readingOf(profile, "page-combinations")).toMatchObject({ "first-after": "honoured" });
  });

  it.each([[], ["digest-algorithm/opaque"]])(
    "that serves the latest files alone is read by these %s",
    async (...variants) => {
      const latest = new Map<string, readonly string[]>();
      const { profile } = await underFault((exchange) => {
        const { intent, response } = exchange;
        const { value } = response?.json ?? {};
        const created = intent.kind === "create" ? (isJsonObject(value) ? value["data"] : value) : undefined;
        const trace = typeof created === "string" ? created : "traceId" in intent ? intent.traceId : "";
        if ((intent.kind === "create" || intent.kind === "act") && intent.files.length > 0)
          latest.set(
            trace,
            intent.files.map(({ sha256 }) => sha256),
          );
        const isGone = intent.kind === "file" && latest.get(trace)?.includes(response?.sha256 ?? "") !== true;
        return isGone ? withStatus(exchange, 404) : exchange;
      }, variants);
      expect(readingOf(profile, "digest-location")).toMatchObject({ where: "links" });
    },
  );

  it("that answers nothing but errors leads to no reading, within bounds", async () => {
    const { profile, sent } = await underFault((exchange) => withStatus(exchange, 500));
    expect(readingOf(profile, "state-data")).toBeUndefined();
    expect(readingOf(profile, "digest-location")).toBeUndefined();
    expect(profile.readings["state-data"]?.evidence).not.toBe("");
    expect(sent).toBeLessThan(250);
  });
});

describe("an interrupted run", () => {
  it("ends with what was found until then", async () => {
    const target = await startReference();
    const stop = new AbortController();
    const driver = faultyDriver(target.driver, (exchange) => {
      if (exchange.intent.kind === "details") stop.abort();
      return exchange;
    });
    const { profile, histories } = await observe(driver, { signal: stop.signal });
    await target.close();
    expect(histories.length).toBeGreaterThan(0);
    expect(readingOf(profile, "action-gating")).toBeDefined();
    expect(profile.readings["digest-list-query"]).toBeUndefined();
  });
});
