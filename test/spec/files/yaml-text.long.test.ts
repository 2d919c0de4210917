/** YAML of more values than are read: the parser itself takes seconds for them. */
import { expect, test } from "vitest";
import { yamlOf } from "../../../spec/files/yaml-text.ts";

test("many values are told", () => {
  expect(() => yamlOf(`[${"1,".repeat(200_001)}]`)).toThrow(/more than 200,000 values/);
});
