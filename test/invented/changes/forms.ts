/** What forms ask for: by code, by schema, told or not. */
import type { Json, JsonObject } from "../../lib/service/json.ts";
import { require } from "../process.ts";
import type { deskActions } from "../processes/desks.ts";
import type { Service } from "../service.ts";

export const text120: JsonObject = { type: "string", minLength: 1, maxLength: 120 };

export const text80: JsonObject = { type: "string", minLength: 1, maxLength: 80 };

export const isFilled = (value: Json | undefined): value is string => typeof value === "string" && value.trim() !== "";

/** What a form with these members makes of data; a closed one takes no others. */
export function formOf(members: Record<string, (value: Json) => boolean>, closed: boolean) {
  return (data: JsonObject): string | undefined => {
    for (const [name, fits] of Object.entries(members)) {
      if (!Object.hasOwn(data, name)) return `${name} is required`;
      if (!fits(data[name] ?? null)) return `${name} is not valid`;
    }
    const strange = Object.keys(data).find((name) => !Object.hasOwn(members, name));
    return closed && strange !== undefined ? `${strange} is not in the form` : undefined;
  };
}

const isText = (value: Json | undefined, from: number, to: number): boolean =>
  typeof value === "string" && Array.from(value).length >= from && Array.from(value).length <= to;

export const isCount = (value: Json | undefined, from: number, to: number): boolean =>
  typeof value === "number" && Number.isInteger(value) && value >= from && value <= to;

/** The forms of three actions, as the configuration tells them, and the service's own checks of the same. */
export function toldForms(s: Service, actions: typeof deskActions): typeof deskActions {
  const closed = (properties: JsonObject, required: string[]): JsonObject => ({
    type: "object",
    additionalProperties: false,
    properties,
    required,
  });
  const forms: Record<string, JsonObject> = {
    open: closed(
      {
        subject: { type: "string", minLength: 3, maxLength: 120 },
        channel: { enum: ["phone", "mail", "counter"] },
        urgent: { type: "boolean" },
      },
      ["subject", "channel"],
    ),
    note: closed(
      {
        text: { type: "string", minLength: 1, maxLength: 500 },
        minutes: { type: "integer", minimum: 0, maximum: 600 },
      },
      ["text"],
    ),
    close: closed({}, []),
  };
  const strange = (data: JsonObject, key: string) =>
    Object.keys(data).find((name) => !Object.hasOwn(forms[key]?.["properties"] as JsonObject, name));
  require(s, {
    open: (data) => {
      if (strange(data, "open") !== undefined) return "a member that the form has not";
      if (!isText(data["subject"], 3, 120)) return "subject has 3 to 120 characters";
      if (!["phone", "mail", "counter"].includes(String(data["channel"]))) return "channel is phone, mail or counter";
      const { urgent } = data;
      return urgent === undefined || typeof urgent === "boolean" ? undefined : "urgent is yes or no";
    },
    note: (data) => {
      if (strange(data, "note") !== undefined) return "a member that the form has not";
      if (!isText(data["text"], 1, 500)) return "text has 1 to 500 characters";
      const { minutes } = data;
      return minutes === undefined || isCount(minutes, 0, 600) ? undefined : "minutes are from 0 to 600";
    },
    close: (data) => (Object.keys(data).length > 0 ? "closing has no form" : undefined),
  });
  return actions.map((action) => ({ ...action, data: forms[action.key] ?? {} }));
}

export const money: JsonObject = { type: "integer", minimum: 1, maximum: 1_000_000 };
