import { describe, expect, test } from "vitest";
import { formatByName } from "../../../reports/index.ts";
import { failingResults } from "../samples.ts";
import { testColours } from "./colours.ts";

testColours("har", "says neither");

describe("har", () => {
  test("holds each exchange of the failures once", () => {
    const { log } = JSON.parse(formatByName("har").render(failingResults())) as {
      log: { entries: { request: { url: string } }[] };
    };
    expect(log.entries.length).toBe(16);
    for (const entry of log.entries) expect(entry.request.url).toMatch(/^https:\/\/traces\.preprod\.example\//);
  });
});
