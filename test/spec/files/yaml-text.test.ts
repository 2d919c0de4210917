/** YAML of strangers: what nests, repeats or multiplies itself is told, in time. */
import { describe, expect, test } from "vitest";
import { MalformedYaml, yamlOf } from "../../../spec/files/yaml-text.ts";

const keys = (count: number, key: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => `${key(at)}: 1`).join("\n");
const nine = (name: string): string => `[${Array.from({ length: 9 }, () => name).join(",")}]`;

test("YAML and JSON are read, with the places of their lines", () => {
  const { value, document, lines } = yamlOf('a: &x [1]\nb: *x\n"c": {d: 2}');
  expect(value).toEqual({ a: [1], b: [1], c: { d: 2 } });
  expect(document.has("c")).toBe(true);
  expect(lines.lineStarts.length).toBe(3);
  expect(yamlOf('{"a":[1,"]]]"]}').value).toEqual({ a: [1, "]]]"] });
});

describe("what is beyond a bound", () => {
  test.each<[string, string, RegExp]>([
    ["brackets", "[".repeat(50_000), /line 1: it nests deeper than 200/],
    ["brackets that the parser bears", `${"[".repeat(400)}${"]".repeat(400)}`, /it nests deeper than 200/],
    ["lists in lists", `${"- ".repeat(3_000)}a`, /it nests deeper than 200/],
    ["an alias of itself", "a: &a [*a]", /it nests deeper than 200/],
    ["aliases that double", `a: &a ${nine("1")}\nb: &b ${nine("*a")}\nc: &c ${nine("*b")}\nd: ${nine("*c")}`, /alias/],
    ["many aliases", `a: &a 1\nb: [${"*a,".repeat(300)}]`, /more than 200 aliases/],
    ["a key that is given twice", "a: 1\nb: 2\na: 3", /line 3: a key that was there before/],
    ["no YAML", "a: [1", /line 1: /],
  ])("%s", (_, text, told) => {
    expect(() => yamlOf(text)).toThrow(told);
  });

  test("every fault is told, with its line", () => {
    try {
      yamlOf("a: 1\na: 2\nb:\n  c: 1\n  c: 2");
    } catch (error) {
      expect(error).toBeInstanceOf(MalformedYaml);
      expect((error as MalformedYaml).faults.map(({ line }) => line)).toEqual([2, 5]);
    }
    expect.assertions(2);
  });
});

test("many keys take time by their number alone", { tags: "timing" }, () => {
  const timeOf = (text: string): number => {
    const startedMs = performance.now();
    yamlOf(text);
    return performance.now() - startedMs;
  };
  timeOf(keys(1_000, (at) => `k${String(at)}`));
  const [one, eight] = [2_000, 16_000].map((count) => timeOf(keys(count, (at) => `k${String(at)}`)));
  // Each key held against each other one took 64 times as long.
  expect((eight ?? 0) / (one ?? 1)).toBeLessThan(30);
});
