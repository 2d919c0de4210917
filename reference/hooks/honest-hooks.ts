import { badRequest, forbidden, notFound, unauthorized } from "../core/refusal.ts";
import type { Directory } from "../identity/directory.ts";
import type { TokenService } from "../identity/tokens.ts";
import type { Policy } from "../policy/policy.ts";
import type { TraceStore } from "../storage/trace-store.ts";
import type { HookFunctions } from "./hooks.ts";

/** What the service does at each hook. */
export function honestHooks(
  policy: Policy,
  store: TraceStore,
  directory: Directory,
  tokens: TokenService,
): HookFunctions {
  return {
    onRequest: () => undefined,

    async authenticate(_call, authorization) {
      const token = /^Bearer +(\S+)$/i.exec(authorization ?? "")?.[1];
      if (token === undefined) throw unauthorized("wanted the header `Authorization: Bearer <token>`");
      const user = directory.byId(await tokens.verify(token));
      if (user === undefined) throw unauthorized("the user of the bearer token no longer exists");
      return user;
    },

    maySee: (call, organization) => call.principal?.organization === organization,

    readAction: (_call, input) => input,
    readPage: (_call, request) => request,
    readFilters: (_call, filters) => filters,
    readDigests: (_call, digests) => digests,

    checkAction(call, workflow, input) {
      const action = workflow.actions.get(input.actionKey);
      if (action === undefined) {
        const known = [...workflow.actions.keys()].join(", ");
        throw badRequest("unknown-action", `workflow ${workflow.id} has the actions ${known}`, "actionKey");
      }
      if (!action.groups.includes(input.groupLabel)) {
        const groups = action.groups.join(", ");
        throw badRequest("unknown-group", `action ${action.key} belongs to the groups ${groups}`, "groupLabel");
      }
      if (call.principal?.groups.includes(input.groupLabel) !== true) {
        throw forbidden("not-in-group", `the user is not in the group ${input.groupLabel}`, "groupLabel");
      }
      if (call.kind === "create" && !action.creates) {
        throw badRequest("action-does-not-create", `action ${action.key} cannot start a trace`, "actionKey");
      }
      if (action.validate !== undefined && !action.validate(input.data)) {
        const problems = (action.validate.errors ?? []).map(
          (error) => `data${error.instancePath} ${error.message ?? ""}`,
        );
        throw badRequest("data-against-schema", problems.join("; "), "data");
      }
    },

    next: (_call, workflow, trace) => policy.process.next(workflow, trace),
    gate(_call, { actionKey, groupLabel }, _before, next) {
      if (!(next[groupLabel] ?? []).includes(actionKey)) throw policy.process.refusal(actionKey, groupLabel);
    },
    advance: (_call, before, action, link) => policy.process.advance(before, action, link),

    fold: (_call, before, link) => policy.state.fold(before?.data, link),
    write: (_call, write) => write,
    create: (_call, write) => store.create(write),
    append: (_call, traceId, compute) => store.append(traceId, compute),
    written: () => undefined,

    trace: (_call, traceId) => store.trace(traceId),
    links: (_call, traceId, window) => store.links(traceId, window),
    presentState: (_call, trace) => policy.state.present(trace),
    presentProcess: (_call, state, trace, next) => policy.process.show(state, trace, next),
    presentLink: (_call, link) => policy.link.present(link),
    page: (_call, page) => page,

    selectFiles: (_call, wanted, found) =>
      wanted.map((digest) => {
        const file = found.find((candidate) => candidate.digest === digest);
        if (file === undefined) throw notFound("unknown-digest", `the trace has no file ${digest}`, "digest");
        return file;
      }),
    content: (_call, file) => store.contents.read(file),
    zipEntries: (_call, entries) => entries,

    search: (_call, query) => store.search(query),
    workflows: (_call, items) => items,
    token: (_call, user) => tokens.issue(user.userId, policy.token.claims(user), policy.token.lifetimeS),

    payload: (_call, payload) => payload,
    respond: (_call, reply) => reply,
  };
}
