import { inRequest } from "../support/paging.ts";
import type { Fault } from "../fault.ts";

export const lastGivesOneLess: Fault = {
  id: "pages/last-gives-one-less",
  title: "When `last` asks for two links or more, there is one less.",
  requirement: ["PAGE-02", "PAGE-10"],
  install(hooks) {
    inRequest(hooks, (request) =>
      request.last !== undefined && request.last > 1 ? { ...request, last: request.last - 1 } : request,
    );
  },
};
