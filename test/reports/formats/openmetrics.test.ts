import { describe, expect, test } from "vitest";
import { formatByName } from "../../../reports/index.ts";
import { failingResults } from "../samples.ts";
import { ofCode, testColours } from "./colours.ts";

testColours("openmetrics", (text) => ofCode(Number(/^trace_conformance_exit_code\{[^}]*\} (\d)$/m.exec(text)?.[1])));

describe("metrics", () => {
  const lines = formatByName("openmetrics").render(failingResults()).split("\n");

  test("follow the grammar of OpenMetrics, each family whole and once, the end said", () => {
    expect(lines.slice(-2)).toEqual(["# EOF", ""]);
    const value = String.raw`-?[0-9]+(\.[0-9]+)?(e[+-]?[0-9]+)?`;
    const label = String.raw`[a-z_]+="([^"\\\n]|\\\\|\\")*"`;
    const sample = new RegExp(`^([a-z_]+)\\{${label}(,${label})*\\} ${value}$`);
    let family = "";
    const seen: string[] = [];
    for (const line of lines.slice(0, -2)) {
      const [, declared] = /^# TYPE (\S+) (gauge|histogram|info|stateset)$/.exec(line) ?? [];
      if (declared !== undefined) seen.push((family = declared));
      else if (line.startsWith("#")) expect(line).toMatch(new RegExp(`^# (UNIT|HELP) ${family} `));
      else expect(sample.exec(line)?.[1]?.replace(/_(bucket|info)$/, ""), line).toBe(family);
    }
    expect(new Set(seen).size).toBe(seen.length);
    // A unit is the end of its family's name.
    for (const [, name = "", unit = ""] of lines.join("\n").matchAll(/^# UNIT (\S+) (\S+)$/gm))
      expect(name.endsWith(`_${unit}`), name).toBe(true);
  });

  test("say the verdict, the errors and the latencies", () => {
    const text = lines.join("\n");
    expect(text).toMatch(
      /trace_conformance_verdict\{environment="[^"]+",trace_conformance_verdict="non-conformant"\} 1/,
    );
    expect(text).toMatch(/trace_conformance_exit_code\{environment="[^"]+"\} 1/);
    expect(text).toMatch(
      /trace_conformance_requirement_not_met\{environment="[^"]+",requirement="[A-Z]+-\d\d",level="MUST",status="failed"\} 1/,
    );
    const buckets = new Map<string, number[]>();
    for (const [, series = "", count] of text.matchAll(/_bucket\{(.*),le="[^"]+"\} (\d+)$/gm))
      buckets.set(series, [...(buckets.get(series) ?? []), Number(count)]);
    expect(buckets.size).toBeGreaterThan(0);
    for (const counts of buckets.values()) expect(counts).toEqual(counts.toSorted((a, b) => a - b));
  });
});
