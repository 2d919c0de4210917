import type { OperationId } from "../../spec/operations.ts";
import type { RequirementId } from "../../spec/requirements/index.ts";
import type { Call, Face } from "../core/call.ts";
import { unauthorized } from "../core/refusal.ts";
import type { Hooks } from "../hooks/hooks.ts";
import type { Scope } from "../hooks/rewrite.ts";
import { changeResult, inScope } from "../hooks/rewrite.ts";
import type { FaultEntries, FaultEntry } from "./fault.ts";
import { fault } from "./fault.ts";
import type { Leniency } from "./support/doors.ts";
import {
  altered,
  cut,
  invented,
  issuedTokens,
  openToClaimsOf,
  openToToken,
  openWithoutHeader,
  unsigned,
} from "./support/doors.ts";
import { rememberDownloads } from "./support/kept.ts";
import { someUser } from "./support/users.ts";
import { refuseAfterwards } from "./support/writes.ts";

/** An endpoint that lets in who brings no `Authorization` header. @param endpoint as the title begins */
const open = (endpoint: string, requirement: RequirementId, operation: OperationId): FaultEntry =>
  fault(`${endpoint} answered without a token.`, requirement, (hooks) => openWithoutHeader(hooks, operation));

/** An endpoint that takes tokens which the service did not issue. @param endpoint as the title begins */
const lenient = (endpoint: string, requirement: RequirementId, operation: OperationId, token: Leniency): FaultEntry =>
  fault(`${endpoint} answered with ${token.title}.`, requirement, (hooks) => openToToken(hooks, operation, token));

/** Carries out a write although authentication failed, and then answers it as refused. */
function refuseWhenDone(hooks: Hooks, when: (call: Call, authorization: string | undefined) => boolean): void {
  const refuse = refuseAfterwards(hooks);
  hooks.around("authenticate", (inner) => async (call, authorization) => {
    try {
      return await inner(call, authorization);
    } catch (refusal) {
      if (!when(call, authorization)) throw refusal;
      refuse(call, refusal);
      return someUser(hooks);
    }
  });
}

/** Refuses tokens that a login through one face gave out. */
function refuseTokensOf(hooks: Hooks, issuer: Face, where: Scope, message: string): void {
  const issued = issuedTokens(hooks, { face: issuer });
  hooks.around("authenticate", (inner) => (call, authorization) => {
    if (inScope(call, where) && issued.has(authorization?.slice("Bearer ".length) ?? "")) throw unauthorized(message);
    return inner(call, authorization);
  });
}

