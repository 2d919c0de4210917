/** Settings as an environment that a driver can be opened with. */
import type { ActionDescription, Person, WorkflowDescription } from "../../spec/vocabulary/target.ts";
import { duties } from "../../spec/operations.ts";
import { defaultLimits, productionLimits, type Access, type Environment, type Limits } from "../environment.ts";
import { isSecretHeader, secretValuesIn } from "../secrets/names.ts";
import { Secrets, type Credentials, type OtherSecret } from "../secrets/secrets.ts";
import { usualWrongPasswords } from "./access.ts";
import { actionData, ActionDataError } from "./action-data.ts";
import { refuseUncheckedCertificates } from "./certificate-checks.ts";
import type { ActionSettings, EnvironmentSettings, UserSettings, WorkflowSettings } from "./settings.ts";
import type { KeyPath } from "./source.ts";

/** The environment that needs no entry: the reference service of this package. */
export const embeddedName = "embedded";

/**
 * @param folder against which the files of data schemas are resolved.
 * @throws ConfigurationError where certificates would not be checked, and ActionDataError for data of actions that cannot be used.
 */
export function buildEnvironment(
  name: string,
  settings: EnvironmentSettings,
  granted: { readonly access: Access; readonly reason: string; readonly isProduction?: boolean },
  folder: string,
): Environment {
  const { secondUser, users = [], organization, proxy, tls, telemetry } = settings;
  const headers = lowerCased(settings.headers ?? {});
  const otlp = telemetry?.otlp && { ...telemetry.otlp, headers: lowerCased(telemetry.otlp.headers ?? {}) };
  refuseUncheckedCertificates([settings.baseUrl, proxy]);
  const spares = granted.access === "read-only" || granted.isProduction;
  const wrongPasswords =
    settings.probeWrongPasswords ?? (name === embeddedName && !spares ? undefined : spares ? 0 : usualWrongPasswords);
  return {
    name,
    baseUrl: settings.baseUrl.replace(/(?<!\/)\/+$/, ""),
    access: granted.access,
    accessReason: granted.reason,
    secrets: new Secrets(
      given(settings.credentials),
      given(secondUser),
      [
        ...proxySecrets(proxy),
        ...secretValues("headers", headers),
        ...secretValues("telemetry.otlp.headers", otlp?.headers ?? {}),
      ],
      users.map(given),
      wordsIn(settings),
    ),
    ...(hasCredentials(secondUser)
      ? { secondUser: { sharesOrganization: secondUser?.sharesOrganization ?? true } }
      : {}),
    ...peopleOf(settings),
    ...(organization === undefined ? {} : { organization }),
    workflows: (settings.workflows ?? []).map((workflow, place) =>
      placed(["workflows", place], () => describe(workflow, folder)),
    ),
    knownTraces: settings.knownTraces ?? [],
    limits: limitsOf(settings.limits, granted.isProduction),
    ...(wrongPasswords === undefined ? {} : { maxWrongPasswords: wrongPasswords }),
    ...(tls ? { tls } : {}),
    ...(proxy === undefined ? {} : { proxy }),
    ...(Object.keys(headers).length === 0 ? {} : { headers }),
    ...(telemetry ? { telemetry: { traceparent: true, ...telemetry, ...(otlp ? { otlp } : {}) } } : {}),
    openPoints: settings.openPoints ?? {},
    waivers: settings.waivers ?? [],
  };
}

/** Names of the configuration that stand in every request and report. */
function wordsIn({ credentials, users = [], organization, workflows = [] }: EnvironmentSettings): readonly string[] {
  const groups = [credentials, ...users].flatMap((user) => user?.groups ?? []);
  const named = workflows.flatMap(({ id, name, actions }) => [
    id,
    name,
    ...actions.flatMap(({ key, groupLabel }) => [key, groupLabel]),
  ]);
  return [...groups, ...named, organization].filter((word) => word !== undefined && word !== "") as string[];
}

/** The users who share the work, the first one first; nothing where that one does everything. */
function peopleOf({ credentials = {}, users = [] }: EnvironmentSettings): { readonly people?: readonly Person[] } {
  if (users.length === 0 && credentials.may === undefined && credentials.groups === undefined) return {};
  // Who is named among the users as well is still one person: nobody else sends for the first user then.
  const again = users.find((user) => isSamePerson(user, credentials));
  const first = { ...again, ...credentials };
  const person = (account: Person["account"], { groups, may = duties }: UserSettings): Person => ({
    account,
    ...(groups === undefined ? {} : { groups }),
    may,
  });
  const others = users.flatMap((user, index) =>
    isSamePerson(user, credentials) ? [] : [person(`user-${index}`, user)],
  );
  return { people: [person("first", first), ...others] };
}

