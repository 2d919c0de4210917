import type { Principal } from "../core/call.ts";
import { notFound } from "../core/refusal.ts";
import { changeResult } from "../hooks/rewrite.ts";
import { searchOtherwise } from "../hooks/scan.ts";
import type { FaultEntries } from "./fault.ts";
import { fault } from "./fault.ts";
import { rememberDownloads } from "./support/kept.ts";
import { someUser } from "./support/users.ts";
import { refuseAfterwards } from "./support/writes.ts";

/** Faults in keeping the traces of an organization from others. */
export const isolation: FaultEntries<"isolation"> = {
  "isolation/anybody-may-append-through-legacy": fault(
    "Users of other organizations can append actions through the legacy face.",
    "ISO-04",
    (hooks) =>
      hooks.around("authenticate", (inner) => async (call, authorization) => {
        const user = await inner(call, authorization);
        return call.operation.id === "legacyAppendAction" ? someUser(hooks) : user;
      }),
  ),
  "isolation/anybody-may-append-through-v2": fault(
    "Users of other organizations can append actions through v2, which are then answered as refused.",
    ["ISO-04", "REFUSE-01"],
    (hooks) => {
      const refuse = refuseAfterwards(hooks);
      hooks.around("authenticate", (inner) => async (call, authorization) => {
        const user = await inner(call, authorization);
        const owner = someUser(hooks);
        if (call.operation.id !== "v2AppendAction" || user.organization === owner.organization) return user;
        refuse(call, notFound("unknown-trace", "no such trace", "path.traceId"));
        return owner;
      });
    },
  ),
  "isolation/details-are-open-to-all": fault(
    "The links of a trace are shown to users of other organizations.",
    "ISO-02",
    (hooks) => changeResult(hooks, "maySee", () => true, { kind: "details" }),
  ),
  "isolation/downloads-given-once-are-open-to-all": fault(
    "A download that was given out once is given to users of other organizations from then on.",
    "ISO-03",
    (hooks) => {
      const kept = rememberDownloads(hooks);
      hooks.around("maySee", (inner) => (call, organization) => kept.wasGiven(call) || inner(call, organization));
    },
  ),
  "isolation/legacy-archive-is-open-to-all": fault(
    "Users of other organizations can download an archive through the legacy face.",
    "ISO-03",
    (hooks) => changeResult(hooks, "maySee", () => true, { face: "legacy", kind: "files" }),
  ),
  "isolation/legacy-state-is-open-to-all": fault(
    "The legacy state of a trace is shown to users of other organizations.",
    "ISO-01",
    (hooks) => changeResult(hooks, "maySee", () => true, { face: "legacy", kind: "state" }),
  ),
  "isolation/search-sees-other-organizations": fault(
    "A search finds traces of other organizations when their workflow is named.",
    "ISO-05",
    (hooks) => {
      hooks.policy.workflowKey = {
        find: (directory, organization, key, face) =>
          directory.workflow(key) ?? (face === "v2" ? directory.workflowByName(organization, key) : undefined),
      };
      searchOtherwise(hooks, (query, inner) => {
        const organization = hooks.directory.workflow(query.workflowId)?.organization ?? query.organization;
        return inner({ ...query, organization });
      });
    },
  ),
  "isolation/state-is-open-to-all": fault(
    "The state of a trace is shown to users of other organizations.",
    "ISO-01",
    (hooks) => changeResult(hooks, "maySee", () => true, { kind: "state" }),
  ),
  "isolation/v2-file-is-open-to-all": fault("Users of other organizations can download a file.", "ISO-03", (hooks) =>
    changeResult(hooks, "maySee", () => true, { kind: "file" }),
  ),
  "isolation/whoever-logged-in-last-sends-all": fault(
    "Whoever logged in last is taken for the sender of every request.",
    "ISO-01",
    (hooks) => {
      let last: Principal | undefined;
      hooks.around("token", (inner) => (call, user) => {
        last = user;
        return inner(call, user);
      });
      hooks.around("authenticate", (inner) => async (call, authorization) => {
        const user = await inner(call, authorization);
        return last ?? user;
      });
    },
  ),
};
