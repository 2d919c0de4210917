/** Every report format held against its official schema, or read by a real reader of it. */
import { readdirSync, readFileSync } from "node:fs";
import { createFileRegistry, fromBinary, fromJson, type JsonObject } from "@bufbuild/protobuf";
import { FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";
import { Ajv, type ErrorObject, type ValidateFunction } from "ajv";
import AjvDraft04 from "ajv-draft-04";
import addFormats from "ajv-formats";
import { makeBadge } from "badge-maker";
import { parse, type TestCase, type TestSuites } from "junit2json";
import { validateXML } from "xmllint-wasm";

/** What is wrong with a report of this format, one sentence each; empty when nothing is. */
export type Official = (text: string) => Promise<readonly string[]>;

const folder = new URL("./schemas/", import.meta.url);

function file(name: string): string {
  return readFileSync(new URL(name, folder), "utf8");
}

function json(name: string): object {
  return JSON.parse(file(name)) as object;
}

/** The published schemas hold words of their own, such as `min` in HAR: they are no errors. */
const lenient = { strict: false, allErrors: true };

function official(compile: () => ValidateFunction): Official {
  let validate: ValidateFunction | undefined;
  return (text) => {
    validate ??= compile();
    return Promise.resolve(validate(JSON.parse(text)) ? [] : (validate.errors ?? []).map(sentence));
  };
}

function sentence({ instancePath, message = "", params }: ErrorObject): string {
  return `${instancePath} ${message} ${JSON.stringify(params)}`;
}

const ctrf = official(() => addFormats.default(new Ajv(lenient)).compile(json("ctrf.schema.json")));

const har = official(() => {
  const ajv = addFormats.default(new Ajv(lenient));
  ajv.addMetaSchema(draft06);
  for (const name of readdirSync(new URL("har/", folder))) ajv.addSchema(json(`har/${name}`));
  return ajv.compile({ $ref: "har.json#" });
});

const draft06 = JSON.parse(
  readFileSync(new URL(import.meta.resolve("ajv/dist/refs/json-schema-draft-06.json")), "utf8"),
) as object;

const sarif = official(() =>
  addFormats.default(new AjvDraft04.default(lenient)).compile(json("sarif-2.1.0.schema.json")),
);

/**
 * libxml2 with the schema of Jenkins. That schema knows no properties of a single test case, which Jenkins itself,
 * GitLab and pytest take and write; they are left out for it, once the whole is known to be well-formed.
 */
const junit: Official = async (text) => {
  const bare = text.replace(/(<testcase [^>]*>)<properties>.*?<\/properties>/g, "$1");
  const whole = await validateXML({ xml: { fileName: "junit.xml", contents: text }, normalization: "format" });
  const valid = await validateXML({
    xml: { fileName: "junit.xml", contents: bare },
    schema: file("junit-10.xsd"),
  });
  return [...whole.errors, ...valid.errors].map(({ message }) => message);
};

/** The protobuf definitions; unknown members are refused. The statement's meaning is checked besides. */
const intoto: Official = (text) => {
  const registry = createFileRegistry(
    fromBinary(FileDescriptorSetSchema, readFileSync(new URL("in-toto/test-result.binpb", folder))),
  );
  const statement = JSON.parse(text) as JsonObject;
  const problems: string[] = [];
  const read = (name: string, value: JsonObject): void => {
    const message = registry.getMessage(name);
    if (!message) throw new Error(`no message ${name} in test-result.binpb`);
    try {
      fromJson(message, value);
    } catch (error) {
      problems.push((error as Error).message);
    }
  };
  read("in_toto_attestation.v1.Statement", statement);
  read("in_toto_attestation.predicates.test_result.v0.TestResult", statement["predicate"] as JsonObject);
  problems.push(...intotoRules(statement));
  return Promise.resolve(problems);
};

/** What the specification says in words. */
function intotoRules(statement: JsonObject): string[] {
  const predicate = statement["predicate"] as JsonObject;
  const subjects = statement["subject"] as JsonObject[];
  const configuration = predicate["configuration"] as JsonObject[];
  const rules: readonly (readonly [boolean, string])[] = [
    [statement["_type"] === "https://in-toto.io/Statement/v1", "another _type"],
    [statement["predicateType"] === "https://in-toto.io/attestation/test-result/v0.1", "another predicateType"],
    [["PASSED", "WARNED", "FAILED"].includes(String(predicate["result"])), "an unknown result"],
    [subjects.length > 0 && subjects.every(hasDigest), "a subject without a SHA-256"],
    [
      configuration.every((resource) => "uri" in resource || "content" in resource || hasDigest(resource)),
      "a configuration without address, content and SHA-256",
    ],
  ];
  return rules.filter(([holds]) => !holds).map(([, problem]) => problem);
}

function hasDigest(resource: JsonObject): boolean {
  return /^[0-9a-f]{64}$/.test(String((resource["digest"] as JsonObject | undefined)?.["sha256"]));
}

/** shields.io makes the picture of what the endpoint's JSON says. */
const badge: Official = (text) => {
  const { schemaVersion, ...shown } = JSON.parse(text) as { schemaVersion: number; message: string; color: string };
  try {
    const picture = makeBadge(shown);
    // A colour that is unknown to it is shown like none, which is bright green.
    const colourless = makeBadge({ ...shown, color: "no such colour" });
    return Promise.resolve([
      ...(schemaVersion === 1 ? [] : ["schemaVersion is not 1"]),
      ...(picture === colourless && shown.color !== "brightgreen" ? [`no colour ${shown.color}`] : []),
      ...(picture.includes(shown.message) ? [] : ["the message is not shown"]),
    ]);
  } catch (error) {
    return Promise.resolve([(error as Error).message]);
  }
};

export const officialOf = { ctrf, har, sarif, junit, intoto, badge } as const satisfies Readonly<
  Record<string, Official>
>;

/** A JUnit report as a reader of it sees it. */
export async function readJunit(text: string): Promise<TestSuites> {
  return (await parse(text)) as TestSuites;
}

/** All test cases of a JUnit report. */
export function testCasesOf(report: TestSuites): TestCase[] {
  return (report.testsuite ?? []).flatMap((suite) => suite.testcase ?? []);
}
