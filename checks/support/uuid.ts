const pattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** True for the textual form of a UUID, any version, any case. */
export function isUuid(text: unknown): text is string {
  return typeof text === "string" && pattern.test(text);
}
