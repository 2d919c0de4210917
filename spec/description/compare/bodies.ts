/** Bodies: the media type of the interface, and its schema. */
import type { Operation } from "../../operations.ts";
import type { Findings } from "./finding.ts";
import type { DescribedOperation } from "./operations.ts";
import { impossibleText } from "./impossible-text.ts";
import type { SourcePlace } from "./place.ts";
import { compareRequest } from "./requests.ts";
import { compareAnswer } from "./responses.ts";
import { plainType } from "./successes.ts";
import { tellRing, tryAnswers } from "./trial.ts";
import { plainlyImpossible, typeText, viewsOf } from "./schema-view.ts";

export function compareRequestBody(ours: DescribedOperation, theirs: DescribedOperation, findings: Findings): void {
  const { operation } = ours;
  const described = theirs.method?.find("requestBody");
  if (isBroken(theirs.method, "requestBody") || isBroken(described, "content")) return;
  const here = theirs.method ?? theirs.item;
  if (operation.request === "none") {
    if (described?.get("required")?.value === true)
      findings.mismatch(described, operation.id, "request", {
        message: "a request body is demanded",
        wanted: "no request body",
        got: "required: true",
      });
    return;
  }
  const mediaType = operation.request === "json" ? "application/json" : "multipart/form-data";
  const content = described?.find("content");
  const entry = content && mediaIn(content, mediaType);
  if (entry?.isBroken) return;
  const media = entry?.settled();
  if (!media) {
    const got = content ? typesIn(content) : described ? "no content" : "no request body";
    findings.mismatch(content ?? described ?? here, operation.id, "request", {
      message: `the request body is not taken as ${mediaType}`,
      wanted: mediaType,
      got,
    });
    return;
  }
  const wanted = ours.method?.find("requestBody", "content", mediaType)?.get("schema");
  const schema = media.get("schema");
  if (!wanted) return;
  if (!schema) {
    findings.mismatch(media, operation.id, "request", {
      message: "request body: it has no schema, so that no member or field is named",
      wanted: "a schema",
      got: "none",
    });
    return;
  }
  if (tellRing(operation, "request body", schema, findings)) return;
  const multipart = operation.request === "multipart";
  compareRequest({ operation: operation.id, findings, part: "request body", multipart }, wanted, schema);
}

export function compareResponse(ours: DescribedOperation, theirs: DescribedOperation, findings: Findings): void {
  const { operation } = ours;
  const responses = theirs.method?.find("responses");
  if (isBroken(theirs.method, "responses")) return;
  const here = responses ?? theirs.method ?? theirs.item;
  const answer = answerIn(operation, responses);
  if (answer?.isBroken) return;
  const response = answer?.settled();
  if (!response) {
    const got = (responses?.members() ?? []).map(([status]) => status).join(", ") || "no responses";
    findings.mismatch(here, operation.id, "status", {
      message: "no response of status 200 is described",
      wanted: "200",
      got,
    });
    return;
  }
  const content = response.find("content");
  if (isBroken(response, "content")) return;
  if (operation.response === "file") {
    for (const [, media] of content?.members() ?? []) compareBytes(operation, media.settled()?.get("schema"), findings);
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
  compareSchema(operation, ours, media, findings);
}

function compareSchema(operation: Operation, ours: DescribedOperation, media: SourcePlace, findings: Findings): void {
  const schema = media.get("schema");
  if (schema && tellRing(operation, "response", schema, findings)) return;
  if (operation.response === "zip") {
    compareBytes(operation, schema, findings);
    const odd = schema && viewsOf(schema).find(({ types }) => types && !types.has("string"));
    if (odd)
      findings.mismatch(odd.place, operation.id, "content-type", {
        message: "response: a zip archive is bytes",
        wanted: "type: string, format: binary",
        got: typeText(odd.types),
      });
    return;
  }
  const wanted = ours.method?.find("responses", "200", "content", "application/json")?.get("schema");
  if (!wanted) return;
  if (schema) {
    const before = findings.mismatches;
    compareAnswer({ operation: operation.id, findings }, wanted, schema);
    if (findings.mismatches === before) tryAnswers(operation, wanted, schema, findings);
  } else
    findings.mismatch(media, operation.id, "request", {
      message: "response: the JSON document has no schema",
      wanted: "a schema",
      got: "none",
    });
}

function compareBytes(operation: Operation, schema: SourcePlace | undefined, findings: Findings): void {
  const impossible = schema && plainlyImpossible(schema);
  if (impossible)
    findings.mismatch(
      impossible.place,
      operation.id,
      "content-type",
      impossibleText(impossible, "response: ", "an answer"),
    );
}

/** The single file is shown without a status of its own. */
function answerIn(operation: Operation, responses: SourcePlace | undefined): SourcePlace | undefined {
  const exact = responses?.get("200") ?? responses?.get("2XX") ?? responses?.get("2xx");
  if (exact || operation.response !== "file") return exact;
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
