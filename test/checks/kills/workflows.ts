/** Workflow lists. */
import type { RequirementId } from "../../../spec/requirements/index.ts";
import { faces } from "../../../spec/operations.ts";
import type { Story } from "../support/history.ts";
import type { Kill } from "../support/kill.ts";
import { last, payload, succeedsWith, type HistoryFault } from "../support/history-faults.ts";

const claims = { workflowId: "2041", workflowName: "Claims" };
const returns = { workflowId: "2042", workflowName: "Returns" };

function lists(story: Story): void {
  story.workflows();
  story.workflows("acme", { face: "legacy" });
  story.workflows("acme", { face: "legacy" });
}

function of(requirement: RequirementId, title: string, reject: HistoryFault, accept = lists): Kill {
  return { requirement, title, accept, reject };
}

const extra = last(
  "workflows",
  payload(() => [claims, returns, { workflowId: "1", workflowName: "New" }]),
);

export const workflowKills: readonly Kill[] = [
  of(
    "FLOW-03",
    "a workflow is not listed",
    last(
      "workflows",
      payload(() => [claims]),
    ),
  ),
  of(
    "FLOW-03",
    "a workflow is listed under another name",
    last(
      "workflows",
      payload(() => [claims, { ...returns, workflowName: "returns" }]),
    ),
  ),
  of(
    "FLOW-04",
    "a workflow is listed twice",
    last(
      "workflows",
      payload(() => [claims, returns, claims]),
    ),
  ),
  of("FLOW-05", "an organization of nobody has workflows", last("workflows", succeedsWith([claims])), (story) => {
    story.workflows("nobody & sons");
  }),
  of("FLOW-05", "the beginning of its name lists the workflows", last("workflows", succeedsWith([claims])), (story) => {
    story.workflows("acm");
  }),
  of("FLOW-06", "the list changes", extra),
  of("EQUIV-05", "the faces list different workflows", extra),
  of("EQUIV-05", "the faces list different workflows to a colleague", extra, (story) => {
    for (const face of faces) story.workflows("acme", { face, actor: "user-0" });
  }),
];
