/** How messages name a place in a document. */

/** Members of our own, which nobody finds in the interface. */
const ownMembers: readonly (string | undefined)[] = ["tcMark", "tcRun"];

/** `lines.0.sku`; of a member that the suite adds to the data, that it did. */
export function placeText(path: readonly string[]): string {
  const place = path.join(".") || "its root";
  return ownMembers.includes(path.at(-1)) ? `${place} (added by this suite)` : place;
}
