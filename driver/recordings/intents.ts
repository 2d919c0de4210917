/** What a recorded request meant, as far as the recording shows. */
import type { ActionIntent, Intent, ResolvedPage } from "../../spec/vocabulary/history.ts";
import { isJsonObject, type Json, type JsonObject, memberOf } from "../../spec/json.ts";
import type { OperationStep } from "../../spec/vocabulary/script.ts";
import { isSecretMember } from "../secrets/names.ts";
import type { RecordedOperation } from "./find-base.ts";
import { formOf } from "./form.ts";

interface RecordedIntent {
  readonly intent: Intent;
  /** The same as a step of a script, with what was sent written out. */
  readonly step: OperationStep;
  /** False for a write whose content cannot be read: what the trace holds afterwards is not known. */
  readonly known: boolean;
}

export function intentOf({ operation, parameters, entry }: RecordedOperation): RecordedIntent {
  const { kind, face } = operation;
  const [first = "", second = ""] = parameters;
  const document = jsonOf(entry.postData?.text);
  switch (kind) {
    case "create": {
      const { action, known } = actionOf(entry.postData, face);
      return { intent: { kind, ...action }, step: { op: "create", face, data: objectOf(action.data) }, known };
    }
    case "act": {
      const { action, known } = actionOf(entry.postData, face);
      const step: OperationStep = { op: "act", face, trace: first, data: objectOf(action.data) };
      return { intent: { kind, traceId: first, ...action }, step, known };
    }
    case "details": {
      const page = pageOf(face === "v2" ? memberOf(document, "data") : memberOf(document, "input"));
      return { intent: { kind, traceId: first, page }, step: { op: "details", face, trace: first, page }, known: true };
    }
    case "state":
      return { intent: { kind, traceId: first }, step: { op: "state", face, trace: first }, known: true };
    case "files": {
      const digests = [...entry.url.searchParams]
        .filter(([name]) => !isSecretMember(name))
        .flatMap(([, value]) => value.split(","));
      const requested = digests.map((digest) => ({ digest }));
      return {
        intent: { kind, traceId: first, requested },
        step: { op: "files", face, trace: first, digests },
        known: true,
      };
    }
    case "file":
      return {
        intent: { kind, traceId: first, requested: { digest: second } },
        step: { op: "file", face, trace: first, digest: second },
        known: true,
      };
    case "search": {
      const filters = memberOf(document, "filters") ?? {};
      const intent: Intent = { kind, filters, attempt: 1, last: true };
      return { intent, step: { op: "search", face, workflow: first, filters }, known: true };
    }
    case "workflows":
      return {
        intent: { kind, organization: first },
        step: { op: "workflows", face, organization: first },
        known: true,
      };
    case "login-credential":
      return { intent: { kind }, step: { op: "login", face, method: "credential" }, known: true };
    case "login-private-key":
      return { intent: { kind }, step: { op: "login", face, method: "private-key" }, known: true };
  }
}

function actionOf(
  body: RecordedOperation["entry"]["postData"],
  face: "v2" | "legacy",
): { readonly action: ActionIntent; readonly known: boolean } {
  const form = body && formOf(body);
  const document = face === "legacy" ? jsonOf(form?.texts.get("body")) : undefined;
  const data = face === "legacy" ? memberOf(document, "data") : jsonOf(form?.texts.get("traceInput"));
  const field = (name: string): Json | undefined =>
    face === "legacy" ? memberOf(document, name) : form?.texts.get(name);
  const given = Object.entries({
    actionKey: field("actionKey"),
    workflowId: field("workflowId"),
    groupLabel: field("groupLabel"),
  }).filter(([, value]) => value !== undefined);
  return {
    action: { data: data ?? {}, files: form?.files ?? [], ...Object.fromEntries(given), workflow: 0 },
    known: data !== undefined && form?.filesUnknown === false,
  };
}

function pageOf(value: Json | undefined): ResolvedPage {
  const source = isJsonObject(value) ? value : {};
  const names = ["first", "last", "after", "before"].filter(
    (name) => source[name] !== undefined && source[name] !== null,
  );
  return Object.fromEntries(names.map((name) => [name, source[name]]));
}

function objectOf(value: Json): JsonObject {
  return isJsonObject(value) ? value : {};
}

/** The value of a JSON text; undefined where it is none. */
export function jsonOf(text: string | undefined): Json | undefined {
  try {
    return text === undefined ? undefined : (JSON.parse(text) as Json);
  } catch {
    return undefined;
  }
}
