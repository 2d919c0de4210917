/** Certificates and keys in files. */
import { readText } from "../spec/files/read-file.ts";
import { whyUnreadable } from "../spec/files/why-unreadable.ts";

/** More than any bundle of certificates has. */
const maxBytes = 4 * 1024 * 1024;

/** @throws Error that names the file */
export function readPem(file: string): string {
  const problem = pemProblem(file);
  if (problem !== undefined) throw new Error(`tls: wanted a PEM file; got ${problem}`);
  return readText(file, maxBytes);
}

/** What is wrong with a file that should hold certificates or a key; undefined when nothing is. Nothing of it is told. */
export function pemProblem(file: string): string | undefined {
  try {
    return readText(file, maxBytes).includes("-----BEGIN ") ? undefined : `${file}, which holds no PEM`;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "ENOENT") return `no file ${file}`;
    return `${file}: ${whyUnreadable(cause)}`;
  }
}
