/** Every command, in the order of the help text. Only the one that runs is loaded. */
import type { CommandModule } from "../command.ts";

export interface CommandEntry {
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** True for the command that runs when none is named. */
  readonly isDefault?: boolean;
  load(): Promise<CommandModule>;
}

export const commands: readonly CommandEntry[] = [
  {
    name: "run",
    summary: "Check a target and end with a verdict (also what happens when no command is named)",
    isDefault: true,
    load: async () => (await import("./run.ts")).runCommand,
  },
  {
    name: "init",
    summary: "Write a trace-conformance.yaml with the five environments of the interface, to be filled in",
    load: async () => (await import("./init.ts")).initCommand,
  },
  {
    name: "doctor",
    summary: "Try a target step by step, and say what is missing and how to supply it",
    load: async () => (await import("./doctor.ts")).doctorCommand,
  },
  {
    name: "plan",
    summary: "Say what a run would send and create on a target, without sending anything",
    load: async () => (await import("./plan.ts")).planCommand,
  },
  {
    name: "observe",
    summary: "Find out what the interface leaves open on a target; print and save its profile",
    load: async () => (await import("./observe.ts")).observeCommand,
  },
  {
    name: "replay",
    summary: "Run one saved script again and say what it shows",
    load: async () => (await import("./replay.ts")).replayCommand,
  },
  {
    name: "recheck",
    summary: "Judge the saved histories of a run again, without sending anything",
    load: async () => (await import("./recheck.ts")).recheckCommand,
  },
  {
    name: "sensitivity",
    summary: "Put defects into the recorded answers of a run, and say how many would have been noticed",
    load: async () => (await import("./sensitivity.ts")).sensitivityCommand,
  },
  {
    name: "compare",
    summary: "Say what changed between two runs; red when something broke or a reading drifted",
    load: async () => (await import("./compare.ts")).compareCommand,
  },
  {
    name: "history",
    summary: "Keep the runs of many nights and targets, and say since when something is red, flaky, drifting or slow",
    load: async () => (await import("./history.ts")).historyCommand,
  },
  {
    name: "merge",
    summary: "Put the shards of a run together and end with the verdict of the whole",
    load: async () => (await import("./merge.ts")).mergeCommand,
  },
  {
    name: "report",
    summary: "Render the results of a run in other formats",
    load: async () => (await import("./report.ts")).reportCommand,
  },
  {
    name: "certify",
    summary: "Check a target and make one archive of the outcome, to be handed in as evidence",
    load: async () => (await import("./certify.ts")).certifyCommand,
  },
  {
    name: "verify",
    summary: "Check an evidence archive and say what is inside",
    load: async () => (await import("./verify.ts")).verifyCommand,
  },
  {
    name: "describe",
    summary: "Judge an OpenAPI 3.0 or 3.1 document of your own against the interface",
    load: async () => (await import("./describe.ts")).describeCommand,
  },
  {
    name: "list",
    summary: "List the requirements, the open points, the operations or the report formats",
    load: async () => (await import("./list.ts")).listCommand,
  },
  {
    name: "explain",
    summary: "Explain a requirement or an open point: where it comes from, how it is judged, what breaks it",
    load: async () => (await import("./explain.ts")).explainCommand,
  },
  {
    name: "challenge",
    summary: "Write what somebody needs who disputes a requirement: script, history, and the sentence it rests on",
    load: async () => (await import("./challenge.ts")).challengeCommand,
  },
  {
    name: "faults",
    summary: "Try the suite on services with known faults, and on others that conform",
    load: async () => (await import("./faults.ts")).faultsCommand,
  },
  {
    name: "serve",
    summary: "Start the reference service, honest or with a fault or a variant",
    load: async () => (await import("./serve.ts")).serveCommand,
  },
  {
    name: "completion",
    summary: "Print a script by which bash, zsh or fish completes commands, options and ids",
    load: async () => (await import("./completion.ts")).completionOf(commands),
  },
];
