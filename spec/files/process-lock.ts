/** A file that says which process has something to itself, as long as that process lives. */
import { randomUUID } from "node:crypto";
import { linkSync, realpathSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { basename, dirname, join } from "node:path";
import { isJsonObject } from "../json.ts";
import { readJsonFile } from "./json-file.ts";
import { readText } from "./read-file.ts";

/** Who has it. */
export interface Holder {
  readonly processId: number;
  /** What the holder says of itself. */
  readonly purpose: string;
}

/** The locks of this process: a second one in it is refused as well. */
const held = new Map<string, Holder>();

/**
 * Takes the lock. The lock of a process that is gone, or of another machine, is passed over: nobody can ask for it.
 * @returns undefined when it is ours now; otherwise who has it
 */
export function takeLock(file: string, purpose: string): Holder | undefined {
  const path = realPathOf(file);
  const mine = held.get(path);
  if (mine) return mine;
  const lock = { processId: process.pid, host: hostname(), born: birthOf(process.pid), purpose };
  for (let attempt = 1; ; attempt++) {
    try {
      appear(path, `${JSON.stringify(lock)}\n`);
      break;
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code !== "EEXIST" || attempt > 3) throw cause;
      const other = holderIn(path) ?? clearAway(path);
      if (other) return other;
    }
  }
  if (held.size === 0) process.once("exit", giveAllBack);
  held.set(path, { processId: process.pid, purpose });
  return undefined;
}

/** Puts a file there at once and whole: who reads it while it is made must not take it for one that nobody holds. */
function appear(path: string, text: string): void {
  const draft = `${path}.${randomUUID()}`;
  writeFileSync(draft, text, { flag: "wx", mode: 0o600 });
  try {
    linkSync(draft, path);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "EEXIST") throw cause;
    // A file system without links.
    writeFileSync(path, text, { flag: "wx", mode: 0o600 });
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Takes a lock that nobody holds out of the way. @returns who took it meanwhile */
function clearAway(path: string): Holder | undefined {
  const aside = `${path}.${randomUUID()}`;
  try {
    renameSync(path, aside);
  } catch {
    return undefined;
  }
  // Two that wait may both have seen the old one, and the first of them may have put its own there.
  const other = holderIn(aside);
  if (other) renameSync(aside, path);
  else rmSync(aside, { force: true });
  return other;
}

/** Gives a lock back, where this process took it for that purpose. */
export function giveLockBack(file: string, purpose: string): void {
  const path = realPathOf(file);
  if (held.get(path)?.purpose !== purpose) return;
  held.delete(path);
  if (held.size === 0) process.off("exit", giveAllBack);
  rmSync(path, { force: true });
}

function giveAllBack(): void {
  for (const path of held.keys()) rmSync(path, { force: true });
  held.clear();
}

/** One folder may have several names. */
function realPathOf(file: string): string {
  try {
    return join(realpathSync(dirname(file)), basename(file));
  } catch {
    return file;
  }
}

function holderIn(path: string): Holder | undefined {
  const { processId, host, born, purpose } = contentOf(path);
  if (typeof processId !== "number" || host !== hostname() || processId === process.pid) return undefined;
  if (!isAlive(processId) || (typeof born === "string" && birthOf(processId) !== born)) return undefined;
  return { processId, purpose: String(purpose) };
}

function contentOf(path: string): Readonly<Record<string, unknown>> {
  try {
    const value = readJsonFile(path, { maxBytes: 10_000 });
    return isJsonObject(value) ? value : {};
  } catch {
    return {};
  }
}

function isAlive(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** When a process was started, where the system tells it: another with the same number was started at another time. */
function birthOf(processId: number): string | undefined {
  try {
    const text = readText(`/proc/${String(processId)}/stat`, 10_000);
    return text.slice(text.lastIndexOf(")") + 2).split(" ")[19];
  } catch {
    return undefined;
  }
}
