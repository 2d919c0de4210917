/** The workflow list: known organization, twice and through both faces; unknown ones and odd names. */
import { nearOrganizations, oddOrganizations, oddWorkflows } from "../../../generators/index.ts";
import { faces, type Face } from "../../../spec/operations.ts";
import type { OperationStep } from "../../../spec/vocabulary/script.ts";
import type { ScriptArea } from "../context.ts";
import { dealt } from "../support/choose.ts";
import { scriptsOf } from "../support/define-script.ts";

const area = "workflows";
const script = scriptsOf(area);

export const workflows: ScriptArea = {
  id: area,
  title: "The workflows of an organization are listed",
  scripts: (context) => {
    const through = <T>(list: readonly T[], step: (face: Face, value: T) => OperationStep) =>
      faces.flatMap((face) => dealt(context, list, { face, sure: 1, topic: area }).map((value) => step(face, value)));
    return [
      // The smoke scripts ask for one of each.
      ...(context.depth === "quick"
        ? []
        : [
            script(context, "known", "The list is the same on every call and through both faces", () =>
              [...faces, ...faces].map((face): OperationStep => ({ op: "workflows", face })),
            ),
            script(context, "unknown", "An organization that does not exist has no workflows", () => [
              ...nearOrganizations(context.target.organization ?? "").flatMap((organization) =>
                faces.map((face): OperationStep => ({ op: "workflows", face, organization })),
              ),
              ...through(oddOrganizations, (face, organization) => ({ op: "workflows", face, organization })),
            ]),
            script(context, "search-unknown", "A workflow that does not exist has no traces", (draft) => {
              const { marker } = draft.marker();
              return through(oddWorkflows, (face, workflow) => ({
                op: "search",
                face,
                workflow,
                filters: { tcMark: marker },
              }));
            }),
          ]),
    ];
  },
};
