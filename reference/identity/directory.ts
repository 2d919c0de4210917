import { createPrivateKey, createPublicKey } from "node:crypto";
import type { KeyObject } from "node:crypto";
import type { ValidateFunction } from "ajv/dist/2020.js";
import type { Principal } from "../core/call.ts";
import type { WorkflowItem } from "../core/records.ts";
import { hashPassword, passwordMatches } from "./passwords.ts";
import { compileSchema } from "./seed-values.ts";
import type { Seed } from "./seed.ts";

/** An action of a workflow. */
export interface ActionDefinition {
  readonly key: string;
  readonly groups: readonly string[];
  readonly creates: boolean;
  readonly appends: boolean;
  /** Every one of these was done before. */
  readonly after: readonly string[];
  /** How often a trace takes it. */
  readonly atMost: number;
  /** True where nothing may follow. */
  readonly ends: boolean;
  /** The total that it raises by one. */
  readonly counts: string | undefined;
  /** Totals, each with the member of the data whose number it is raised by. */
  readonly adds: Readonly<Record<string, string>>;
  /** Undefined takes any object. */
  readonly validate: ValidateFunction | undefined;
}

/** A workflow of an organization. */
export interface WorkflowDefinition {
  readonly id: string;
  readonly name: string;
  readonly organization: string;
  /** True where the process decides what may come next. */
  readonly isProcess: boolean;
  readonly actions: ReadonlyMap<string, ActionDefinition>;
}

interface Account {
  readonly principal: Principal;
  readonly passwordHash: string | undefined;
  /** The public key as DER in base64, so that two writings of one key compare equal. */
  readonly publicKey: string | undefined;
}

/** The users, organizations and workflows of a seed file, by the ways in which requests name them. */
export class Directory {
  readonly organizations: ReadonlySet<string>;
  readonly #accounts: readonly Account[];
  readonly #workflows: ReadonlyMap<string, WorkflowDefinition>;

  private constructor(
    organizations: ReadonlySet<string>,
    accounts: readonly Account[],
    workflows: ReadonlyMap<string, WorkflowDefinition>,
  ) {
    this.organizations = organizations;
    this.#accounts = accounts;
    this.#workflows = workflows;
  }

  /** Compiles schemas, reads keys, hashes plain passwords. */
  static async from(seed: Seed): Promise<Directory> {
    const accounts = await Promise.all(
      seed.users.map(async (user): Promise<Account> => ({
        principal: { userId: user.email, email: user.email, organization: user.organization, groups: user.groups },
        passwordHash:
          user.passwordHash ?? (user.password === undefined ? undefined : await hashPassword(user.password)),
        publicKey: user.publicKey === undefined ? undefined : spki(createPublicKey(user.publicKey)),
      })),
    );
    const workflows = seed.workflows.map((workflow): WorkflowDefinition => ({
      id: workflow.id,
      name: workflow.name,
      organization: workflow.organization,
      isProcess: workflow.isProcess,
      actions: new Map(
        workflow.actions.map(({ schema, ...action }) => [
          action.key,
          { ...action, validate: schema === undefined ? undefined : compileSchema(schema) },
        ]),
      ),
    }));
    return new Directory(
      new Set(seed.organizations),
      accounts,
      new Map(workflows.map((workflow) => [workflow.id, workflow])),
    );
  }

  /** The user of that e-mail and password, or undefined. */
  async byPassword(email: string, password: string): Promise<Principal | undefined> {
    const account = this.#accounts.find(({ principal }) => principal.email === email);
    // An unknown user costs a comparison too, so that the time does not tell which e-mails exist.
    const hash =
      account?.passwordHash ?? this.#accounts.find((other) => other.passwordHash !== undefined)?.passwordHash;
    const matches = hash !== undefined && (await passwordMatches(password, hash));
    return matches && account?.passwordHash !== undefined ? account.principal : undefined;
  }

  /**
   * The user who registered the public half of a private key, or undefined.
   * @param pem PKCS #8; its line breaks may have been written as `\n`, as environment variables often have them
   */
  byPrivateKey(pem: string): Principal | undefined {
    let key: string;
    try {
      key = spki(createPublicKey(createPrivateKey(pem.replaceAll("\\n", "\n"))));
    } catch {
      return undefined;
    }
    return this.#accounts.find(({ publicKey }) => publicKey === key)?.principal;
  }

  /** The user of an id, or undefined when the seed no longer has it. */
  byId(userId: string): Principal | undefined {
    return this.#accounts.find(({ principal }) => principal.userId === userId)?.principal;
  }

  /** The workflow of that id, of whichever organization. */
  workflow(id: string): WorkflowDefinition | undefined {
    return this.#workflows.get(id);
  }

  /** The workflow of that name in an organization. */
  workflowByName(organization: string, name: string): WorkflowDefinition | undefined {
    return this.workflowsOf(organization).find((workflow) => workflow.name === name);
  }

  /** The workflows of an organization, in the order of the seed file. */
  workflowsOf(organization: string): WorkflowDefinition[] {
    return [...this.#workflows.values()].filter((workflow) => workflow.organization === organization);
  }
}

/** A workflow as the list shows it. */
export function workflowItem(workflow: WorkflowDefinition): WorkflowItem {
  return { workflowId: workflow.id, workflowName: workflow.name };
}

function spki(key: KeyObject): string {
  return key.export({ type: "spki", format: "der" }).toString("base64");
}
