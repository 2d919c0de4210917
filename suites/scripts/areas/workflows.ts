/** The workflow list: known organization, twice and through both faces; unknown ones and odd names. */
import { oddOrganizations, oddWorkflows } from "../../../generators/index.ts";
import { faces } from "../../../spec/operations.ts";
import type { OperationStep } from "../../../spec/vocabulary/script.ts";
import type { ScriptArea } from "../context.ts";
import { byDepth, chosen } from "../support/choose.ts";
import { defineScript } from "../support/define-script.ts";

const area = "workflows";

export const workflows: ScriptArea = {
  id: area,
  title: "The workflows of an organization are listed",
  scripts: (context) => {
    const count = byDepth(context, { quick: 2, standard: 99, deep: 99 });
    const names = chosen(context, oddOrganizations, { count, sure: 1, topic: area });
    const ids = chosen(context, oddWorkflows, { count, sure: 1, topic: "odd-workflows" });
    return [
      defineScript(context, area, "known", "The list is the same on every call and through both faces", () =>
        [...faces, ...faces].map((face): OperationStep => ({ op: "workflows", face })),
      ),
      defineScript(context, area, "unknown", "An organization that does not exist has no workflows", () =>
        names.flatMap((organization) => faces.map((face): OperationStep => ({ op: "workflows", face, organization }))),
      ),
      defineScript(context, area, "search-unknown", "A workflow that does not exist has no traces", (draft) => {
        const { marker } = draft.marker();
        return ids.flatMap((workflow) =>
          faces.map((face): OperationStep => ({ op: "search", face, workflow, filters: { tcMark: marker } })),
        );
      }),
    ];
  },
};