function isSamePerson(one: Credentials, other: Credentials): boolean {
  const [left, right] = [one, other].map(({ email }) => email?.trim().toLowerCase() ?? "");
  return left !== "" && left === right;
}

/** An empty text is what an empty variable leaves: the same as nothing. */
function given(credentials: Credentials | undefined): Credentials {
  const { email, password, privateKey, token } = credentials ?? {};
  return Object.fromEntries(
    Object.entries({ email, password, privateKey, token }).filter(([, text]) => text !== undefined && text !== ""),
  );
}

function hasCredentials(account: Credentials | undefined): boolean {
  return Object.keys(given(account)).length > 0;
}

function limitsOf(limits: Partial<Limits> | undefined, isProduction = false): Limits {
  const stated = Object.entries(limits ?? {}).filter(([, value]) => value !== undefined);
  return { ...defaultLimits, ...(isProduction ? productionLimits : {}), ...Object.fromEntries(stated) };
}

/** What is wrong in a place of a list is told with the place. */
function placed<Value>(path: KeyPath, make: () => Value): Value {
  try {
    return make();
  } catch (error) {
    throw error instanceof ActionDataError ? error.below(...path) : error;
  }
}

function describe({ id, name, actions, nextActions }: WorkflowSettings, folder: string): WorkflowDescription {
  return {
    id,
    ...(name === undefined ? {} : { name }),
    actions: actions.map((action, place) => ({
      ...placed(["actions", place], () => describeAction(action, folder)),
      ...appendingOf(action, actions),
    })),
    ...(nextActions ? { nextActions: { ...nextActions, by: nextActions.by ?? "group" } } : {}),
  };
}

function describeAction(
  { key, groupLabel, data, examples, after, atMost, ends, files }: ActionSettings,
  folder: string,
): Omit<ActionDescription, "creates" | "appends"> {
  const process = {
    ...(after === undefined ? {} : { after }),
    ...(atMost === undefined ? {} : { atMost }),
    ...(ends === undefined ? {} : { ends }),
    ...(files === undefined ? {} : { files }),
  };
  const given = { ...(data === undefined ? {} : { data }), ...(examples === undefined ? {} : { examples }) };
  return { key, groupLabel, ...actionData(given, folder), ...process };
}

/**
 * Whether it creates and can be appended. Where all actions of a workflow create, and none says whether it can be appended,
 * all are taken to, until the target shows that it takes none.
 */
function appendingOf(
  { creates = false, appends }: ActionSettings,
  all: readonly ActionSettings[],
): Pick<ActionDescription, "creates" | "appends" | "isAppendingAssumed"> {
  const isUnsaid = all.every((one) => one.creates === true && one.appends === undefined);
  return isUnsaid
    ? { creates: true, appends: true, isAppendingAssumed: true }
    : { creates, appends: appends ?? !creates };
}

/** An empty value is what an empty variable leaves: the header is not sent. */
function lowerCased(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const given = Object.entries(headers).filter(([, value]) => value !== "");
  return Object.fromEntries(given.map(([name, value]) => [name.toLowerCase(), value]));
}

/** The values of headers that are named like secrets; of one with a scheme before it also what follows the scheme. */
function secretValues(key: string, headers: Readonly<Record<string, string>>): OtherSecret[] {
  return Object.entries(headers).flatMap(([name, value]) =>
    isSecretHeader(name)
      ? [value, ...secretValuesIn({ [name]: value }, new URLSearchParams())].map((text) => ({
          text,
          key: `${key}.${name}`,
        }))
      : [],
  );
}

function proxySecrets(proxy: string | undefined): OtherSecret[] {
  if (proxy === undefined || !URL.canParse(proxy)) return [];
  const { username, password } = new URL(proxy);
  const spellings = (part: string): string[] => (part === "" ? [] : [part, decodeURIComponent(part)]);
  return [
    ...spellings(username).map((text) => ({ text })),
    ...spellings(password).map((text) => ({ text, key: "proxy" })),
  ];
}
