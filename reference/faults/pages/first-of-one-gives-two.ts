import { inRequest } from "../support/paging.ts";
import type { Fault } from "../fault.ts";

export const firstOfOneGivesTwo: Fault = {
  id: "pages/first-of-one-gives-two",
  title: "A page of one link holds two.",
  requirement: "PAGE-01",
  install(hooks) {
    inRequest(hooks, (request) => (request.first === 1 ? { ...request, first: 2 } : request));
  },
};
