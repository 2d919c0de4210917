import type { Principal } from "../../core/call.ts";
import type { Hooks } from "../../hooks/hooks.ts";

/** A user for requests that should have none. */
export function someUser({ directory }: Hooks): Principal {
  const user = directory.byId("ada@acme.example");
  if (user === undefined) throw new Error("the seed has no user ada@acme.example, whom this fault lets in");
  return user;
}
