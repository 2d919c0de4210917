/** Deep links: `#STATE-02` is a requirement, `#STATE-02/1` its first failure. */
import { useEffect, useState } from "preact/hooks";

export interface Route {
  readonly requirement: string;
  /** From 1. */
  readonly failure?: number;
}

function parseRoute(hash: string): Route | undefined {
  const [, requirement, failure] = /^#([A-Z][A-Z0-9-]*-\d+)(?:\/(\d+))?$/.exec(hash) ?? [];
  if (!requirement) return undefined;
  return failure === undefined ? { requirement } : { requirement, failure: Number(failure) };
}

/** The route of the address; a new object each time the address is set, even to the same place. */
export function useRoute(): Route | undefined {
  const [route, setRoute] = useState(() => parseRoute(location.hash));
  useEffect(() => {
    const follow = (): void => setRoute(parseRoute(location.hash));
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, []);
  return route;
}
