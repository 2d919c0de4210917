/** Targets on loopback for the tests of the driver, and environments that lead to them. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { createServer as createTcpServer, type AddressInfo, type Socket } from "node:net";
import { onTestFinished } from "vitest";
import {
  defaultLimits,
  openDriver,
  Secrets,
  type Credentials,
  type Driver,
  type DriverOptions,
  type Environment,
  type Limits,
} from "../../../driver/index.ts";
import type { OperationStep, Script } from "../../../spec/vocabulary/script.ts";

export interface Received {
  readonly method: string;
  /** Path and query as they arrived. */
  readonly url: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: Buffer;
}
export type Handler = (request: Received, response: ServerResponse) => void | Promise<void>;

export interface Target {
  readonly baseUrl: string;
  readonly server: Server;
  readonly received: Received[];
}

/** A server that lives as long as the test. */
export async function startTarget(handler: Handler): Promise<Target> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("error", () => undefined);
    request.on("end", () => {
      const { method = "", url = "", headers } = request;
      const seen = { method, url, headers, body: Buffer.concat(chunks) };
      received.push(seen);
      void handler(seen, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return { baseUrl: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`, server, received };
}

/**
 * A target below HTTP that lives as long as the test: `talk` gets every connection, numbered from 1, when its first bytes come.
 * @returns its base URL
 */
export async function startRawTarget(talk: (socket: Socket, count: number) => void): Promise<string> {
  let count = 0;
  const server = createTcpServer((socket) => {
    socket.on("error", () => undefined);
    socket.once("data", () => {
      talk(socket, ++count);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.close();
  });
  return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
}

export function json(response: ServerResponse, value: unknown, status = 200): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
}

export interface EnvironmentParts {
  readonly first?: Credentials;
  readonly second?: Credentials;
  readonly limits?: Partial<Limits>;
  readonly others?: Partial<Environment>;
}

export function environmentAt(baseUrl: string, { first, second, limits, others }: EnvironmentParts = {}): Environment {
  return {
    name: "test",
    baseUrl,
    access: "read-write",
    secrets: new Secrets(first ?? { token: "given-token-of-the-test" }, second),
    ...(second ? { secondUser: { sharesOrganization: false } } : {}),
    organization: "acme",
    workflows: [
      {
        id: "2041",
        name: "Claims",
        actions: [
          { key: "open", groupLabel: "clerks", creates: true, appends: false },
          { key: "comment", groupLabel: "clerks", creates: false, appends: true },
        ],
      },
    ],
    knownTraces: [],
    limits: { ...defaultLimits, timeoutMs: 2_000, searchLagMs: 500, ...limits },
    openPoints: {},
    waivers: [],
    ...others,
  };
}

/** A driver that is closed with the test. No first contact is made, so that every request is the script's own. */
export async function driverOf(environment: Environment, options: Partial<DriverOptions> = {}): Promise<Driver> {
  const driver = await openDriver(environment, { runId: "run-1", logIn: false, ...options });
  onTestFinished(() => driver.close());
  return driver;
}

export function script(...steps: (OperationStep | Script["steps"][number])[]): Script {
  return { id: "test/script", title: "a script of a test", steps };
}

export const traceId = "0b6f6a4e-31c5-4a10-8f5c-0f2f0a4f9f11";
