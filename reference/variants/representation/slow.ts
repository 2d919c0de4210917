import { setTimeout as wait } from "node:timers/promises";
import type { Variant } from "../variant.ts";

export const representationSlow: Variant = {
  id: "representation/slow",
  title: "Every answer takes 20 ms longer.",
  openPoint: "representation",
  install(hooks) {
    hooks.around("onRequest", (inner) => async (call) => {
      await wait(20);
      await inner(call);
    });
  },
};
