/** The maker of mutants: what it writes, and that all of it is code. */
import ts from "typescript";
import { expect, test } from "vitest";
import { examinedAs } from "../../bench/lib/mutants/fates.ts";
import { allMutants, mutantsOf } from "../../bench/lib/mutants/mutants.ts";
import { isAt } from "../../bench/lib/mutants/standing.ts";
import { survivors } from "../../bench/lib/mutants/survivors/index.ts";
import { bounds } from "../../bench/lib/mutants/tables.ts";
import { outcome } from "../matrix/outcomes.ts";

const become = (source: string): readonly string[] => mutantsOf("x.ts", source).map(({ becomes }) => becomes);

test.each([
  ["a === b;", ["a !== b"]],
  ["if (a) b();", ["if ((true || a)) b();", "if ((false && a)) b();"]],
  ["x = a ?? b;", ["a", "b"]],
  ["x = !a;", ["a"]],
  ["await a();", ["(a())"]],
  ["a(b, c);", ["a(c, b)"]],
  ["x = list.filter(f);", ["list"]],
  ["x = { a: 1, b };", ["({ b })", "({ a: 1 })", "(1 + 1)", "(1 - 1)"]],
  ["x = `SELECT a FROM b WHERE c = 1 ORDER BY d ASC`;", ["`SELECT a FROM b WHERE c <> 1 ORDER BY d ASC`"]],
])("%s", (source, wanted) => {
  expect(become(source)).toEqual(expect.arrayContaining(wanted));
});

test.each(['import { a } from "b";', "interface A { b: 1 }", 'let a: "b" | 1;', "[a, b] = c;"])(
  "nothing that no run could tell is made of %s",
  (source) => {
    expect(become(source).filter((text) => text !== ";")).toEqual([]);
  },
);

const all = allMutants();

test("there are at least 3,000, each with a name of its own", () => {
  expect(all.length).toBeGreaterThan(3_000);
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
});

test("what replaces a place is code", () => {
  const sample = all.filter((_, index) => index % 16 === 0);
  const broken = sample.filter(({ becomes }) => {
    const { diagnostics = [] } = ts.transpileModule(`async function* f() { ${becomes} }`, { reportDiagnostics: true });
    return diagnostics.length > 0;
  });
  expect(broken.map(({ id, becomes }) => [id, becomes])).toEqual([]);
});

const hiddenIn = (source: string): readonly string[] =>
  mutantsOf("x.ts", source).flatMap(({ hidden, was }) => (hidden === undefined ? [] : [was]));

test("texts of errors and sizes of limits are not examined, what decides them is", () => {
  expect(hiddenIn('throw badRequest("code", `text` + more);')).toEqual([
    'badRequest("code", `text` + more)',
    '"code"',
    '"code"',
    "`text` + more",
  ]);
  expect(hiddenIn("throw new Refusal(a ? 400 : 404, code);")).toEqual([]);
  expect(hiddenIn('if (a) throw notFound("code");').includes('if (a) throw notFound("code");')).toBe(false);
  expect(hiddenIn("const defaultLimits = { files: 500 }; const others = { files: 500 };")).toEqual(["500", "500"]);
});

test("a result that nobody waits for here is waited for by who asked", () => {
  expect(become("async () => await a();")).not.toContain("(a())");
  expect(become("async function f() { return await a(); }")).not.toContain("(a())");
  expect(become("async function f() { try { return await a(); } catch {} }")).toContain("(a())");
  expect(become("async function f() { const b = await a(); }")).toContain("(a())");
});

test("a mutant says what it stands in", () => {
  const [mutant] = mutantsOf("x.ts", "class A { b(): void { const c = { d: !e }; } }").filter(
    ({ was }) => was === "!e",
  );
  expect(mutant?.within).toBe("A.b.c.d");
});

test("each place of a survivor is one", () => {
  type Place = Parameters<typeof isAt>[1];
  const places = survivors.flatMap((one) => one.places);
  const nowhere = places
    .flatMap(([file, within, ...beginnings]): readonly Place[] =>
      beginnings.length === 0 ? [[file, within]] : beginnings.map((one) => [file, within, one]),
    )
    .filter((place) => !all.some((mutant) => isAt(mutant, place)));
  expect(nowhere).toEqual([]);
});

test("a place is named as narrowly as is wanted", () => {
  const at = (...names: readonly [string, ...string[]]): readonly string[] =>
    mutantsOf("x.ts", "function f() { if (a > 0) g(); const h = i(0); }")
      .filter((mutant) => isAt(mutant, ["x.ts", ...names]))
      .map(({ becomes }) => becomes);
  expect(at("f", "0 => (")).toEqual(["(0 + 1)", "(0 - 1)", "(0 + 1)", "(0 - 1)"]);
  expect(at("=f", "0 => (")).toEqual(["(0 + 1)", "(0 - 1)"]);
  expect(at("f", "i( :: 0 => (")).toEqual(["(0 + 1)", "(0 - 1)"]);
  expect(at("f", "…=> if ((false && a")).toEqual(["if ((false && a > 0)) g();"]);
  expect(at("g")).toEqual([]);
});

test.each([
  [outcome({ verdict: "caught" }), "red"],
  [outcome({ verdict: "survived", run: "non-conformant" }), "red"],
  [outcome({ verdict: "survived", sightings: [], run: "conformant" }), "survived"],
  [outcome({ verdict: "caught-by-another", run: "conformant" }), "warned"],
  [outcome({ verdict: "survived", run: "incomplete" }), "incomplete"],
  [outcome({ verdict: "error", run: "incomplete", error: "no login" }), "incomplete"],
  [outcome({ verdict: "error", error: "there was no outcome within 90 seconds" }), "no end"],
  [outcome({ verdict: "error", error: "TypeError: a is no function" }), "no service"],
] as const)("%j is %s", (examined, fate) => {
  expect(examinedAs(examined).fate).toBe(fate);
});

test("few tell little", () => {
  const [low, high] = bounds(95, 100);
  expect([low.toFixed(3), high.toFixed(3)]).toEqual(["0.888", "0.978"]);
  expect(bounds(0, 0)).toEqual([0, 1]);
});
