/** Wanted and got as text: one line each, bytes in hex where they part. */
import { expect, test } from "vitest";
import { failed } from "../../checks/judgements.ts";
import { formatByName, ResultCollector, valueTexts } from "../../reports/index.ts";
import type { Exchange } from "../../spec/vocabulary/history.ts";
import { isBytesValue } from "../../spec/vocabulary/bytes-value.ts";
import { bytesValues } from "../../spec/vocabulary/bytes-window.ts";
import { base } from "./sample-builder.ts";

const texts = (wanted: Uint8Array, got: Uint8Array): unknown => {
  const [expected, actual] = bytesValues(wanted, got);
  return valueTexts({ expected, actual }, 100);
};
const many = Uint8Array.from({ length: 5000 }, (_, at) => at % 251);

test("bytes are told by their size and what stands where they part", () => {
  expect(texts(Uint8Array.of(1, 2, 3), Uint8Array.of(1, 9, 3))).toEqual({
    wanted: "3 bytes, from byte 1 on: 02 03",
    got: "3 bytes, from byte 1 on: 09 03",
  });
  expect(texts(many, many.with(4000, 255))).toEqual({
    wanted: "5000 bytes, from byte 4000 on: eb ec ed ee ef f0 f1 f2 f3 f4 f5 f6 f7 f8 f9 fa …",
    got: "5000 bytes, from byte 4000 on: ff ec ed ee ef f0 f1 f2 f3 f4 f5 f6 f7 f8 f9 fa …",
  });
});

test("what ends too early or goes on too long says so", () => {
  expect(texts(Uint8Array.of(65), new Uint8Array())).toEqual({
    wanted: "1 byte, from byte 0 on: 41",
    got: "0 bytes, ends before byte 0",
  });
  expect(texts(many.subarray(0, 4999), many)).toEqual({
    wanted: "4999 bytes, ends before byte 4999",
    got: "5000 bytes, from byte 4999 on: e6",
  });
});

test("the windows of both sides begin at the same offset and stay small", () => {
  const [expected, actual] = bytesValues(many, many.subarray(0, 3000));
  expect(expected.offset).toBe(actual.offset);
  expect(expected.base64.length).toBeLessThan(3000);
  expect(actual.$bytes).toBe(3000);
});

test("other values are JSON, cut to the limit; what is absent stays so", () => {
  expect(valueTexts({ expected: { a: [1, "x"] } }, 100)).toEqual({ wanted: '{"a":[1,"x"]}' });
  expect(valueTexts({ actual: "x".repeat(99) }, 10).got).toHaveLength(10);
});

test("what a target made to look like bytes is no bytes", () => {
  expect(isBytesValue({ $bytes: 1, offset: 0, base64: "AA==", more: "x" })).toBe(false);
  expect(isBytesValue({ $bytes: "1", offset: 0, base64: "AA==" })).toBe(false);
  expect(isBytesValue(null)).toBe(false);
});

test("where a rule knows that what was wanted is absent, the report says that nothing was got", () => {
  const exchange = { index: 0, operationId: "v2TraceState", face: "v2" } as Exchange;
  const told = (finding: object): string => {
    const collector = new ResultCollector();
    const judgement = failed("STATE-03", exchange, { message: "the member is missing", ...finding });
    const script = { id: "x/1", title: "x", steps: [] };
    collector.add({ script, judgements: [judgement], exchangesOf: () => [] });
    return formatByName("markdown").render(collector.finish(base));
  };
  expect(told({ expected: "x", actual: undefined })).toMatch(/wanted "x"\ngot {4}nothing/);
  expect(told({ expected: "x" })).not.toContain("got    ");
  expect(told({ expected: "x", actual: "y" })).toMatch(/wanted "x"\ngot {4}"y"/);
});
