/** The steps of `doctor`, each of which says what it found and what to do about it. */
import {
  LoginError,
  openDriver,
  wrongPasswordsOf,
  UnreachableError,
  type Driver,
  type Environment,
} from "../../driver/index.ts";
import { requirements } from "../../spec/requirements/index.ts";
import type { Exchange } from "../../spec/vocabulary/history.ts";
import type { Step } from "../../spec/vocabulary/script.ts";
import { isJsonObject } from "../../spec/json.ts";
import { applicability } from "../../suites/engine/applicability.ts";
import { newRunId } from "../../suites/engine/run-plan.ts";

export interface Diagnosis {
  /** good: works; bad: does not; missing: cannot be tried as configured. */
  readonly state: "good" | "bad" | "missing";
  readonly what: string;
  readonly detail?: string;
  readonly remedy?: string;
}

/** Tries one thing after the other; ends early where nothing further can be tried. */
export async function* examine(environment: Environment, signal: AbortSignal): AsyncGenerator<Diagnosis> {
  const runId = newRunId(new Date());
  let driver: Driver;
  try {
    driver = await openDriver(environment, { runId, signal });
    yield { state: "good", what: "the target answers and takes the credentials" };
  } catch (error) {
    if (error instanceof UnreachableError) {
      yield { state: "bad", what: "the target does not answer", detail: error.message };
      return;
    }
    if (!(error instanceof LoginError)) throw error;
    yield { state: "good", what: "the target answers" };
    yield {
      state: error.status === undefined ? "missing" : "bad",
      what: "no token that the target takes could be had",
      detail: error.message,
      remedy: `supply environments.${environment.name}.credentials: email and password, privateKey, or token`,
    };
    driver = await openDriver(environment, { runId, signal, logIn: false });
  }
  try {
    yield* logins(driver);
    yield* workflows(driver);
    yield* creation(driver);
    yield* unjudgeable(environment);
  } finally {
    await driver.close();
  }
}

async function* logins(driver: Driver): AsyncGenerator<Diagnosis> {
  const { email, password, privateKey } = driver.environment.secrets.accountOf("first");
  const at = `environments.${driver.environment.name}.credentials`;
  if (privateKey !== undefined)
    yield* tried(driver, "login by private key", { op: "login", face: "v2", method: "private-key" });
  else yield { state: "missing", what: "login by private key", remedy: `supply ${at}.privateKey` };
  if (email === undefined || password === undefined)
    yield { state: "missing", what: "login by email and password", remedy: `supply ${at}.email and ${at}.password` };
  else
    for (const face of ["v2", "legacy"] as const)
      yield* tried(driver, `login by email and password (${face})`, { op: "login", face, method: "credential" });
}

async function* workflows(driver: Driver): AsyncGenerator<Diagnosis> {
  const { environment } = driver;
  const at = `environments.${environment.name}`;
  if (environment.organization === undefined)
    return yield { state: "missing", what: "the organization's workflows", remedy: `supply ${at}.organization` };
  const { exchange, finding } = await send(driver, `workflows of ${environment.organization}`, {
    op: "workflows",
    face: "v2",
  });
  yield finding;
  const list = exchange?.response?.json?.value;
  if (!Array.isArray(list)) return;
  const ids = list
    .filter(isJsonObject)
    .map((workflow) => `${String(workflow["workflowId"])} (${String(workflow["workflowName"])})`);
  const seen = ids.slice(0, 20).join(", ") || "none";
  if (environment.workflows.length === 0)
    yield {
      state: "missing",
      what: "no workflow is configured",
      remedy: `the target lists ${seen}; add one to ${at}.workflows`,
    };
  for (const { id } of environment.workflows) {
    const found = ids.some((listed) => listed.startsWith(`${id} (`));
    yield found
      ? { state: "good", what: `workflow ${id} is listed` }
      : {
          state: "bad",
          what: `workflow ${id} is not listed`,
          remedy: `the target lists ${seen}; correct ${at}.workflows`,
        };
  }
}

async function* creation(driver: Driver): AsyncGenerator<Diagnosis> {
  const { name, access, workflows: configured } = driver.environment;
  const at = `environments.${name}`;
  if (access === "read-only")
    return yield {
      state: "missing",
      what: "creating a trace",
      detail: "the access is read-only",
      remedy: `set ${at}.access: read-write to let runs create traces`,
    };
  if (!configured.some((workflow) => workflow.actions.some((action) => action.creates)))
    return yield {
      state: "missing",
      what: "creating a trace",
      remedy: `add an action with creates: true to ${at}.workflows[].actions`,
    };
  yield* tried(driver, "creating a trace", { op: "create", face: "v2", data: { conformanceRun: driver.runId } });
}

/** What a run will leave unjudged for want of configuration; what depends on readings shows only in a run. */
function* unjudgeable(environment: Environment): Generator<Diagnosis> {
  const credentials = environment.secrets.accountOf("first");
  const reasons = Map.groupBy(
    [
      ...applicability(
        { ...environment, credentials, wrongPasswords: wrongPasswordsOf(environment) },
        { readings: {} },
      ),
    ].filter(([, { status }]) => status === "skipped"),
    ([, { reason }]) => reason,
  );
  const left = requirements.length - [...reasons.values()].flat().length;
  yield { state: "good", what: `${left} of ${requirements.length} requirements can be judged as configured` };
  for (const [reason, skipped] of reasons)
    yield { state: "missing", what: `${skipped.length} would be skipped`, detail: reason };
}

async function* tried(driver: Driver, what: string, step: Step): AsyncGenerator<Diagnosis> {
  yield (await send(driver, what, step)).finding;
}

async function send(driver: Driver, what: string, step: Step): Promise<{ exchange?: Exchange; finding: Diagnosis }> {
  const history = await driver.run({ id: `doctor/${what}`, title: what, steps: [step] });
  const exchange = history.exchanges.findLast((candidate) => !candidate.support);
  if (!exchange) return { finding: { state: "bad", what, detail: history.unsent[0]?.reason ?? "nothing was sent" } };
  const { response, failure, request } = exchange;
  const told = `${request.method} ${request.path} answered ${response?.status ?? failure?.kind ?? "nothing"}`;
  const good = response !== undefined && response.status >= 200 && response.status < 300;
  const text = good || !response?.body ? "" : ` ${new TextDecoder().decode(response.body.subarray(0, 200))}`;
  const detail = driver.environment.secrets.redact(`${told}${failure ? `: ${failure.message}` : text}`);
  return { exchange, finding: { state: good ? "good" : "bad", what, detail } };
}
