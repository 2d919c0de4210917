/** Failures that share a cause are one group, its likeliest root on top. */
import { expect, test } from "vitest";
import { foundCauses, ResultCollector, mergeCollectors, type Results } from "../../reports/index.ts";
import { closenessOf } from "../../spec/requirements/closeness.ts";
import { requirements, type RequirementId } from "../../spec/requirements/index.ts";
import type { Judgement } from "../../spec/requirements/judgement.ts";
import { base } from "./sample-builder.ts";

type Said = readonly [id: RequirementId, outcome: "failed" | "passed", ...exchanges: number[]];

const [uuid, date] = ["a UUID", "a date"];

/** A script of which exchange n is about the trace `t<n / 10>`. */
function collectorOf(...scripts: readonly (readonly Said[])[]): ResultCollector {
  const collector = new ResultCollector();
  for (const [at, said] of scripts.entries())
    collector.add({
      script: { id: `script-${String(at)}`, title: "", steps: [] },
      judgements: said.map(([requirement, outcome, ...exchanges]): Judgement => ({
        requirement,
        outcome,
        message: `${requirement} is broken`,
        exchanges,
      })),
      exchangesOf: () => [],
      traceOf: (exchange) => `t${String(Math.floor(exchange / 10))}`,
    });
  return collector;
}

const causes = (...scripts: readonly (readonly Said[])[]): Results["causes"] =>
  collectorOf(...scripts).finish(base).causes;

test("every area of the register has its place", () => {
  const areas = new Set(requirements.map(({ area }) => area));
  expect([...areas].filter((area) => ![0, 1, 2, 3].includes(closenessOf(`${area}-01`)))).toEqual([]);
});

test("what fails on the same trace is one group, and what is closest to one answer its root", () => {
  const script: readonly Said[] = [
    ["EQUIV-01", "failed", 7],
    ["STATE-03", "failed", 5],
    ["DATA-08", "failed", 3],
    ["DATA-01", "passed", 3],
  ];
  expect(causes(script, script)).toEqual([{ root: "DATA-08", followers: ["STATE-03", "EQUIV-01"] }]);
});

test("what says more of the request comes before what every request must do, and a comparison after what is compared", () => {
  expect(
    causes([
      ["ACT-04", "failed", 3],
      ["ACT-07", "failed", 3],
      ["ACT-07", "passed", 4],
    ])?.[0],
  ).toMatchObject({
    root: "ACT-07",
  });
  expect(
    causes([
      ["ACT-06", "failed", 3],
      ["STATE-03", "failed", 3],
      ["STATE-03", "passed", 4],
    ])?.[0],
  ).toMatchObject({
    root: "STATE-03",
  });
  expect(
    causes([
      ["GATE-01", "failed", 3],
      ["GATE-02", "failed", 3],
      ["GATE-02", "passed", 4],
    ])?.[0],
  ).toMatchObject({ root: "GATE-02" });
  expect(
    causes([
      ["ISO-01", "failed", 3],
      ["STATE-06", "failed", 3],
    ])?.[0],
  ).toMatchObject({ root: "STATE-06" });
});

test("of two that are as close the one of which more fails comes first, and the earlier of what is alike", () => {
  const lost: readonly Said[] = [
    ["DATA-01", "failed", 3],
    ["DATA-01", "passed", 4],
    ["DATA-08", "failed", 3],
  ];
  expect(causes(lost)?.[0]).toMatchObject({ root: "DATA-08" });
  const late: readonly Said[] = [
    ["DATA-01", "failed", 5],
    ["DATA-08", "failed", 3],
  ];
  expect(causes(late)?.[0]).toMatchObject({ root: "DATA-08" });
});

test("what fails in a few scripts alone explains no failure of many", () => {
  const both: readonly Said[] = [
    ["DATA-08", "failed", 3],
    ["SEARCH-01", "failed", 4],
  ];
  const one: readonly Said[] = [["SEARCH-01", "failed", 4]];
  expect(causes(both, one, one, one)).toEqual([{ root: "SEARCH-01", followers: ["DATA-08"] }]);
});

test("what fails on other traces, or in other scripts, is a cause of its own", () => {
  expect(
    causes([
      ["DATA-08", "failed", 3],
      ["FILE-01", "failed", 14],
    ])?.map(({ root }) => root),
  ).toEqual(["DATA-08", "FILE-01"]);
});

test("where the root was not judged, nobody knows whether it would have failed; where it passed, it did not", () => {
  const both: readonly Said[] = [
    ["DETAILS-09", "failed", 3],
    ["ACT-08", "failed", 4],
  ];
  const root: readonly Said[] = [["DETAILS-09", "failed", 3]];
  const without: readonly Said[] = [["ACT-08", "failed", 4]];
  const held: readonly Said[] = [...without, ["DETAILS-09", "passed", 3]];
  const elsewhere: readonly Said[] = [...without, ["DETAILS-09", "failed", 14]];
  const one = [{ root: "DETAILS-09", followers: ["ACT-08"] }];
  const two = [
    { root: "DETAILS-09", followers: [] },
    { root: "ACT-08", followers: [] },
  ];
  expect(causes(both, without, root, root, root, root)).toEqual(one);
  expect(causes(both, held, root, root, root, root)).toEqual(two);
  expect(causes(both, elsewhere, root, root, root, root)).toEqual(two);
  // In most of its scripts the root was not judged: too little is known.
  expect(causes(both, without, without, root, root, root, root, root, root)).toEqual(two);
});

