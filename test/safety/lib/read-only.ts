/** Runs that may only read: what they find, and what of theirs must not arrive. */
import { expect } from "vitest";
import { openDriver } from "../../../driver/index.ts";
import { credentialDefects } from "../../../generators/index.ts";
import { embeddedTarget } from "../../../reference/embedded-target.ts";
import { operationById } from "../../../spec/operations.ts";
import { createdTraceOf } from "../../../spec/readings/outcome.ts";
import { environmentAt, startBehind, type Proxy } from "./service.ts";

/** Traces with files and several actions, as somebody else left them; then nothing has arrived yet. */
export async function withTraces(): Promise<{ target: Proxy; traces: readonly string[]; forget: () => void }> {
  const target = await startBehind();
  const driver = await openDriver(environmentAt(target), { runId: "before" });
  const history = await driver.run({
    id: "before",
    title: "What is there already",
    steps: [0, 1, 2].flatMap((number) => [
      { op: "create", face: "v2", as: `t${String(number)}`, data: { title: `Title ${String(number)}` } } as const,
      ...[1, 2, 3].map(
        (action) =>
          ({
            op: "act",
            face: action % 2 === 0 ? "legacy" : "v2",
            trace: `$t${String(number)}`,
            data: { count: action },
            files: [
              { partName: "file", fileName: `${String(action)}.txt`, content: { text: `text ${String(action)}` } },
            ],
          }) as const,
      ),
    ]),
  });
  const traces = history.exchanges.flatMap((exchange) =>
    exchange.intent.kind === "create" ? (createdTraceOf(exchange) ?? []) : [],
  );
  expect(history.unsent).toEqual([]);
  expect(traces).toHaveLength(3);
  await driver.close();
  const before = target.received.length;
  return { target, traces, forget: () => void (target.received as unknown[]).splice(0, before) };
}

export function expectNoWrites({ received }: Proxy): void {
  expect(received.length).toBeGreaterThan(0);
  const writing = received.filter(({ operation }) => operation === undefined || operationById(operation).writes);
  expect(writing.map(({ method, url }) => `${method} ${url}`)).toEqual([]);
}

/** Keys that no account has: nobody is locked out by them. */
const madeUpKeys = credentialDefects
  .map(({ replace }) => replace?.privateKey)
  .filter((key) => typeof key === "string" && key.startsWith("-----BEGIN"));

/** Logins that arrived and could count against an account of the reference's configuration. */
export function wrongLoginsOfRealAccounts({ received }: Proxy): readonly string[] {
  const { credentials, secondUser } = embeddedTarget;
  const accounts = [credentials, secondUser].map((account) => ({ ...account }) as Partial<Record<string, string>>);
  return received
    .filter(({ url }) => url.includes("/login"))
    .map(({ body }) => body.toString())
    .filter((text) => {
      const real = accounts.filter(({ email = "none" }) =>
        text.toLowerCase().includes(`"email":"${email.toLowerCase()}"`),
      );
      const withEmail = real.length > 0 && !real.some(({ password = "" }) => text.includes(JSON.stringify(password)));
      const isKey = accounts.some(({ privateKey = "" }) => text.includes(JSON.stringify(privateKey)));
      const isOfNobody = madeUpKeys.some((key) => text.includes(JSON.stringify(key).slice(1, -1)));
      return withEmail || (/begin private key/i.test(text) && !isKey && !isOfNobody);
    });
}
