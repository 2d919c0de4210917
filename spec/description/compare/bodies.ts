/** Bodies: the media type of the interface, and its schema. */
import type { Operation } from "../../operations.ts";
import { requirementFor } from "../../requirements/for-part.ts";
import { tell, type ComparedValue } from "./compared-value.ts";
import type { Findings } from "./finding.ts";
import { impossibleText } from "./impossible-text.ts";
import type { DescribedOperation } from "./operations.ts";
import type { SourcePlace } from "./place.ts";
import { compareRequest } from "./requests.ts";
import { compareAnswer } from "./responses.ts";
import { plainlyImpossible, typeText, viewsOf } from "./schema-view.ts";
import { plainType } from "./successes.ts";
import { tellRing, tryAnswers } from "./trial.ts";

export function compareRequestBody(ours: DescribedOperation, theirs: DescribedOperation, findings: Findings): void {
  const { id, request } = ours.operation;
  const described = theirs.method?.find("requestBody");
  if (isBroken(theirs.method, "requestBody") || isBroken(described, "content")) return;
  if (request === "none") {
    if (described?.get("required")?.value === true)
      findings.mismatch(described, id, "request", {
        message: "a request body is demanded",
        wanted: "no request body",
        got: "required: true",
      });
    return;
  }
  const mediaType = request === "json" ? "application/json" : "multipart/form-data";
  const content = described?.find("content");
  const entry = content && mediaIn(content, mediaType);
  if (entry?.isBroken) return;
  const media = entry?.settled();
  if (!media) {
    findings.mismatch(content ?? described ?? theirs.method ?? theirs.item, id, "request", {
      message: `the request body is not taken as ${mediaType}`,
      wanted: mediaType,
      got: content ? typesIn(content) : described ? "no content" : "no request body",
    });
    return;
  }
  const wanted = ours.method?.find("requestBody", "content", mediaType)?.get("schema");
  const schema = media.get("schema");
  if (!wanted) return;
  const value = { findings, operation: id, part: "request body", path: [], isMultipart: request === "multipart" };
  if (!schema)
    tell(value, media, {
      message: "it has no schema, so that no member or field is named",
      wanted: "a schema",
      got: "none",
    });
  else if (!tellRing(value, schema)) compareRequest(value, wanted, schema);
}

export function compareResponse(ours: DescribedOperation, theirs: DescribedOperation, findings: Findings): void {
  const { operation } = ours;
  const responses = theirs.method?.find("responses");
  if (isBroken(theirs.method, "responses")) return;
  const answer = answerIn(operation.response, responses);
  if (answer?.isBroken) return;
  const response = answer?.settled();
  if (!response) {
    findings.mismatch(responses ?? theirs.method ?? theirs.item, operation.id, "status", {
      message: "no response of status 200 is described",
      wanted: "200",
      got: (responses?.members() ?? []).map(([status]) => status).join(", ") || "no responses",
    });
    return;
  }
  const content = response.find("content");
  if (isBroken(response, "content")) return;
  const value = { findings, operation: operation.id, part: "response", path: [] };
  if (operation.response === "file") {
    for (const [, media] of content?.members() ?? []) compareBytes(value, media.settled()?.get("schema"));
    return;
  }
  const wantedType = operation.response === "json" ? "application/json" : "application/zip";
  const entry = content && mediaIn(content, wantedType);
  if (entry?.isBroken) return;
  const media = entry?.settled();
  if (!media) {
    findings.mismatch(content ?? response, operation.id, "content-type", {
      message: `the response of status 200 is not described as ${wantedType}`,
      wanted: wantedType,
      got: content ? typesIn(content) : "no content",
    });
    return;
  }
  const schema = media.get("schema");
  if (schema && tellRing(value, schema)) return;
  if (operation.response === "zip") compareArchive(value, schema);
  else compareDocument(value, ours, media, schema);
}

function compareArchive(value: ComparedValue, schema: SourcePlace | undefined): void {
  compareBytes(value, schema);
  const odd = schema && viewsOf(schema).find(({ types }) => types && !types.has("string"));
  if (odd)
    value.findings.mismatch(odd.place, value.operation, "content-type", {
      message: "response: a zip archive is bytes",
      wanted: "type: string, format: binary",
      got: typeText(odd.types),
    });
}

function compareDocument(
  value: ComparedValue,
  ours: DescribedOperation,
  media: SourcePlace,
  schema: SourcePlace | undefined,
): void {
  const { findings, operation } = value;
  const wanted = ours.method?.find("responses", "200", "content", "application/json")?.get("schema");
  if (!wanted) return;
  if (schema) {
    const before = findings.mismatches;
    compareAnswer(value, wanted, schema);
    if (findings.mismatches === before) tryAnswers(value, wanted, schema);
  } else
    findings.mismatch(media, operation, "response", {
      message: "response: the JSON document has no schema",
      wanted: "a schema",
      got: "none",
    });
}

function compareBytes(value: ComparedValue, schema: SourcePlace | undefined): void {
  const impossible = schema && plainlyImpossible(schema);
  if (!impossible) return;
  const requirement = requirementFor("content-type", value.operation);
  tell({ ...value, requirement }, impossible.place, impossibleText(impossible, "", "an answer"));
}

/** The single file is shown without a status of its own. */
function answerIn(kind: Operation["response"], responses: SourcePlace | undefined): SourcePlace | undefined {
  const exact = responses?.get("200") ?? responses?.get("2XX") ?? responses?.get("2xx");
  if (exact || kind !== "file") return exact;
  const other = responses?.members().find(([status]) => /^(2\d\d|default)$/.test(status));
  return other?.[1];
}

/** True where a reference stands in the place of a member, and leads nowhere: it is told once, as that. */
function isBroken(holder: SourcePlace | undefined, member: string): boolean {
  return holder?.settled()?.get(member)?.isBroken ?? false;
}

/** The entry of a media type: itself, or a range that covers it. Archives also go as plain bytes. */
function mediaIn(content: SourcePlace, wanted: string): SourcePlace | undefined {
  const family = `${wanted.split("/", 1)[0] ?? ""}/*`;
  const others = wanted === "application/zip" ? ["application/x-zip-compressed", "application/octet-stream"] : [];
  for (const name of [wanted, ...others, family, "*/*"]) {
    const found = content.members().find(([type]) => plainType(type) === name);
    if (found) return found[1];
  }
  return undefined;
}

function typesIn(content: SourcePlace): string {
  return (
    content
      .members()
      .map(([type]) => type)
      .join(", ") || "no media types"
  );
}
