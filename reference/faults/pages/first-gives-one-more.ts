import { inRequest } from "../support/paging.ts";
import type { Fault } from "../fault.ts";

export const firstGivesOneMore: Fault = {
  id: "pages/first-gives-one-more",
  title: "A page holds one link more than `first` asks for.",
  requirement: "PAGE-01",
  install(hooks) {
    inRequest(hooks, (request) => (request.first === undefined ? request : { ...request, first: request.first + 1 }));
  },
};
