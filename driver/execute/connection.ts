/** What all scripts of one driver share. */
import type { Client } from "../client/client.ts";
import type { Environment } from "../environment.ts";
import type { Tokens } from "../tokens/tokens.ts";
import type { Breaker } from "./breaker.ts";
import type { ByteBudget } from "./byte-budget.ts";
import type { HeldBytes } from "./held-bytes.ts";
import type { NamedThings } from "./named-things.ts";
import type { OwnTraces } from "./own-traces.ts";
import type { RecentWrites } from "./recent-writes.ts";
import type { RequestBudget } from "./request-budget.ts";
import type { Senders } from "./senders.ts";
import type { SearchPatience } from "./search-patience.ts";
import type { Seen } from "./seen.ts";
import type { WrongPasswords } from "./wrong-passwords.ts";
import type { WriteGate } from "./write-gate.ts";

export interface Connection {
  readonly environment: Environment;
  readonly runId: string;
  /** True where connections of scripts that say so are disturbed. */
  readonly disturbs: boolean;
  readonly client: Client;
  readonly tokens: Tokens;
  readonly gate: WriteGate;
  readonly wrongPasswords: WrongPasswords;
  readonly breaker: Breaker;
  readonly searchPatience: SearchPatience;
  readonly bytes: ByteBudget;
  readonly held: HeldBytes;
  readonly requests: RequestBudget;
  readonly writes: RecentWrites;
  readonly senders: Senders;
  readonly things: NamedThings;
  readonly traces: Seen;
  readonly own: OwnTraces;
  readonly cursors: Seen;
  readonly digests: Seen;
}
