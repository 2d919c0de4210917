/** Why a file that the user named could not be used, in words for them. */
const words: { readonly [code: string]: string } = {
  ENOENT: "there is no such file",
  ENOTDIR: "there is no such file; a part of its path is no folder",
  EISDIR: "it is a folder",
  EACCES: "this user may not read it",
  EPERM: "this user may not read it",
  ELOOP: "its links lead round and round",
  ENAMETOOLONG: "its name is too long",
  ERR_INVALID_ARG_VALUE: "no path has such characters",
};

/** @param cause what reading the file, or parsing it, threw */
export function whyUnreadable(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  const said = words[(cause as NodeJS.ErrnoException).code ?? ""];
  // An engine's words on broken JSON quote the text, line breaks included.
  return (
    said ?? (cause instanceof SyntaxError ? `it is no JSON (${cause.message.replaceAll(/\s+/g, " ")})` : cause.message)
  );
}
