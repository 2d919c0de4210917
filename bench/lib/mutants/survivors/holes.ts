/** Mutants that a run should turn red, and does not. */
import type { Reason } from "../standing.ts";

export const holes: readonly Reason[] = [
  {
    why: "every creation is refused with a word about what it holds; which data an action takes is not shown, so the run is incomplete",
    places: [
      ["faces/read-action.ts", "readAction.data", "value === undefined =>"],
      ["faces/read-action.ts", "readAction.text", 'if (typeof value !== "string") throw'],
    ],
  },
  {
    why: "an action or an organization is refused each time by a word about its name; the configuration is suspected, and the run is incomplete",
    places: [
      ["faces/read-action.ts", "readAction.actionKey", '"actionKey" =>', 'text("actionKey") ?? "" => ""'],
      ["hooks/honest-hooks.ts", "honestHooks.checkAction", "action === undefined =>"],
      ["faces/operations.ts", "pathParameter", "return value; =>"],
      ["service/traces.ts", "appendAction.write", "hooks.gate(call, input, before"],
    ],
  },
  {
    why: "every login is refused with a status of its own choice; the credentials are suspected, and the run is incomplete",
    places: [["http/server.ts", "buildServer", "decodeJson(body as Buffer"]],
  },
  {
    why: "no download of a single file is ever answered (its status is 199); no digest is found, so few are asked for, and the run is incomplete",
    places: [["service/files.ts", "downloadFile.status", "200 => (200 - 1)"]],
  },
];
