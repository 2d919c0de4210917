/** Garbage of large bodies, collected while they go by: the engine itself waits until there is far more of it. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** Bytes that go by between two collections. */
const between = 16 * 1_048_576;

let collect: ((options: { readonly type: "minor" }) => void) | undefined;
let passed = 0;

/** Told of so many bytes of a large body that were sent or received, and are not needed any more. */
export function bytesPassed(bytes: number): void {
  passed += bytes;
  if (passed < between) return;
  passed = 0;
  collect ??= collector();
  collect({ type: "minor" });
}

function collector(): NonNullable<typeof collect> {
  setFlagsFromString("--expose-gc");
  const found = runInNewContext("gc") as typeof collect;
  return typeof found === "function" ? found : () => undefined;
}