test("a script that was judged in part shows nothing of what fails together, and shards show what one run shows", () => {
  const first = collectorOf([["DATA-08", "failed", 3]]);
  const second = collectorOf([
    ["DATA-08", "passed", 3],
    ["STATE-03", "failed", 3],
  ]);
  const [a, b] = [first.toJSON(), second.toJSON()];
  const merged = mergeCollectors([a, b]).finish(base).causes;
  expect(merged).toEqual(mergeCollectors([b, a]).finish(base).causes);
  expect(merged?.map(({ followers }) => followers)).toEqual([[], []]);
});

test("a broken SHOULD stands behind every broken MUST, unless a MUST follows from it", () => {
  const found = (scripts: readonly (readonly Said[])[]): readonly string[] =>
    foundCauses(collectorOf(...scripts).finish(base)).map(({ root }) => root.id);
  expect(found([[["ROBUST-03", "failed", 3]], [["ROBUST-03", "failed", 3]], [["PAGE-01", "failed", 3]]])).toEqual([
    "PAGE-01",
    "ROBUST-03",
  ]);
  expect(
    found([
      [
        ["ROBUST-03", "failed", 3],
        ["PAGE-01", "failed", 3],
      ],
      [["ROBUST-03", "failed", 3]],
      [["PAGE-02", "failed", 3]],
    ]),
  ).toEqual(["ROBUST-03", "PAGE-02"]);
});

test("what is wrong with an answer by itself does not follow from what else is wrong with the trace", () => {
  const file: Said = ["FILE-01", "failed", 3];
  const both: readonly Said[] = [file, ["AUTH-04", "failed", 4]];
  expect(causes(both, [file], [file], [file])?.map(({ root }) => root)).toEqual(["FILE-01", "AUTH-04"]);
  const onOne: readonly Said[] = [file, ["ENV-01", "failed", 3]];
  expect(causes(onOne, [file], [file], [file])).toEqual([{ root: "FILE-01", followers: ["ENV-01"] }]);
});

/** A script in which each of these fails once, for the form of a value or on an operation. */
function failing(...said: readonly Pick<Judgement, "requirement" | "form" | "operationId">[]): ResultCollector {
  const collector = new ResultCollector();
  collector.add({
    script: { id: "script", title: "", steps: [] },
    judgements: said.map((one, at) => ({ ...one, outcome: "failed", message: "broken", exchanges: [10 * at] })),
    exchangesOf: () => [],
    traceOf: (exchange) => `t${String(exchange)}`,
  });
  return collector;
}

const causesTogether = (...collectors: readonly ResultCollector[]): Results["causes"] =>
  mergeCollectors(collectors.map((collector) => collector.toJSON())).finish(base).causes;

test("a value that lacks its form lacks it wherever it is shown, in whichever script", () => {
  const created = failing({ requirement: "CREATE-01", form: uuid });
  const others = [
    failing({ requirement: "CREATE-02", form: uuid }),
    failing({ requirement: "SEARCH-01", form: uuid }),
    failing({ requirement: "SEARCH-02", form: date }),
  ];
  expect(causesTogether(created, created, ...others)).toEqual([
    { root: "CREATE-01", followers: ["CREATE-02", "SEARCH-01"] },
    { root: "SEARCH-02", followers: [] },
  ]);
});

test("what never holds says more plainly what is wrong than what mostly holds, though that is closer", () => {
  const lost = (...more: readonly Said[]): readonly Said[] => [
    ["DATA-05", "failed", 3],
    ["DATA-05", "passed", 4],
    ["DATA-05", "passed", 5],
    ["STATE-03", "failed", 3],
    ...more,
  ];
  expect(causes(lost(), lost(), lost())).toEqual([{ root: "STATE-03", followers: ["DATA-05"] }]);
  // In two scripts that may be chance, and here it holds at times.
  expect(causes(lost(), lost())?.[0]).toMatchObject({ root: "DATA-05" });
  const held: Said = ["STATE-03", "passed", 4];
  expect(causes(lost(held), lost(held), lost(held))?.[0]).toMatchObject({ root: "DATA-05" });
});

test("of what never holds follows what compares more answers on the same operations", () => {
  const state = failing({ requirement: "STATE-03", operationId: "v2TraceState" });
  const compared = failing({ requirement: "CONC-04", operationId: "v2TraceState" });
  const paged = failing({ requirement: "PAGE-01", operationId: "v2TraceDetails" });
  expect(causesTogether(state, state, state, compared, paged)).toEqual([
    { root: "STATE-03", followers: ["CONC-04"] },
    { root: "PAGE-01", followers: [] },
  ]);
  // In two scripts that may be chance.
  expect(causesTogether(state, state, compared)?.map(({ followers }) => followers)).toEqual([[], []]);
});

test("nothing broken has no causes", () => {
  expect(causes([["DATA-08", "passed", 3]])).toBeUndefined();
});

test("where a target fell silent, what is never answered stands before what is late", () => {
  const results = collectorOf(
    [
      ["ROBUST-02", "failed", 3],
      ["REFUSE-05", "failed", 3],
    ],
    ...Array.from({ length: 3 }, (): Said[] => [["ROBUST-02", "failed", 3]]),
  ).finish(base);
  const roots = (of: typeof results): readonly string[] => foundCauses(of).map(({ root }) => root.id);
  expect(roots(results)).toEqual(["ROBUST-02"]);
  expect(roots({ ...results, fellSilent: { request: "POST /trace", script: "a/b/c" } })).toEqual(["REFUSE-05"]);
});
