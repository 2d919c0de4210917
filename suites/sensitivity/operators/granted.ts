/** What a service answers that grants a request: real data of the history, in the form that is documented. */
import type { Json } from "../../../spec/json.ts";
import { operationById } from "../../../spec/operations.ts";
import { isAction } from "../../../spec/readings/actions.ts";
import { payloadOf } from "../../../spec/readings/outcome.ts";
import type { Exchange, RequestedDigest } from "../../../spec/vocabulary/history.ts";
import type { ModelTrace } from "../../../checks/model/world.ts";
import { strangeDigest, successAs, withContent, withDocument, withEntries } from "../answers.ts";
import type { Recorded } from "../recorded.ts";
import { strangeUuid } from "./pick.ts";

/** A well-formed JWT that nobody issued. */
const token = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJzb21lYm9keSJ9.c2lnbmF0dXJl";

/**
 * The exchange as a service answers it that does what it is asked. Where the trace of the request is none of the
 * history, another one's data are shown. Undefined where the history holds nothing that could be shown.
 */
export function granted(exchange: Exchange, recorded: Recorded): Exchange | undefined {
  const { intent, operationId, request, index } = exchange;
  const trace = recorded.subject.traceOf(exchange) ?? recorded.traces.find(({ reads }) => reads.length > 0);
  const fresh = (): string => strangeUuid(`${request.path}${String(index)}`);
  const json = (payload: Json | undefined): Exchange | undefined => {
    if (payload === undefined) return undefined;
    const document = operationById(operationId).enveloped ? { error: null, data: payload } : payload;
    return successAs(withDocument(exchange, document), "application/json");
  };
  switch (intent.kind) {
    case "create":
      return json(fresh());
    case "act":
      return json(operationId === "v2AppendAction" ? fresh() : shown(trace, "state", recorded));
    case "state":
    case "details":
      return json(shown(trace, intent.kind, recorded));
    case "search":
      return json(trace && [trace.id]);
    case "workflows":
      return json(
        recorded.subject.target.workflows.map(({ id, name = id }) => ({ workflowId: id, workflowName: name })),
      );
    case "login-credential":
    case "login-private-key":
      return json({ token });
    case "file": {
      const file = fileOf(intent.requested, trace, recorded);
      return (
        file && successAs(withContent(exchange, { bytes: file.size, sha256: file.sha256 }), "application/octet-stream")
      );
    }
    case "files": {
      const files = intent.requested.flatMap((digest) => fileOf(digest, trace, recorded) ?? []);
      if (files.length === 0) return undefined;
      const bytes = files.reduce((sum, { size }) => sum + size, 100);
      const archive = withContent(exchange, { bytes, sha256: strangeDigest(String(index)) });
      const entries = files.map(({ size, sha256 }, at) => ({
        name: `file-${String(at)}`,
        size,
        sha256,
        directory: false,
      }));
      return successAs(withEntries(archive, entries), "application/zip");
    }
  }
}

/** What the trace last showed of itself through either face. */
function shown(trace: ModelTrace | undefined, kind: "details" | "state", recorded: Recorded): Json | undefined {
  const last = recorded.reads(kind).findLast((read) => read.trace === trace);
  const payload = last && payloadOf(last.exchange);
  return payload ?? undefined;
}

/** The file that is meant, or that the digest resembles; else one of the trace, as a service gives that looks at no digest. */
function fileOf({ file, resembles }: RequestedDigest, trace: ModelTrace | undefined, recorded: Recorded) {
  const meant = file ?? resembles;
  const sent = meant && recorded.history.exchanges[meant.exchange]?.intent;
  if (meant && isAction(sent)) return sent.files[meant.position];
  return trace?.actions.flatMap(({ files }) => files).find(({ size }) => size > 0);
}
