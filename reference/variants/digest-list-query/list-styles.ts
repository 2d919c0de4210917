import { required } from "../../policy/digest-query.ts";
import type { DigestQueryPolicy } from "../../policy/digest-query.ts";
import { badRequest } from "../../core/refusal.ts";

/** One parameter that holds the whole list, split by a separator. */
export function separated(name: string, separator: string): DigestQueryPolicy {
  return fromParameter(name, (value) => value.split(separator));
}

/** One parameter that holds the whole list, read by `split`. A second parameter of the name is refused. */
export function fromParameter(name: string, split: (value: string) => string[]): DigestQueryPolicy {
  return {
    read(queryString) {
      const values = new URLSearchParams(queryString).getAll(name);
      if (values.length > 1) throw badRequest("parameter-twice", `wanted one parameter ${name}`, `query.${name}`);
      const items = values[0] === undefined ? [] : split(values[0]);
      return required(
        items.filter((item) => item !== ""),
        name,
      );
    },
  };
}

/** One parameter per digest, with the names that `isName` accepts, in the order in which they come. */
export function repeated(shown: string, isName: (name: string) => boolean): DigestQueryPolicy {
  return {
    read: (queryString) =>
      required(
        [...new URLSearchParams(queryString)].filter(([name]) => isName(name)).map(([, value]) => value),
        shown,
      ),
  };
}
