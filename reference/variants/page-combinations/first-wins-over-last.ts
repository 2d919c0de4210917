import type { Variant } from "../variant.ts";

export const pageCombinationsFirstWinsOverLast: Variant = {
  id: "page-combinations/first-wins-over-last",
  title: "With `first` and `last` the latter is ignored.",
  openPoint: "page-combinations",
  install(hooks) {
    hooks.policy.page.combine = (request) => (request.first === undefined ? request : { ...request, last: undefined });
  },
};
