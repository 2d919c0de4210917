/** Path templates filled with values that arrive as one segment each, whatever they hold. */

/** The template with each `{name}` replaced. @throws RangeError when a parameter is missing. */
export function fillPath(template: string, parameters: Readonly<Record<string, string>>): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = parameters[name];
    if (value === undefined) throw new RangeError(`no value for the path parameter {${name}} of ${template}`);
    return encodeSegment(value);
  });
}

/** Percent-encoded (RFC 3986), the dot segments `.` and `..` too, because clients and proxies remove them otherwise. */
function encodeSegment(value: string): string {
  if (value === "." || value === "..") return value.replaceAll(".", "%2E");
  return encodeURIComponent(value.toWellFormed());
}
