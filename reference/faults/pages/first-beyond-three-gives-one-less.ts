import { inRequest } from "../support/paging.ts";
import type { Fault } from "../fault.ts";

export const firstBeyondThreeGivesOneLess: Fault = {
  id: "pages/first-beyond-three-gives-one-less",
  title: "When `first` asks for more than three links, there is one less.",
  requirement: ["PAGE-01", "PAGE-10"],
  install(hooks) {
    inRequest(hooks, (request) =>
      request.first !== undefined && request.first > 3 ? { ...request, first: request.first - 1 } : request,
    );
  },
};
