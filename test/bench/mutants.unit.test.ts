/** The maker of mutants: what it writes, and that all of it is code. */
import ts from "typescript";
import { expect, test } from "vitest";
import { allMutants, mutantsOf } from "../../bench/lib/mutants/mutants.ts";

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

test("there are at least 3,000, each with a name of its own", () => {
  const all = allMutants();
  expect(all.length).toBeGreaterThan(3_000);
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
});

test("what replaces a place is code", () => {
  const all = allMutants();
  const sample = all.filter((_, index) => index % 16 === 0);
  const broken = sample.filter(({ becomes }) => {
    const { diagnostics = [] } = ts.transpileModule(`async function* f() { ${becomes} }`, { reportDiagnostics: true });
    return diagnostics.length > 0;
  });
  expect(broken.map(({ id, becomes }) => [id, becomes])).toEqual([]);
});
