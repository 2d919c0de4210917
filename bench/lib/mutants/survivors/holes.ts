/** Mutants that a run should turn red, and does not. */
import type { Reason } from "../standing.ts";

export const holes: readonly Reason[] = [
  {
    why: "every creation is refused with a word about what it holds; which data an action takes is not shown, so the run is incomplete",
    places: [
      ["faces/read-action.ts", "readAction.text", 'typeof value :: "string" =>'],
      ["faces/read-action.ts", "readAction.data", "value === undefined =>"],
      ["faces/read-action.ts", "readAction.text", 'if (typeof value !== "string") throw'],
      ["faces/read-multipart.ts", "withForm", "…=> if ((true || part.valueTruncated))"],
    ],
  },
  {
    why: "every action is called unknown, in an answer that lists it; a mistyped group may be answered so, too, so the configuration is suspected, and the run is incomplete",
    places: [
      ["faces/read-action.ts", "readAction.actionKey", '"actionKey" =>', 'text("actionKey") ?? "" => ""'],
      ["hooks/honest-hooks.ts", "honestHooks.checkAction", "action === undefined =>"],
    ],
  },
  {
    why: "to this user the organization is that of others, or has no workflow, in every answer alike; the configuration is suspected, and the run is incomplete",
    places: [
      ["hooks/honest-hooks.ts", "honestHooks.maySee", "call.principal?.organization === organization =>"],
      ["identity/directory.ts", "Directory.from", "[workflow.id, workflow] =>"],
    ],
  },
  {
    why: "every login is refused with a word about its credentials; they are suspected, and the run is incomplete",
    places: [["service/login.ts", "text", '"string" => ""']],
  },
  {
    why: "no archive, or no download of a single file (its status is 199), is ever answered whole; no way to ask is found, and the run is incomplete",
    places: [
      ["service/files.ts", "downloadFile.status", "200 => (200 - 1)"],
      ["service/files.ts", "zipStream.content", "hooks.content(call, file) =>"],
    ],
  },
  {
    why: "each file of more than 256 KiB is answered with status 500; how large a file may be is not shown, so the run warns (ROBUST-01)",
    places: [
      ["faces/read-multipart.ts", "receive.joined", "Buffer.concat(pending) => Buffer"],
      ["faces/read-multipart.ts", "receive.inline", "position === 0 =>"],
    ],
  },
];
