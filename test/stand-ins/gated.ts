/** A service whose workflow is a process: a ledger with gates. For tests of what follows a process. */
import type { User, Workflow } from "../lib/service/domain.ts";
import type { Call } from "../lib/service/http.ts";
import type { JsonObject } from "../lib/service/json.ts";
import { Refusal } from "../lib/service/refusal.ts";
import type { Started } from "../lib/service/start.ts";
import { startBook } from "./ledger.ts";

/** What a workflow lets come next, by group, after these actions of a trace. */
export type Process = (done: readonly string[]) => Readonly<Record<string, readonly string[]>>;

export interface GatedService {
  readonly actions: Workflow["actions"];
  readonly process: Process;
  /** Member of the state that lists what may come next; absent: it is not shown. */
  readonly listedAs?: string;
  /** The groups of each user, by email; absent: every user belongs to every group. */
  readonly groups?: Readonly<Record<string, readonly string[]>>;
  /** Refuses an action for a reason of its own. */
  readonly refuses?: (call: Call, done: readonly string[], data: JsonObject) => string | undefined;
  /** Lets through what the process does not allow. */
  readonly letsPass?: (call: Call, done: readonly string[], key: string) => boolean;
  /** True where a refused action leaves its data behind. */
  readonly leavesMark?: boolean;
}

const users: User[] = [
  { email: "ada@acme.example", password: "pass-ada", privateKey: "key-ada-3f9c", organization: "acme" },
  { email: "gus@globex.example", password: "pass-gus", privateKey: "key-gus-77d1", organization: "globex" },
  { email: "sol@acme.example", password: "pass-sol", privateKey: "key-sol-5b2d", organization: "acme" },
  { email: "wim@acme.example", password: "pass-wim", privateKey: "key-wim-9c4e", organization: "acme" },
];

/** Starts a service whose only workflow is a process. */
export function startGated(service: GatedService, port = 0): Promise<Started> {
  /** Why the action may not come now, if it may not. */
  const gate = (call: Call, user: User, done: readonly string[], key: string, group: string, data: JsonObject) => {
    const mine = service.groups?.[user.email];
    if (mine && !mine.includes(group)) return "you do not belong to this group";
    if (service.letsPass?.(call, done, key)) return undefined;
    if (done.length > 0 && service.process(done)[group]?.includes(key) !== true) return "not possible now";
    return service.refuses?.(call, done, data);
  };
  return startBook(
    {
      users,
      workflows: [{ id: "5001", name: "Orders", organization: "acme", actions: service.actions }],
      stateOf: ({ data, done }) => ({
        data,
        ...(service.listedAs === undefined
          ? {}
          : { [service.listedAs]: service.process(done) as unknown as JsonObject }),
      }),
      searched: ({ data }) => data,
      check(call, user, known, { key, group, data }) {
        const refusal = gate(call, user, known?.done ?? [], key, group, data);
        if (refusal === undefined) return;
        if (service.leavesMark && known) known.data = { ...known.data, ...data };
        throw new Refusal("invalid", refusal);
      },
    },
    port,
  );
}
