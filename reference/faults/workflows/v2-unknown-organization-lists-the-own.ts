import { onRefusal, succeed } from "../support/refused.ts";
import type { Fault } from "../fault.ts";

export const v2UnknownOrganizationListsTheOwn: Fault = {
  id: "workflows/v2-unknown-organization-lists-the-own",
  title: "For an organization that does not exist v2 lists the workflows of the user's own.",
  requirement: "FLOW-05",
  install(hooks) {
    onRefusal(
      hooks,
      ["unknown-organization"],
      (_reply, call) =>
        succeed(
          call,
          hooks.directory
            .workflowsOf(call.principal?.organization ?? "")
            .map(({ id, name }) => ({ workflowId: id, workflowName: name })),
        ),
      { face: "v2" },
    );
  },
};
