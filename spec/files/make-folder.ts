/** Folders that the user named: how they are made, and in words why one cannot be. */
import { mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";

/** Something else stands where a folder should. */
class NoFolder extends Error {
  override readonly name = "NoFolder";
}

/**
 * Makes the folder and those that it is in, where they are missing. Step by step: asked for all of them at once, Node.js
 * never ends on a path that no folder can have, such as one below /proc.
 * @param mode the rights of those that are made
 * @throws what the system says, or that something else is in its place
 */
export function makeFolder(folder: string, mode?: number): void {
  const found = statSync(folder, { throwIfNoEntry: false });
  if (found?.isDirectory()) return;
  if (found) throw new NoFolder(`${folder} is no folder`);
  makeFolder(dirname(folder), mode);
  try {
    mkdirSync(folder, mode);
  } catch (error) {
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}

const words: { readonly [code: string]: string } = {
  EEXIST: "a link that leads nowhere is in its place",
  ENOENT: "the system lets nobody make a folder there",
  ENOTDIR: "a part of its path is no folder",
  EACCES: "this user may not write there",
  EPERM: "this user may not write there",
  EROFS: "what is there can only be read",
  ELOOP: "its links lead round and round",
  ENAMETOOLONG: "its name is too long",
  ERR_INVALID_ARG_VALUE: "no path has such characters",
};

/** What is wrong with the path of a folder; undefined where it is the disk, or something else that will pass. */
export function whyNoFolder(cause: unknown): string | undefined {
  if (cause instanceof NoFolder) return cause.message;
  return words[(cause as NodeJS.ErrnoException).code ?? ""];
}
