import { badRequest } from "../../core/refusal.ts";
import type { Variant } from "../variant.ts";

export const pageCombinationsOneDirection: Variant = {
  id: "page-combinations/one-direction",
  title: "Only `first` with `after` and `last` with `before` go together.",
  openPoint: "page-combinations",
  install(hooks) {
    const { combine } = hooks.policy.page;
    hooks.policy.page.combine = (request) => {
      const has = (name: keyof typeof request): boolean => request[name] !== undefined;
      if ((has("first") && has("before")) || (has("last") && has("after")) || (has("after") && has("before")))
        throw badRequest("page-arguments", "go forward (`first`, `after`) or backward (`last`, `before`)", "data");
      return combine(request);
    };
  },
};
