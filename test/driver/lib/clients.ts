/** Clients of targets on loopback, and what the tests of the client send with them. */
import type { Socket } from "node:net";
import { onTestFinished } from "vitest";
import { Client, type ReceivedReply } from "../../../driver/client/client.ts";
import type { Limits } from "../../../driver/index.ts";
import { environmentAt, startRawTarget, startTarget, type Handler, type Target } from "./target.ts";

export const get = { method: "GET", path: "/x", headers: {} } as const;
export const post = { method: "POST", path: "/x", headers: {}, body: Buffer.from("{}") } as const;

/** A target that lives as long as the test, and a client of it. */
export async function clientOf(
  handler: Handler,
  limits: Partial<Limits> = {},
  signal?: AbortSignal,
): Promise<{ client: Client; target: Target }> {
  const target = await startTarget(handler);
  const client = new Client(environmentAt(target.baseUrl, { limits }), signal);
  onTestFinished(() => client.close());
  return { client, target };
}

/** A client of a target below HTTP: `talk` gets every connection. */
export async function rawClient(
  talk: (socket: Socket, count: number) => void,
  limits: Partial<Limits> = {},
): Promise<Client> {
  const client = new Client(environmentAt(await startRawTarget(talk), { limits: { timeoutMs: 1_000, ...limits } }));
  onTestFinished(() => client.close());
  return client;
}

export const failureOf = ({ failure }: ReceivedReply): string | undefined => failure?.kind;
