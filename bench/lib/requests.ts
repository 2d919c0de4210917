import { Agent, FormData, request } from "undici";
import { embeddedTarget } from "../../reference/embedded-target.ts";
import { operations } from "../../spec/operations.ts";
import type { Operation, OperationKind } from "../../spec/operations.ts";

/** A client that knows traces to work on. */
export interface World {
  readonly baseUrl: string;
  readonly token: string;
  /** Traces that exist, to be taken in turn. */
  readonly traceIds: readonly string[];
  /** A trace with two files. */
  readonly withFiles: { readonly traceId: string; readonly digests: readonly string[] };
  /** Numbers below this one are found by search, each in one trace. */
  readonly count: number;
}

interface Sent {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: string;
  readonly json?: unknown;
  readonly form?: FormData;
}

const agent = new Agent({ connections: 16 });
let turn = 0;

/** A request of an operation, each time on another trace. @returns the decoded answer */
export async function send(operation: Operation, world: World): Promise<unknown> {
  const { path = {}, query = "", json, form } = inputs[operation.kind](world, operation, turn++);
  const address = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(path[name] ?? ""));
  const { statusCode, body, headers } = await request(world.baseUrl + address + query, {
    dispatcher: agent,
    method: operation.method,
    headers: {
      ...(operation.bearer ? { authorization: `Bearer ${world.token}` } : {}),
      ...(json === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    ...(form === undefined ? {} : { body: form }),
  });
  const bytes = Buffer.from(await body.arrayBuffer());
  if (statusCode !== 200) throw new Error(`${operation.id}: ${String(statusCode)} ${bytes.toString().slice(0, 300)}`);
  return String(headers["content-type"]).includes("json") ? (JSON.parse(bytes.toString()) as unknown) : bytes;
}

/** Logs in, takes traces that search finds, and makes one with files. */
export async function prepare(baseUrl: string, count: number, traceIds: readonly string[]): Promise<World> {
  const nobody: World = { baseUrl, token: "", traceIds, withFiles: { traceId: "", digests: [] }, count };
  const { token } = (await send(operation("legacyLoginCredential"), nobody)) as { token: string };
  const known = { ...nobody, token };
  const traceId = (await send(operation("legacyCreateTrace"), known)) as string;
  const details = { ...known, traceIds: [traceId] };
  const { links } = (await send(operation("legacyTraceDetails"), details)) as {
    links: { files: { digest: string }[] }[];
  };
  return { ...known, withFiles: { traceId, digests: links[0]?.files.map(({ digest }) => digest) ?? [] } };
}

const operation = (id: Operation["id"]): Operation => {
  const found = operations.find((candidate) => candidate.id === id);
  if (found === undefined) throw new RangeError(`no operation ${id}`);
  return found;
};

const { email, password, privateKey } = embeddedTarget.credentials;

const inputs: Readonly<Record<OperationKind, (world: World, operation: Operation, turn: number) => Sent>> = {
  "login-credential": () => ({ json: { email, password } }),
  "login-private-key": () => ({ json: { privateKey } }),
  create: (_world, { face }, n) => ({ form: action(face, "open", n) }),
  act: (world, { face }, n) => ({ path: traceOf(world, n), form: action(face, "comment", n) }),
  details: (world, { face }, n) => ({
    path: traceOf(world, n),
    json: face === "v2" ? { error: null, data: { first: 25 } } : { input: { first: 25 } },
  }),
  state: (world, _operation, n) => ({ path: traceOf(world, n) }),
  files: ({ withFiles }) => ({
    path: { traceId: withFiles.traceId },
    query: `?${withFiles.digests.map((digest) => `digests=${digest}`).join("&")}`,
  }),
  file: ({ withFiles }) => ({ path: { traceId: withFiles.traceId, digest: withFiles.digests[0] ?? "" } }),
  search: ({ count }, _operation, n) => ({
    path: { workflowId: "2041" },
    json: { filters: { number: 1 + ((n * 7919) % count), urgent: (1 + ((n * 7919) % count)) % 7 === 0 } },
  }),
  workflows: () => ({ path: { name: "acme", orgName: "acme" } }),
};

function traceOf({ traceIds }: World, n: number): { traceId: string } {
  return { traceId: traceIds[n % traceIds.length] ?? "" };
}

function action(face: Operation["face"], actionKey: string, n: number): FormData {
  const data = { note: `measured ${String(n)}`, place: { city: "city 1" }, amount: n / 2 };
  const fields = { actionKey, workflowId: "2041", groupLabel: "clerks" };
  const form = new FormData();
  if (face === "legacy") form.append("body", JSON.stringify({ data, ...fields }));
  else
    for (const [name, value] of Object.entries({ traceInput: JSON.stringify(data), ...fields }))
      form.append(name, value);
  // Two small files: one always the same, one of its own.
  form.append("same", new Blob(["the same in all"]), "same.txt");
  form.append("own", new Blob([`its own: ${String(n)}`]), "own.txt");
  return form;
}
