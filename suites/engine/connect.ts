/** What a session asks of a target before anything else. */
import { LoginError, openDriver, type Driver, type DriverOptions, type Environment } from "../../driver/index.ts";
import { faces } from "../../spec/operations.ts";
import type { History } from "../../spec/vocabulary/history.ts";
import type { Script } from "../../spec/vocabulary/script.ts";
import { ConfigurationDoubt, configurationDoubt, isListedOnceLoggedIn, loginsDisagree } from "./configuration-doubt.ts";
import { askedByEachLogin, keyOpensAnother } from "./keys-of-others.ts";
import { askedOfNames } from "./misnamed-workflow.ts";
import { contradictsItself } from "./self-contradiction.ts";
import { unknownActions } from "./unknown-names.ts";

/**
 * Opens a driver. A login that answers success without a token, fails by itself, or is refused for its form, is a finding
 * about the target, so the run goes on without a token to judge it; refused credentials are a matter of the configuration.
 */
export async function connect(environment: Environment, options: DriverOptions): Promise<Driver> {
  try {
    return await openDriver(environment, options);
  } catch (error) {
    const { status, deniesForm = false } = error instanceof LoginError ? error : {};
    if (status === undefined || (status >= 300 && status < 500 && !deniesForm)) throw error;
    return openDriver(environment, { ...options, logIn: false });
  }
}

/** What tells whether the organization is known. */
export const askingForLists: Script = {
  id: "probes/configuration/1",
  title: "Is the organization known?",
  steps: [{ parallel: faces.map((face) => [{ op: "workflows", face }]) }],
};

/**
 * The lists of workflows that each way to log in shows. A login that leads into the session of another user shows other
 * workflows, which is no fault of the configuration; nor is it one where a token no longer shows what a new one does.
 */
async function listsOfEachLogin(driver: Driver): Promise<readonly History[]> {
  const { organization, secrets } = driver.environment;
  const { email, password, privateKey } = secrets.accountOf("first");
  if (organization === undefined) return [];
  const methods = [
    ...(email === undefined || password === undefined ? [] : (["credential"] as const)),
    ...(privateKey === undefined ? [] : (["private-key"] as const)),
  ];
  const histories: History[] = [];
  for (const method of methods)
    histories.push(
      await driver.run({
        id: `probes/lists-of-login/${method}`,
        title: `The workflows that a login by ${method} shows`,
        steps: [
          { op: "login", face: "v2", method, adopt: true },
          { op: "workflows", face: "v2" },
          { op: "workflows", face: "legacy" },
        ],
      }),
    );
  return histories;
}

/**
 * What is asked besides where the configuration is in doubt.
 * @throws ConfigurationDoubt where nothing shows that the target is at fault
 */
async function listsInDoubt(driver: Driver, histories: readonly History[]): Promise<readonly History[]> {
  const doubt = configurationDoubt(histories, driver.environment);
  if (doubt === undefined) return [];
  const lists = await listsOfEachLogin(driver);
  if (loginsDisagree(lists, driver.environment) || contradictsItself(histories)) return lists;
  if (isListedOnceLoggedIn(histories, lists)) return lists;
  const asked: History[] = [];
  for (const script of askedByEachLogin(histories, driver.environment)) asked.push(await driver.run(script));
  if (!keyOpensAnother(asked)) throw new ConfigurationDoubt(doubt);
  return [...lists, ...asked];
}

/**
 * The lists of workflows through both faces, where there is an organization, and what is asked where they speak against the
 * configuration. Before anything is written: what names the organization or a workflow wrongly is no finding.
 * @throws ConfigurationDoubt where nothing shows that the target is at fault
 */
export async function bothLists(driver: Driver): Promise<readonly History[]> {
  if (driver.environment.organization === undefined) return [];
  const lists = [await driver.run(askingForLists)];
  return [...lists, ...(await listsInDoubt(driver, lists)), ...(await askedOfNames(driver, lists))];
}

/**
 * What is asked besides once the probes have ended, where the target refuses what the configuration names.
 * @throws ConfigurationDoubt where nothing shows that the target is at fault
 */
export async function namesInDoubt(driver: Driver, histories: readonly History[]): Promise<readonly History[]> {
  const lists = await listsInDoubt(driver, histories);
  return contradictsItself(histories) ? lists : [...lists, ...(await unknownActions(driver, histories))];
}
