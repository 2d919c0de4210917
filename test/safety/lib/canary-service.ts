/** A reference service whose users have credentials that stand nowhere else, and everything that must not leave. */
import { generateKeyPairSync, randomBytes } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { stringify } from "yaml";
import { embeddedTarget } from "../../../reference/embedded-target.ts";
import { startReferenceProcess, type ReferenceProcess } from "../../../reference/spawn.ts";

interface Account {
  readonly email: string;
  readonly password: string;
  readonly privateKey: string;
}

export interface CanaryService {
  readonly service: ReferenceProcess;
  readonly first: Account;
  readonly second: Account;
  /** A bearer token of the first user. */
  readonly token: string;
}

/** @param folder where the seed file is written; it holds the secrets, so no command may have it as its own */
export async function startCanaryService(folder: string): Promise<CanaryService> {
  const [first, second] = [newAccount("one"), newAccount("two")];
  const seedFile = join(folder, "seed.yaml");
  writeFileSync(seedFile, stringify(seedOf(first.seed, second.seed)));
  const service = await startReferenceProcess({ seedFile });
  return { service, first: first.account, second: second.account, token: await tokenFor(service, first.account) };
}

function newAccount(name: string): { account: Account; seed: object } {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519", {
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
    publicKeyEncoding: { type: "spki", format: "pem" },
  });
  const email = `canary-${name}-${randomBytes(6).toString("hex")}@acme.example`;
  // Signs that every encoding treats in its own way.
  const password = `Canary ${randomBytes(9).toString("base64")} "ü" & <${name}>/+%`;
  return {
    account: { email, password, privateKey },
    seed: { email, password, publicKey, groups: ["clerks", "adjusters"] },
  };
}

function seedOf(first: object, second: object): object {
  const workflows = embeddedTarget.workflows.map(({ actions, ...workflow }) => ({
    ...workflow,
    actions: actions.map((action) => ({
      key: action.key,
      groups: [action.groupLabel],
      ...("creates" in action ? { creates: true } : {}),
    })),
  }));
  return {
    organizations: [
      { name: "acme", users: [first], workflows },
      { name: "globex", users: [second], workflows: [] },
    ],
  };
}

async function tokenFor({ baseUrl }: ReferenceProcess, { email, password }: Account): Promise<string> {
  const answer = await fetch(`${baseUrl}/login/credential`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password }),
  });
  return ((await answer.json()) as { token: string }).token;
}
