/** JSON in which the order of members says nothing, so that equal values are equal text; `null` where there is no value. */
export function stableJson(value: unknown): string {
  return (
    JSON.stringify(value, (_, member: unknown) =>
      typeof member === "object" && member !== null && !Array.isArray(member)
        ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
        : member,
    ) ?? "null"
  );
}
