/** Changes of files on their way in and out, and the routes that give them. */
import type { Call, Face } from "../../lib/service/http.ts";
import type { FilePart } from "../../lib/service/multipart.ts";
import type { Service, StoredFile } from "../service.ts";
import { changeResult } from "../tools.ts";

/** Changes the content of every file on its way out, alone or in an archive. */
export function onReading(s: Service, change: (file: StoredFile) => Buffer): void {
  changeResult(s, "fileOf", (file) => ({ ...file, data: change(file) }));
}

/** Changes the files of the actions that come through one face before they are stored. */
export function onFilesOf(s: Service, only: Face | "both", change: (files: FilePart[]) => FilePart[]): void {
  changeResult(s, "readInput", (input, call) =>
    only === "both" || only === call.face ? { ...input, files: change(input.files) } : input,
  );
}

export const singleFile = "GET /v2/traces/{}/file/{}";

/** Changes the files of every creation and action before they are kept. */
export function onParts(s: Service, change: (files: FilePart[], call: Call) => FilePart[]): void {
  changeResult(s, "readInput", (input, call) => ({ ...input, files: change(input.files, call) }));
}

export const archiveRoutes = ["GET /v2/traces/{}/files", "GET /trace/{}/files"] as const;
