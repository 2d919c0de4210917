import { start as archive } from "./archive.ts";
import { start as bazaar } from "./bazaar.ts";
import { start as chronicle } from "./chronicle.ts";
import { start as counter } from "./counter.ts";
import { start as courier } from "./courier.ts";
import { start as ledger } from "./ledger.ts";
import { start as mailroom } from "./mailroom.ts";
import { start as notary } from "./notary.ts";
import { start as relay } from "./relay.ts";
import { start as vault } from "./vault.ts";
import type { Started } from "../lib/service/start.ts";

/** Conformant services that differ in everything the interface leaves open. */
export const standIns: Record<string, (port?: number) => Promise<Started>> = {
  ledger,
  courier,
  archive,
  counter,
  notary,
  bazaar,
  chronicle,
  vault,
  mailroom,
  relay,
};
