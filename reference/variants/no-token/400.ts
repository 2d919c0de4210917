import { badRequest } from "../../core/refusal.ts";
import type { Variant } from "../variant.ts";

export const noToken400: Variant = {
  id: "no-token/400",
  title: "A request without the bearer header is answered with 400, a wrong token with 401.",
  openPoint: "no-token",
  install(hooks) {
    hooks.around("authenticate", (inner) => async (call, authorization) => {
      if (authorization === undefined) throw badRequest("no-authorization", "wanted the header Authorization");
      return await inner(call, authorization);
    });
  },
};
