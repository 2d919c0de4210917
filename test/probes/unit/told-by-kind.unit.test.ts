/** Links of the service's own that show no action: by what they are told from the links of what was sent. */
import { expect, test } from "vitest";
import type { Exchange } from "../../../spec/vocabulary/history.ts";
import type { JsonObject } from "../../../spec/json.ts";
import { ownKind } from "../../../probes/seen/told-by-kind.ts";

const sent = (kind = "action"): JsonObject => ({ kind, action: "open", data: { part: 1 } });
const begun: JsonObject = { kind: "system", note: "begun" };

/** On each trace one action was sent, and these links are shown. */
const found = (...lists: readonly (readonly JsonObject[])[]) =>
  ownKind(
    lists.flatMap((links, at) => {
      const traceId = String(at);
      const common = { face: "v2", actor: "first", defects: [], traits: [] };
      const answer = (data: unknown) => ({ status: 200, json: { value: { error: null, data } } });
      const intent = { kind: "create", workflow: 0, actionKey: "open", groupLabel: "all", data: {}, files: [] };
      const page = { links, totalCount: links.length, info: { hasNext: false, hasPrevious: false } };
      return [
        { ...common, operationId: "v2CreateTrace", intent, response: answer(traceId) },
        {
          ...{ ...common, operationId: "v2TraceDetails", intent: { kind: "details", traceId, page: {} } },
          response: answer(page),
        },
      ];
    }) as unknown as readonly Exchange[],
    (link) => Object.hasOwn(Object(link), "data"),
  );

test("by a text that all of them show at one place, and no other link does", () => {
  expect(found([begun, sent()], [begun, sent()])).toEqual({ path: ["kind"], key: "system" });
});

test("not by one trace alone, nor by what only some of them show", () => {
  expect(found([begun, sent()], [sent()])).toBeUndefined();
  expect(found([begun, sent()], [{ ...begun, kind: "other" }, sent()])).toBeUndefined();
});

test("not by what links of actions show as well, as one that is doubled", () => {
  expect(found([sent(), sent()], [sent(), sent()])).toBeUndefined();
  expect(found([begun, sent("system")], [begun, sent("system")])).toBeUndefined();
});
