import type { Face } from "../core/call.ts";
import type { WorkflowItem } from "../core/records.ts";
import type { Hooks } from "../hooks/hooks.ts";
import { changeResult, rewritePayload } from "../hooks/rewrite.ts";
import type { WorkflowDefinition } from "../identity/directory.ts";
import type { FaultEntries } from "./fault.ts";
import { fault, faultMaker } from "./fault.ts";
import { counter } from "./support/counting.ts";
import { acceptRefused, onRefusal, succeed } from "./support/refused.ts";

type Items = readonly WorkflowItem[];

const list = faultMaker((hooks, change: (items: Items) => WorkflowItem[]) => changeResult(hooks, "workflows", change));
const answer = (face: Face) =>
  faultMaker((hooks, change: (items: Items) => unknown) =>
    rewritePayload(hooks, { face, kind: "workflows" }, (payload) => change(payload as Items)),
  );
const [v2Answer, legacyAnswer] = [answer("v2"), answer("legacy")];

const listed = ({ id, name }: WorkflowDefinition): WorkflowItem => ({ workflowId: id, workflowName: name });
const allWorkflows = ({ directory }: Hooks): WorkflowItem[] =>
  [...directory.organizations].flatMap((name) => directory.workflowsOf(name)).map(listed);

/** Faults in the lists of workflows. */
export const workflows: FaultEntries<"workflows"> = {
  "workflows/every-second-list-is-shorter": fault(
    "Every second call lacks the first workflow.",
    ["FLOW-06", "FLOW-03"],
    (hooks) => {
      const count = counter();
      changeResult(hooks, "workflows", (items) => (count() % 2 === 0 ? items.slice(1) : items));
    },
  ),
  "workflows/first-one-is-listed-twice": list("The first workflow is listed twice.", "FLOW-04", (items) => [
    ...items.slice(0, 1),
    ...items,
  ]),
  "workflows/id-and-name-change-places": list(
    "The name of a workflow stands under `workflowId` and its id under `workflowName`.",
    "FLOW-03",
    (items) => items.map((item) => ({ workflowId: item.workflowName, workflowName: item.workflowId })),
  ),
  "workflows/second-one-is-missing": list("The second workflow of an organization is not listed.", "FLOW-03", (items) =>
    items.toSpliced(1, 1),
  ),
  "workflows/legacy-has-no-names": legacyAnswer("The legacy workflow list leaves out the names.", "FLOW-02", (items) =>
    items.map(({ workflowId }) => ({ workflowId })),
  ),
  "workflows/legacy-lists-other-organizations-too": fault(
    "The legacy list holds the workflows of all organizations.",
    "EQUIV-05",
    (hooks) => changeResult(hooks, "workflows", () => allWorkflows(hooks), { face: "legacy" }),
  ),
  "workflows/legacy-says-id-and-name": legacyAnswer(
    "The legacy workflow list calls the members `id` and `name`.",
    "FLOW-02",
    (items) => items.map(({ workflowId, workflowName }) => ({ id: workflowId, name: workflowName })),
  ),
  "workflows/legacy-unknown-organization-lists-all": fault(
    "For an organization that does not exist legacy lists the workflows of all.",
    "FLOW-05",
    (hooks) => acceptRefused(hooks, { code: "unknown-organization", face: "legacy" }, allWorkflows(hooks)),
  ),
  "workflows/v2-ids-are-numbers": v2Answer("The v2 workflow list writes ids as numbers.", "FLOW-01", (items) =>
    items.map((item) => ({ ...item, workflowId: Number(item.workflowId) })),
  ),
  "workflows/v2-keyed-by-id": v2Answer(
    "The v2 workflow list is an object of names by id.",
    ["FLOW-01", "ENV-03"],
    (items) => Object.fromEntries(items.map(({ workflowId, workflowName }) => [workflowId, workflowName])),
  ),
  "workflows/v2-names-in-lower-case": fault(
    "The v2 workflow list writes names in lower case.",
    ["FLOW-03", "EQUIV-05"],
    (hooks) => {
      const lower = (items: WorkflowItem[]): WorkflowItem[] =>
        items.map(({ workflowId, workflowName }) => ({ workflowId, workflowName: workflowName.toLowerCase() }));
      changeResult(hooks, "workflows", lower, { face: "v2" });
    },
  ),
  "workflows/v2-unknown-organization-lists-the-own": fault(
    "For an organization that does not exist v2 lists the workflows of the user's own.",
    "FLOW-05",
    (hooks) =>
      onRefusal(hooks, { code: "unknown-organization", face: "v2" }, (_reply, call) =>
        succeed(call, hooks.directory.workflowsOf(call.principal?.organization ?? "").map(listed)),
      ),
  ),
};
