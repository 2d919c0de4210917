import { inRequest } from "../support/paging.ts";
import type { Fault } from "../fault.ts";

export const v2ReadsArgumentsBesideData: Fault = {
  id: "details/v2-reads-arguments-beside-data",
  title: "The v2 details look for the page arguments beside `data` and ignore those inside.",
  requirement: ["DETAILS-04", "PAGE-01", "PAGE-02", "EQUIV-09"],
  install(hooks) {
    inRequest(hooks, () => ({}), { face: "v2" });
  },
};
