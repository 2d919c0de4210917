/** The texts of a refusal, of which each that is about one member of the data is a line of its own that begins with its place. */
import { isJsonObject, type Json, type JsonObject } from "../../../spec/json.ts";

/** What calls the member that an entry of a refusal is about. */
const naming =
  /^(?:field|member|path|property|param|parameter|name|pointer|loc|location|attribute|key|instancePath|dataPath|target|source|element)s?$/i;
/** What calls a map from members to what is wrong with each. */
const mapping = /^(?:errors?|fields?|members?|details|violations|problems|issues|invalid(?:Params|Fields)?)$/i;
/** What stands in any refusal, and calls no member of the data. */
const ofAny = /^(?:code|description|details?|error|hint|info|kind|message|msg|number|reason|status|text|title|type)$/i;
/** What calls a part of the request, and no member of the data. */
const ofRequest =
  /^(?:actionKey|workflowId|groupLabel|traceId|traceInput|body|data|files?|attachments?|documents?|authorization)$/i;
/** What stands before the name of a member. */
const around = /^(?:[$#]?[./]+)?(?:(?:data|body|traceInput|input|payload|\$)(?:[./]|$))*/;

/** The texts of a refusal, without the names under which they stand. */
export function textsIn(value: Json, under = ""): readonly string[] {
  if (Array.isArray(value)) return (value as readonly Json[]).flatMap((one) => textsIn(one, under));
  if (!isJsonObject(value)) return typeof value === "string" ? [value] : [];
  const about = memberOf(value);
  if (about !== undefined) return textsOfEntry(value, about);
  const entries = Object.entries(value);
  const isMap = mapping.test(under) && !entries.some(([name]) => ofAny.test(name));
  return entries.flatMap(([name, told]) => {
    const messages = isMap ? messagesIn(told) : [];
    return messages.length > 0 ? messages.map((message) => lineOn(name, message)) : textsIn(told, name);
  });
}

function lineOn(place: string, message: string): string {
  const name = place.replace(around, "");
  return name === "" || ofRequest.test(name) ? message : `data.${name}: ${message}`;
}

/** The place that an entry calls, be it a text or a list of names; undefined where it calls none, or says nothing of it. */
function memberOf(entry: JsonObject): string | undefined {
  const [name, place] = Object.entries(entry).find(([key]) => naming.test(key)) ?? [];
  const text = Array.isArray(place) ? place.join(".") : place;
  const isSaid = Object.entries(entry).some(([key, told]) => key !== name && isMessage(told));
  return typeof text === "string" && /^[\w$#./[\]-]+$/.test(text) && isSaid ? text : undefined;
}

function textsOfEntry(entry: JsonObject, about: string): readonly string[] {
  const others = Object.entries(entry).filter(([key]) => !naming.test(key));
  return others.flatMap(([key, told]) => (isMessage(told) ? [lineOn(about, told)] : textsIn(told, key)));
}

const isMessage = (told: Json | undefined): told is string => typeof told === "string" && /\S\s+\S/.test(told);

const messagesIn = (told: Json): readonly string[] =>
  Array.isArray(told) ? (told as readonly Json[]).filter(isMessage) : isMessage(told) ? [told] : [];
