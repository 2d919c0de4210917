/** The JSON body of a details request, on each face, as the profile says. */
import type { Face } from "../../spec/operations.ts";
import type { ResolvedPage } from "../../spec/vocabulary/history.ts";
import type { Json, JsonObject } from "../../spec/json.ts";
import { readingOf, type OpenPointValues, type Profile } from "../../spec/vocabulary/profile.ts";

export function detailsDocument(face: Face, page: ResolvedPage, profile: Profile): JsonObject {
  const error = readingOf(profile, "details-error-member")?.value ?? null;
  const members = pageArguments(page);
  if (face === "v2") return { error, data: members };
  return { input: legacyInput(members, error, readingOf(profile, "legacy-details-input")) };
}

function legacyInput(
  page: JsonObject,
  error: Json,
  reading: OpenPointValues["legacy-details-input"] | undefined,
): Json {
  const neutral = reading?.neutral ?? {};
  if (Object.keys(page).length === 0 && reading) return neutral;
  switch (reading?.form) {
    case "data":
      return { data: page };
    case "envelope":
      return { error, data: page };
    case "page":
      return { page };
    case "pagination":
      return { pagination: page };
    case "text":
      return JSON.stringify(page);
    case "ignored":
      return neutral;
    case "arguments":
    case undefined:
      return page;
  }
}

function pageArguments(page: ResolvedPage): JsonObject {
  return Object.fromEntries(Object.entries(page).filter((entry): entry is [string, Json] => entry[1] !== undefined));
}
