import { describe, expect, test } from "vitest";
import { formatByName } from "../../../reports/index.ts";
import { failingResults, hostileResults, previousResults } from "../samples.ts";
import { testColours } from "./colours.ts";

testColours("markdown", (text) => (text.startsWith("## ✅") ? "green" : text.startsWith("## ❌") ? "red" : "open"));

describe("markdown", () => {
  test("target text makes no markup", () => {
    const text = formatByName("markdown").render(hostileResults());
    const outside = text.replace(/(`{3,}).*?\n[\s\S]*?\n\s*\1/g, "");
    expect(outside).not.toMatch(/<script|<img|<svg|\]\(javascript|(^|[^\w])@everyone/);
    expect(text.length).toBeLessThan(1_000_000);
  });
  test("names what is newly broken", () => {
    const text = formatByName("markdown").render(failingResults(), { previous: previousResults() });
    expect(text).toMatch(/newly broken: AUTH-04/);
    expect(text).toMatch(/mended: STATE-05/);
    expect(text).toMatch(/no longer judged: .*EQUIV-04/);
  });
});
