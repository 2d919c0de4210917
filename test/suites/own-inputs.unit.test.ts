/** What the suite sends stays well within the bounds that it sets for answers: a target may put more around it. */
import { describe, expect, test } from "vitest";
import { maxKeptBytes } from "../../driver/client/decode.ts";
import { maxJsonDepth, maxJsonValues } from "../../driver/client/json-bounds.ts";
import { maxZipEntries } from "../../driver/client/zip.ts";
import { defaultLimits, embeddedEnvironment, profileOfPins } from "../../driver/index.ts";
import { dataTraits } from "../../generators/index.ts";
import { embeddedTarget } from "../../reference/embedded-target.ts";
import type { ActStep, ContentSpec, CreateStep, Script } from "../../spec/vocabulary/script.ts";
import { catalog } from "../../suites/engine/plan/catalog.ts";
import { suiteContext } from "../../suites/engine/record/suite-context.ts";

/** What an answer has beside the data of an action: the envelope, a link's own members, digests and names of its files. */
const perDocument = { depth: 10, values: 1_000, bytes: 10_000 };
const perAction = { values: 30, bytes: 2_000 };
/** One character of a text becomes six bytes where all of it is escaped. */
const mostPerByte = 6;

interface Size {
  readonly depth: number;
  readonly values: number;
  readonly bytes: number;
}

function sizeOf(value: unknown): Size {
  return { depth: depthOf(value), values: valuesOf(value), bytes: Buffer.byteLength(JSON.stringify(value) ?? "") };
}

function depthOf(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  return 1 + Object.values(value).reduce<number>((deepest, member) => Math.max(deepest, depthOf(member)), 0);
}

function valuesOf(value: unknown): number {
  if (typeof value !== "object" || value === null) return 1;
  return Object.values(value).reduce<number>((sum, member) => sum + valuesOf(member), 1);
}

function actionsIn({ steps }: Script): readonly (CreateStep | ActStep)[] {
  return steps
    .flatMap((step) => ("parallel" in step ? step.parallel.flat() : [step]))
    .filter((step) => step.op === "create" || step.op === "act");
}

/** Of an answer that shows all that a script wrote, whichever of it, in one document. */
function largestAnswer(script: Script): Size {
  const actions = actionsIn(script);
  const sizes = actions.flatMap(({ data, replace }) => [data, ...(replace ? [replace] : [])]).map(sizeOf);
  const sum = (of: (size: Size) => number): number => sizes.reduce((all, size) => all + of(size), 0);
  return {
    depth: perDocument.depth + Math.max(0, ...sizes.map(({ depth }) => depth)),
    values: perDocument.values + actions.length * perAction.values + sum(({ values }) => values),
    bytes: perDocument.bytes + actions.length * perAction.bytes + sum(({ bytes }) => bytes),
  };
}

function bytesOf(content: ContentSpec): number {
  if ("text" in content) return Buffer.byteLength(content.text);
  if ("base64" in content) return Buffer.from(content.base64, "base64").length;
  return "bytes" in content ? content.bytes : 256 * content.everyByte;
}

const environment = embeddedEnvironment("http://127.0.0.1:9", embeddedTarget, {});
const scriptsOf = (depth: "quick" | "standard" | "deep", seed: number): readonly Script[] =>
  catalog(suiteContext(environment, profileOfPins({}), { runId: "r", depth, seed })).flatMap(({ scripts }) => scripts);
const scripts = [
  ...scriptsOf("quick", 7),
  ...scriptsOf("standard", 7),
  ...scriptsOf("deep", 7),
  ...scriptsOf("deep", 8),
];
const most = (of: (script: Script) => number): number => Math.max(...scripts.map(of));

describe("answers that show everything that a script sent, with what a target may put around it,", () => {
  test("are at most two thirds as deep as an answer may be, and too deep for many a parser", () => {
    const deepest = most((script) => largestAnswer(script).depth);
    expect(deepest).toBeGreaterThan(1_000);
    expect(deepest).toBeLessThan((maxJsonDepth * 2) / 3);
  });

  test("have at most a quarter of the values that are read", () => {
    const values = most((script) => largestAnswer(script).values);
    expect(values).toBeGreaterThan(4_000);
    expect(values).toBeLessThan(maxJsonValues / 4);
  });

  test("are kept as they came, and received even where every character is escaped", () => {
    const bytes = most((script) => largestAnswer(script).bytes);
    expect(bytes).toBeGreaterThan(100_000);
    expect(bytes).toBeLessThan(maxKeptBytes);
    expect(bytes * mostPerByte).toBeLessThan(defaultLimits.maxResponseBytes / 4);
  });
});

test("archives of all files of a script have at most a quarter of the entries and bytes that are read", () => {
  const files = (script: Script) => actionsIn(script).flatMap(({ files: sent = [] }) => sent);
  expect(most((script) => files(script).length)).toBeGreaterThan(20);
  expect(most((script) => files(script).length)).toBeLessThan(maxZipEntries / 4);
  const bytes = most((script) => files(script).reduce((sum, { content }) => sum + bytesOf(content), 0));
  expect(bytes).toBeGreaterThan(10_000);
  expect(bytes).toBeLessThan(defaultLimits.maxResponseBytes / 4);
});

test("every kind of data by itself is in these bounds, with a hundred of them in one document", () => {
  for (const { trait, value } of dataTraits) {
    const { depth, values, bytes } = sizeOf(value);
    expect(depth, trait).toBeLessThan((maxJsonDepth * 2) / 3);
    expect(100 * values, trait).toBeLessThan(maxJsonValues);
    expect(100 * bytes, trait).toBeLessThan(defaultLimits.maxResponseBytes / 4);
  }
});

test("the measures see what is too deep, too much and too long", () => {
  const script = (data: object): Script =>
    ({ id: "s", title: "s", steps: [{ parallel: [[{ op: "create", face: "v2", data }]] }] }) as unknown as Script;
  const nested = Array.from({ length: 1_400 }).reduce<object>((inside) => ({ a: inside }), {});
  expect(largestAnswer(script(nested)).depth).toBeGreaterThan((maxJsonDepth * 2) / 3);
  const wide = Object.fromEntries(Array.from({ length: maxJsonValues / 4 }, (_, at) => [`m${String(at)}`, at]));
  expect(largestAnswer(script(wide)).values).toBeGreaterThan(maxJsonValues / 4);
  expect(largestAnswer(script({ text: "x".repeat(maxKeptBytes) })).bytes).toBeGreaterThan(maxKeptBytes);
});
