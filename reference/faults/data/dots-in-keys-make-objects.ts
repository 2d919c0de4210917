import type { Json } from "../../core/json.ts";
import { objectFrom } from "../support/json-changes.ts";
import { inInput } from "../support/places.ts";
import type { Fault } from "../fault.ts";

export const dotsInKeysMakeObjects: Fault = {
  id: "data/dots-in-keys-make-objects",
  title: "A member name with a dot in it becomes an object in an object.",
  requirement: "DATA-05",
  install(hooks) {
    inInput(hooks, (data) =>
      objectFrom(
        Object.entries(data).map(([key, value]): [string, Json] => {
          const [outer = key, ...inner] = key.split(".");
          return inner.length === 0 ? [key, value] : [outer, { [inner.join(".")]: value }];
        }),
      ),
    );
  },
};
