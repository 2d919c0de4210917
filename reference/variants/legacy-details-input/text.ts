import { getOwn } from "../../core/json.ts";
import { badRequest } from "../../core/refusal.ts";
import { parseJsonObject } from "../../faces/read-json.ts";
import type { Variant } from "../variant.ts";

export const legacyDetailsInputText: Variant = {
  id: "legacy-details-input/text",
  title: "`input` is a text that holds the page arguments as JSON.",
  openPoint: "legacy-details-input",
  install(hooks) {
    hooks.policy.input.legacyDetails = (body) => {
      const input = getOwn(body, "input");
      if (input === undefined || input === null || input === "") return {};
      if (typeof input !== "string") throw badRequest("not-a-text", "wanted a text in `input`", "body.input");
      return parseJsonObject(input, "body.input", 10);
    };
  },
};