/** Faults in letting in with tokens. */
export const authentication: FaultEntries<"authentication"> = {
  "authentication/action-with-a-bad-token-is-done-and-refused": fault(
    "An action with an invalid token is carried out, and then answered with 401.",
    "AUTH-32",
    (hooks) => refuseWhenDone(hooks, ({ kind }) => kind === "act"),
  ),
  "authentication/downloads-given-once-need-no-token": fault(
    "A download that was given out once is given to callers without a token from then on.",
    ["AUTH-05", "AUTH-06", "AUTH-13"],
    (hooks) => {
      const kept = rememberDownloads(hooks);
      hooks.around(
        "authenticate",
        (inner) => async (call, authorization) =>
          authorization === undefined && kept.wasGiven(call) ? someUser(hooks) : await inner(call, authorization),
      );
    },
  ),
  "authentication/downloads-refused-once-stay-refused": fault(
    "A download that was refused to anybody is refused to everybody from then on.",
    ["REFUSE-03", "AUTH-31"],
    (hooks) => {
      const kept = rememberDownloads(hooks);
      hooks.around(
        "authenticate",
        (inner) => (call, authorization) => inner(call, kept.wasRefused(call) ? undefined : authorization),
      );
    },
  ),
  "authentication/legacy-creation-without-token-is-done-and-refused": fault(
    "A legacy creation without a token is carried out, and then answered with 401.",
    "AUTH-32",
    (hooks) =>
      refuseWhenDone(
        hooks,
        ({ operation }, authorization) => operation.id === "legacyCreateTrace" && authorization === undefined,
      ),
  ),
  "authentication/legacy-refuses-tokens-of-v2": fault(
    "The legacy endpoints refuse tokens that a v2 login gave out.",
    ["AUTH-31", "LOGIN-06", "LOGIN-07"],
    (hooks) => refuseTokensOf(hooks, "v2", { face: "legacy" }, "the token is for v2"),
  ),
  "authentication/legacy-workflows-refuse-everybody": fault(
    "The legacy workflow list refuses every token.",
    ["AUTH-31", "REFUSE-03"],
    (hooks) =>
      hooks.around("authenticate", (inner) => (call, authorization) => {
        if (call.operation.id === "legacyListWorkflows") throw unauthorized("the token is not for this endpoint");
        return inner(call, authorization);
      }),
  ),
  "authentication/legacy-logins-give-tokens-that-nobody-verifies": fault(
    "A token with the claims of one that the legacy login gave out is taken, whatever its header and signature.",
    ["AUTH-19", "AUTH-27"],
    (hooks) => openToClaimsOf(hooks, { face: "legacy" }),
  ),
  "authentication/v2-file-refuses-tokens-of-legacy": fault(
    "The download of one file refuses tokens that the legacy login gave out.",
    ["AUTH-31", "LOGIN-08"],
    (hooks) => refuseTokensOf(hooks, "legacy", { kind: "file" }, "the token is too old"),
  ),

  "authentication/legacy-archive-needs-no-token": open("The legacy archive is", "AUTH-13", "legacyDownloadFiles"),
  "authentication/legacy-creation-needs-no-token": open("The legacy creation is", "AUTH-09", "legacyCreateTrace"),
  "authentication/legacy-details-need-no-token": open("The legacy details are", "AUTH-11", "legacyTraceDetails"),
  "authentication/legacy-link-needs-no-token": open("The legacy link is", "AUTH-10", "legacyAppendAction"),
  "authentication/legacy-search-needs-no-token": open("The legacy search is", "AUTH-14", "legacySearchTraces"),
  "authentication/legacy-state-needs-no-token": fault(
    "The legacy state is answered without a token.",
    "AUTH-12",
    (hooks) => {
      hooks.around("authenticate", (inner) => async (call, authorization) => {
        const open = call.operation.id === "legacyTraceState" && authorization === undefined;
        if (!open) return await inner(call, authorization);
        return { userId: "nobody", email: "", organization: "", groups: [] };
      });
      changeResult(hooks, "maySee", (may, call) => call.principal?.userId === "nobody" || may);
    },
  ),
  "authentication/legacy-workflows-needs-no-token": open(
    "The legacy workflow list is",
    "AUTH-15",
    "legacyListWorkflows",
  ),
  "authentication/v2-action-needs-no-token": open("The v2 action is", "AUTH-02", "v2AppendAction"),
  "authentication/v2-archive-needs-no-token": open("The v2 archive is", "AUTH-05", "v2DownloadFiles"),
  "authentication/v2-creation-needs-no-token": open("The v2 creation is", "AUTH-01", "v2CreateTrace"),
  "authentication/v2-details-need-no-token": open("The v2 details are", "AUTH-03", "v2TraceDetails"),
  "authentication/v2-file-needs-no-token": open("The v2 file is", "AUTH-06", "v2DownloadFile"),
  "authentication/v2-search-needs-no-token": open("The v2 search is", "AUTH-07", "v2SearchTraces"),
  "authentication/v2-state-needs-no-token": open("The v2 state is", "AUTH-04", "v2TraceState"),
  "authentication/v2-workflows-needs-no-token": open("The v2 workflow list is", "AUTH-08", "v2ListWorkflows"),

  "authentication/legacy-archive-ignores-the-signature": lenient(
    "The legacy archive is",
    "AUTH-28",
    "legacyDownloadFiles",
    altered,
  ),
  "authentication/legacy-creation-ignores-the-signature": lenient(
    "The legacy creation is",
    "AUTH-24",
    "legacyCreateTrace",
    altered,
  ),
  "authentication/legacy-details-take-unsigned-tokens": lenient(
    "The legacy details are",
    "AUTH-26",
    "legacyTraceDetails",
    unsigned,
  ),
  "authentication/legacy-link-takes-any-token": lenient(
    "The legacy link is",
    "AUTH-25",
    "legacyAppendAction",
    invented,
  ),
  "authentication/legacy-search-takes-any-token": lenient(
    "The legacy search is",
    "AUTH-29",
    "legacySearchTraces",
    invented,
  ),
  "authentication/legacy-state-takes-the-beginning-of-a-token": lenient(
    "The legacy state is",
    "AUTH-27",
    "legacyTraceState",
    cut,
  ),
  "authentication/legacy-workflows-take-unsigned-tokens": lenient(
    "The legacy workflow list is",
    "AUTH-30",
    "legacyListWorkflows",
    unsigned,
  ),
  "authentication/v2-action-takes-any-token": lenient("The v2 action is", "AUTH-17", "v2AppendAction", invented),
  "authentication/v2-archive-ignores-the-signature": lenient(
    "The v2 archive is",
    "AUTH-20",
    "v2DownloadFiles",
    altered,
  ),
  "authentication/v2-creation-ignores-the-signature": lenient(
    "The v2 creation is",
    "AUTH-16",
    "v2CreateTrace",
    altered,
  ),
  "authentication/v2-details-take-unsigned-tokens": lenient(
    "The v2 details are",
    "AUTH-18",
    "v2TraceDetails",
    unsigned,
  ),
  "authentication/v2-file-takes-any-token": lenient("The v2 file is", "AUTH-21", "v2DownloadFile", invented),
  "authentication/v2-search-takes-unsigned-tokens": lenient("The v2 search is", "AUTH-22", "v2SearchTraces", unsigned),
  "authentication/v2-state-takes-the-beginning-of-a-token": lenient("The v2 state is", "AUTH-19", "v2TraceState", cut),
  "authentication/v2-workflows-take-the-beginning-of-a-token": lenient(
    "The v2 workflow list is",
    "AUTH-23",
    "v2ListWorkflows",
    cut,
  ),
};
