/** Texts as a POSIX shell writes them, with values among them that are known only when it runs. */

/** A stretch of text, or an expression that the shell replaces when it runs, such as `$trace1`. */
export type Piece = { readonly text: string } | { readonly shell: string };

/** What stands for a text wherever it occurs. */
export interface Substitution {
  readonly text: string;
  readonly shell: string;
}

/** The text, cut where something is to be put in its place; longer texts are looked for first. */
export function piecesOf(text: string | readonly Piece[], substitutions: readonly Substitution[]): readonly Piece[] {
  const sought = substitutions.filter((one) => one.text !== "").toSorted((a, b) => b.text.length - a.text.length);
  return sought.reduce<readonly Piece[]>(
    (pieces, { text: wanted, shell }) =>
      pieces.flatMap((piece) =>
        "shell" in piece
          ? [piece]
          : piece.text
              .split(wanted)
              .flatMap((part, at): Piece[] => [
                ...(at > 0 ? [{ shell }] : []),
                ...(part === "" ? [] : [{ text: part }]),
              ]),
      ),
    typeof text === "string" ? [{ text }] : text,
  );
}

/** One word of the shell. */
export function word(pieces: readonly Piece[]): string {
  const written = joined(pieces)
    .map((piece) => ("shell" in piece ? `"${piece.shell}"` : quoted(piece.text)))
    .join("");
  return written === "" ? "''" : written;
}

/** With texts that stand beside one another as one. */
function joined(pieces: readonly Piece[]): readonly Piece[] {
  return pieces.reduce<readonly Piece[]>((all, piece) => {
    const last = all.at(-1);
    if (!last || "shell" in last || "shell" in piece) return [...all, piece];
    return [...all.slice(0, -1), { text: last.text + piece.text }];
  }, []);
}

/** One word of a POSIX shell. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Lines that print exactly these pieces, whatever characters they hold: NUL and carriage returns, too. */
export function printing(pieces: readonly Piece[]): readonly string[] {
  return joined(pieces).map((piece) =>
    "shell" in piece ? `printf %s "${piece.shell}"` : `printf -- '${escapedForPrintf(piece.text)}'`,
  );
}

function escapedForPrintf(text: string): string {
  return text
    .replaceAll("\\", "\\\\")
    .replaceAll("%", "%%")
    .replace(/[\u0000-\u0009\u000b-\u001f\u007f']/g, (character) => {
      return `\\${character.charCodeAt(0).toString(8).padStart(3, "0")}`;
    });
}
