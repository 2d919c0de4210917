import { onRefusal, succeed } from "../support/refused.ts";
import type { Fault } from "../fault.ts";

export const legacyUnknownOrganizationListsAll: Fault = {
  id: "workflows/legacy-unknown-organization-lists-all",
  title: "For an organization that does not exist legacy lists the workflows of all.",
  requirement: "FLOW-05",
  install(hooks) {
    onRefusal(
      hooks,
      ["unknown-organization"],
      (_reply, call) => {
        const all = [...hooks.directory.organizations].flatMap((name) => hooks.directory.workflowsOf(name));
        return succeed(
          call,
          all.map(({ id, name }) => ({ workflowId: id, workflowName: name })),
        );
      },
      { face: "legacy" },
    );
  },
};
