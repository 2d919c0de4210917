import type { Call } from "../core/call.ts";
import type { JsonObject } from "../core/json.ts";
import type { ActionInput } from "../core/records.ts";
import { badRequest, forbidden, notFound } from "../core/refusal.ts";
import type { Hooks } from "../hooks/hooks.ts";
import { changeResult, onWritten } from "../hooks/rewrite.ts";
import { shallowMerge } from "../policy/state.ts";
import type { FaultEntries } from "./fault.ts";
import { fault } from "./fault.ts";
import { amendLinks, amendTrace } from "./support/amendments.ts";
import { fileRecord, traceIdOf } from "./support/attachments.ts";
import { counter } from "./support/counting.ts";
import { refuseAfterwards, refuseTooLate, replaceUnknownWorkflow } from "./support/writes.ts";

/** Changes the trace id of a path before anything is made of it. */
function inTraceId(hooks: Hooks, change: (traceId: string) => string): void {
  hooks.around("onRequest", (inner) => async (call) => {
    await inner(call);
    const params = call.params as Record<string, string>;
    if (params["traceId"] !== undefined) params["traceId"] = change(params["traceId"]);
  });
}

/** Does something when an action is refused while it is appended. */
function onRefusedAppend(hooks: Hooks, act: (traceId: string, input: ActionInput) => void | Promise<void>): void {
  const inputs = new WeakMap<Call, ActionInput>();
  changeResult(hooks, "readAction", (input, call) => {
    inputs.set(call, input);
    return input;
  });
  hooks.around("append", (inner) => async (call, traceId, compute) => {
    try {
      return await inner(call, traceId, compute);
    } catch (refusal) {
      const input = inputs.get(call);
      if (input !== undefined) await act(traceId, input);
      throw refusal;
    }
  });
}

/** Faults in refusing: what must be refused, what must not, and what a refused request leaves. */
export const refusals: FaultEntries<"refusals"> = {
  "refusals/anything-names-the-newest-trace": fault(
    "A text that is no UUID names the trace that was created last.",
    "REFUSE-04",
    (hooks) => {
      let newest: string | undefined;
      onWritten(hooks, ({ link }) => void (newest = link.traceId), { kind: "create" });
      const isUuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
      inTraceId(hooks, (traceId) => (isUuid.test(traceId) ? traceId : (newest ?? traceId)));
    },
  ),
  "refusals/creation-in-an-unknown-workflow-is-kept-elsewhere": fault(
    "A creation in a workflow that does not exist is refused, and kept in the first workflow.",
    "REFUSE-02",
    (hooks) => {
      const refuse = refuseAfterwards(hooks);
      replaceUnknownWorkflow(hooks, (call) =>
        refuse(call, notFound("unknown-workflow", "no such workflow", "workflowId")),
      );
    },
  ),
  "refusals/fourth-reading-of-details-is-forbidden": fault(
    "The v2 details of a trace are refused from the fourth reading on.",
    ["REFUSE-03", "DETAILS-09"],
    (hooks) => {
      const count = counter();
      hooks.around("links", (inner) => async (call, traceId, window) => {
        const found = await inner(call, traceId, window);
        if (call.face === "v2" && found !== undefined && count(traceId) > 3)
          throw forbidden("read-too-often", "wait a while");
        return found;
      });
    },
  ),
  "refusals/fresh-trace-has-no-v2-state": fault(
    "The v2 state of a trace is not found before its second link.",
    ["REFUSE-03", "CREATE-08"],
    (hooks) =>
      hooks.around("trace", (inner) => async (call, traceId) => {
        const trace = await inner(call, traceId);
        return call.face === "v2" && trace?.linkCount === 1 ? undefined : trace;
      }),
  ),
  "refusals/legacy-search-refuses-a-second-filter": fault(
    "The legacy search refuses more than one filter.",
    ["REFUSE-03", "SEARCH-05"],
    (hooks) => {
      const read = (filters: JsonObject): JsonObject => {
        if (Object.keys(filters).length > 1) throw badRequest("too-many-filters", "wanted one filter");
        return filters;
      };
      changeResult(hooks, "readFilters", read, { face: "legacy" });
    },
  ),
  "refusals/refused-action-changes-the-state": fault(
    "The data of an action that is refused reach the state all the same.",
    "REFUSE-01",
    (hooks) =>
      onRefusedAppend(hooks, async (traceId, { data }) => {
        await amendTrace(hooks, traceId, (trace) => ({ ...trace, data: shallowMerge(trace.data, data) }));
      }),
  ),
  "refusals/refused-action-is-counted": fault(
    "An action that is refused counts in `totalCount`.",
    "REFUSE-01",
    (hooks) => {
      const refused = new Map<string, number>();
      onRefusedAppend(hooks, (traceId) => void refused.set(traceId, (refused.get(traceId) ?? 0) + 1));
      changeResult(hooks, "page", (page, call) => ({
        ...page,
        totalCount: page.totalCount + (refused.get(traceIdOf(call)) ?? 0),
      }));
    },
  ),
  "refusals/refused-action-is-kept": fault(
    "An action that is refused, because its key is unknown or its group wrong, becomes a link all the same.",
    "REFUSE-01",
    (hooks) => refuseTooLate(hooks, "act"),
  ),
  "refusals/refused-action-leaves-its-files": fault(
    "The files of an action that is refused are listed by the newest link.",
    "REFUSE-01",
    (hooks) =>
      onRefusedAppend(hooks, async (traceId, { files }) => {
        await amendLinks(hooks, traceId, (link, { linkCount }) =>
          link.position === linkCount ? { ...link, files: [...link.files, ...files.map(fileRecord)] } : link,
        );
      }),
  ),
  "refusals/refused-creation-is-found": fault(
    "A creation that is refused, because its action is unknown or its group wrong, can be found by search.",
    "REFUSE-02",
    (hooks) => refuseTooLate(hooks, "create"),
  ),
  "refusals/text-behind-a-uuid-is-ignored": fault(
    "What stands behind the UUID in a path is ignored.",
    "REFUSE-04",
    (hooks) => inTraceId(hooks, (traceId) => traceId.slice(0, 36)),
  ),
};
