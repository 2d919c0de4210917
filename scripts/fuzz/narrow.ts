import { readFileSync } from "node:fs";
import { parse } from "yaml";

/** What exists in the service that is fuzzed. */
export interface Existing {
  readonly traceId: string;
  readonly digest: string;
}

type Members = Record<string, unknown>;

/**
 * The description with the values that exist: a fuzzer that must guess workflow ids and action keys sees little but
 * refusals. Bodies whose form the description leaves open get a handful of texts.
 * @returns an OpenAPI document; as JSON it is YAML too
 */
export function narrowedDescription(file: URL, { traceId, digest }: Existing): Members {
  const document = parse(readFileSync(file, "utf8")) as Members;
  const values: Readonly<Record<string, readonly string[]>> = {
    traceId: [traceId],
    digest: [digest],
    workflowId: ["2041"],
    name: ["acme"],
    orgName: ["acme"],
    actionKey: ["open", "comment"],
    groupLabel: ["clerks"],
    traceInput: DATA,
    body: DATA.map((data) => `{"data":${data},"actionKey":"comment","groupLabel":"clerks","workflowId":"2041"}`),
  };
  for (const place of everyObject(document)) {
    // A parameter by its name, a property by its key.
    if (typeof place["in"] === "string" && values[String(place["name"])]) {
      place["schema"] = { type: "string", enum: values[String(place["name"])] };
    }
    const properties = place["properties"] as Members | undefined;
    if (place["type"] !== "object" || properties === undefined) continue;
    for (const name of ["actionKey", "groupLabel", "traceInput", "body"]) {
      if (Object.hasOwn(properties, name)) properties[name] = { type: "string", enum: values[name] };
    }
    if (Object.hasOwn(properties, "actionKey") && Object.hasOwn(properties, "workflowId")) {
      properties["workflowId"] = { type: "string", enum: values["workflowId"] };
    }
  }
  return document;
}

const DATA = [
  "{}",
  '{"a":1,"b":null,"c":[true,{"d":"x"}]}',
  '{"":"","\u00e9\u4e2d\ud83d\ude00":"\u202e"}',
  '{"__proto__":{"constructor":1},"a.b":0.1,"$ref":"#/x"}',
  `{"long":"${"x".repeat(20_000)}","deep":${"[".repeat(60)}1${"]".repeat(60)}}`,
  '{"numbers":[-0,1e308,5e-324,9007199254740993,12345678901234567890]}',
];

function* everyObject(value: unknown): Generator<Members> {
  if (typeof value !== "object" || value === null) return;
  if (!Array.isArray(value)) yield value as Members;
  for (const member of Object.values(value)) yield* everyObject(member);
}
