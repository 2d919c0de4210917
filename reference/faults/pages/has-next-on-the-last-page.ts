import type { Fault } from "../fault.ts";

export const hasNextOnTheLastPage: Fault = {
  id: "pages/has-next-on-the-last-page",
  title: "The last page says that another one follows.",
  requirement: "PAGE-07",
  install(hooks) {
    hooks.around("page", (inner) => (call, page) => {
      const honest = inner(call, page);
      return honest.links.length === 0 ? honest : { ...honest, info: { ...honest.info, hasNext: true } };
    });
  },
};
