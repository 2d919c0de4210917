/** Mutants that answer otherwise where a workflow is a process, whose actions and states are its own. */
import type { Reason } from "../standing.ts";

export const openOfProcesses: readonly Reason[] = [
  {
    why: "which actions start traces, and which a trace takes, is the workflow's choice",
    places: [
      ["policy/process.ts", "byRules.groups", "[...new Set("],

      ["policy/process.ts", "byRules.ended", "actions.some("],
      [
        "policy/process.ts",
        "byRules.allowed",
        "!ended && appends && times(key) < atMost && after.every((earlier) => times(earlier) > 0) => !ended && appends && times(key) < atMost ||",
      ],
      ["policy/process.ts", "listedProcess.advance.done", "0 => (0 - 1)"],

      ["policy/process.ts", "byRules.allowed", "!ended && appends =>"],
      [
        "service/traces.ts",
        "appendAction.write",
        "if (workflow.isProcess) hooks.gate(call, input, before, hooks.next(call, workflow, before)); => if ((false",
      ],
      [
        "service/traces.ts",
        "progressAfter",
        "workflow.isProcess && action !== undefined ? hooks.advance(call, progress, action, link) : progress => (false",
      ],

      [
        "hooks/honest-hooks.ts",
        "honestHooks.checkAction",
        'if (call.kind === "create" && !action.creates) {',
        '"create" =>',
      ],
      ["policy/process.ts", "byRules.actions"],
      [
        "service/traces.ts",
        "appendAction.write",
        "if (workflow.isProcess) hooks.gate(call, input, before, hooks.next(call, workflow, before)); => if ((true",
      ],
    ],
  },
  {
    why: "what a process computes and shows in the state by itself; keys and values of a state are not shown",
    places: [
      [
        "policy/process.ts",
        "listedProcess.show",
        "{ ...state, nextActions: asJson(next), totals: trace.progress.totals } => ({ ...state, nextActions",
      ],
      [
        "policy/process.ts",
        "listedProcess.advance",
        "{ done: { ...done, [action.key]: (done[action.key] ?? 0) + 1 }, totals: totalled(totals, action, link.data), } => ({ done",
      ],

      ["policy/process.ts", "totalled"],
      [
        "service/reads.ts",
        "shownState",
        "workflow?.isProcess !== true",
        "if (workflow?.isProcess !== true)",
        "true =>",
      ],
    ],
  },
];
