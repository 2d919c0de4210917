/** `--notify-template`: a JSON document of the user's own in which `{{text}}` and its like are filled in. */
import type { Json } from "../../spec/json.ts";
import type { Notification } from "./model.ts";

/** What may stand between double braces. */
const values = {
  text: ({ text }) => text,
  exitCode: ({ exitCode }) => String(exitCode),
  reportUrl: ({ reportUrl = "" }) => reportUrl,
  environments: ({ environments }) => environments.map(({ name }) => name).join(", "),
} satisfies Readonly<Record<string, (notification: Notification) => string>>;

/** The document with every text filled in, so that whatever stands in the values it stays JSON. @throws RangeError for an unknown name */
export function filledTemplate(template: Json, notification: Notification): Json {
  if (typeof template === "string")
    return template.replace(/\{\{\s*([\w.-]+)\s*\}\}/g, (_, name: string) => {
      if (!Object.hasOwn(values, name))
        throw new RangeError(`{{${name}}} is not known; wanted one of ${Object.keys(values).join(", ")}`);
      return values[name as keyof typeof values](notification);
    });
  if (Array.isArray(template)) return template.map((element) => filledTemplate(element as Json, notification));
  if (typeof template !== "object" || template === null) return template;
  return Object.fromEntries(
    Object.entries(template).map(([key, value]) => [key, filledTemplate(value as Json, notification)]),
  );
}
