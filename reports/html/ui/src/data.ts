/** Reads what the page carries. */
import { chunkId, type PageData } from "../../page-data.ts";
import type { Failure } from "../../../results/model.ts";

export type { PageData, PageRequirement } from "../../page-data.ts";

export function readPageData(): PageData {
  return JSON.parse(textOf("data")) as PageData;
}

const chunks = new Map<string, readonly Failure[]>();

/** Failure number `at` (from 0) of a requirement; its chunk is parsed when it is first asked for. */
export function readFailure(requirement: string, at: number, perChunk: number): Failure | undefined {
  const id = chunkId(requirement, Math.floor(at / perChunk));
  let chunk = chunks.get(id);
  if (!chunk) chunks.set(id, (chunk = JSON.parse(textOf(id)) as Failure[]));
  return chunk[at % perChunk];
}

function textOf(id: string): string {
  return document.getElementById(id)?.textContent ?? "[]";
}
