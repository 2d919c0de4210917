import { badRequest } from "../../core/refusal.ts";
import type { Variant } from "../variant.ts";

export const pageCombinationsCursorNeedsANumber: Variant = {
  id: "page-combinations/cursor-needs-a-number",
  title: "A cursor without a number is refused.",
  openPoint: "page-combinations",
  install(hooks) {
    const { combine } = hooks.policy.page;
    hooks.policy.page.combine = (request) => {
      const has = (name: keyof typeof request): boolean => request[name] !== undefined;
      if ((has("after") || has("before")) && !has("first") && !has("last"))
        throw badRequest("page-arguments", "give `first` or `last` with a cursor", "data");
      return combine(request);
    };
  },
};
