import { Readable } from "node:stream";
import { onRefusal } from "../support/refused.ts";
import type { Fault } from "../fault.ts";

export const errorBodyIsAsLargeAsADisk: Fault = {
  id: "robustness/error-body-is-as-large-as-a-disk",
  title: "The answer to an unknown digest is a hundred million spaces long.",
  requirement: "ROBUST-07",
  install(hooks) {
    const line = Buffer.alloc(1_000_000, " ");
    onRefusal(hooks, ["unknown-digest"], (reply) => ({
      status: reply.status,
      headers: { "content-type": "text/plain; charset=utf-8" },
      body: { kind: "stream", value: Readable.from(Array.from({ length: 100 }, () => line)) },
    }));
  },
};
