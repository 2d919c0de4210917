/** The steps of `doctor`, each of which says what it found and what to do about it. */
import {
  LoginError,
  openDriver,
  wrongPasswordsOf,
  UnreachableError,
  WrongAddressError,
  type Driver,
  type Environment,
} from "../../driver/index.ts";
import { requirements } from "../../spec/requirements/index.ts";
import type { Exchange } from "../../spec/vocabulary/history.ts";
import type { Step } from "../../spec/vocabulary/script.ts";
import { isJsonObject } from "../../spec/json.ts";
import { listedWorkflow } from "../../suites/engine/listed-workflow.ts";
import type { WorkflowDescription } from "../../spec/vocabulary/target.ts";
import { settingName, settingTo } from "../../spec/vocabulary/setting-name.ts";
import { counted } from "../../reports/text/numbers.ts";
import { diagnosis, type Diagnosis } from "./diagnosis.ts";
import { triedActions } from "./try-actions.ts";
import { plainWordNotes } from "../../suites/engine/plain-words.ts";
import { applicability } from "../../suites/engine/plan/applicability.ts";
import { newRunId } from "../../suites/engine/plan/run-plan.ts";

/** Tries one thing after the other; ends early where nothing further can be tried. */
export async function* examine(environment: Environment, signal: AbortSignal): AsyncGenerator<Diagnosis> {
  for (const detail of plainWordNotes(environment))
    yield { state: "missing", what: "a secret that can be kept", detail };
  const runId = newRunId(new Date());
  let driver: Driver;
  let isRefused = false;
  try {
    driver = await openDriver(environment, { runId, signal });
    yield { state: "good", what: whatIsTaken(environment) };
  } catch (error) {
    if (error instanceof UnreachableError)
      return yield { state: "bad", what: "the target does not answer", detail: error.message };
    if (error instanceof WrongAddressError)
      return yield { state: "bad", what: "what answers is not the service", detail: error.message };
    if (!(error instanceof LoginError)) throw error;
    isRefused = error.status !== undefined;
    yield { state: "good", what: "the target answers" };
    // What is to be supplied stands in it.
    if (isRefused) yield { state: "bad", what: "no token that the target takes could be had", detail: error.message };
    else yield { state: "missing", what: "a login", detail: error.message };
    driver = await openDriver(environment, { runId, signal, logIn: false });
  }
  try {
    let isBad = isRefused;
    const onBad = (): void => void (isBad = true);
    // Where nobody can log in, that was told, and no way to do it is tried.
    if (hasCredentials(environment)) yield* noting(logins(driver), onBad);
    if (isRefused) {
      yield { state: "missing", what: "workflows and actions", detail: "not tried, for want of a token" };
      return yield* unjudgeable(environment, isBad);
    }
    const listed = yield* noting(workflows(driver), onBad);
    yield* noting(actions(driver), onBad);
    yield* unjudgeable(listed ? { ...environment, workflows: [listed] } : environment, isBad);
  } finally {
    await driver.close();
  }
}

/** Of a token alone nothing is known until something that wants one was answered with a success. */
function whatIsTaken({ secrets }: Environment): string {
  const { email, password, privateKey, token } = secrets.accountOf("first");
  if ((email !== undefined && password !== undefined) || privateKey !== undefined)
    return "the target answers and takes the credentials";
  return token === undefined ? "the target answers" : "the target answers, and does not answer 401 to the token";
}

const hasCredentials = ({ secrets }: Environment): boolean =>
  Object.values(secrets.accountOf("first")).some((value) => value !== undefined);

/** The same findings; `onBad` is called for each that is bad. */
async function* noting<T>(findings: AsyncGenerator<Diagnosis, T>, onBad: () => void): AsyncGenerator<Diagnosis, T> {
  for (;;) {
    const next = await findings.next();
    if (next.done) return next.value;
    if (next.value.state === "bad") onBad();
    yield next.value;
  }
}

async function* logins(driver: Driver): AsyncGenerator<Diagnosis> {
  const { email, password, privateKey } = driver.environment.secrets.accountOf("first");
  const at = (member: string): string => settingName(driver.environment, `credentials.${member}`);
  if (privateKey !== undefined)
    yield* tried(driver, "login by private key", { op: "login", face: "v2", method: "private-key" });
  else yield { state: "missing", what: "login by private key", remedy: `supply ${at("privateKey")}` };
  if (email === undefined || password === undefined)
    yield {
      state: "missing",
      what: "login by email and password",
      remedy: `supply ${at("email")} and ${at("password")}`,
    };
  else
    for (const face of ["v2", "legacy"] as const)
      yield* tried(driver, `login by email and password (${face})`, { op: "login", face, method: "credential" });
}

/** @returns the workflow of the list in which a run reads, where none is configured */
async function* workflows(driver: Driver): AsyncGenerator<Diagnosis, WorkflowDescription | undefined> {
  const { environment } = driver;
  const at = (key: string): string => settingName(environment, key);
  if (environment.organization === undefined) {
    yield { state: "missing", what: "the organization's workflows", remedy: `supply ${at("organization")}` };
    return undefined;
  }
  const { exchange, finding } = await send(driver, `workflows of ${environment.organization}`, {
    op: "workflows",
    face: "v2",
  });
  yield finding;
  const list = exchange?.response?.json?.value;
  if (!Array.isArray(list)) return undefined;
  const ids = list
    .filter(isJsonObject)
    .map((workflow) => `${String(workflow["workflowId"])} (${String(workflow["workflowName"])})`);
  const seen = ids.slice(0, 20).join(", ") || "none";
  const listed = environment.workflows.length === 0 && exchange ? listedWorkflow([exchange]) : undefined;
  if (environment.workflows.length === 0)
    yield {
      state: "missing",
      what: `no workflow is configured${listed ? `, so that runs read in ${listed.id}` : ""}`,
      remedy: `the target lists ${seen}; add one with ${at("workflows")}${environment.byFlags ? " (with --create-action runs write there, unless --access read-only is given, too)" : ""}`,
    };
  for (const { id, name } of environment.workflows) {
    const own = list.filter(isJsonObject).filter((one) => String(one["workflowId"]) === id);
    const called = own.map((one) => String(one["workflowName"]));
    if (own.length > 0 && name !== undefined && !called.includes(name))
      yield {
        state: "bad",
        what: `workflow ${id} is listed under another name`,
        detail: `the target calls it "${called.join('", "')}", the configuration "${name}"`,
        remedy: `correct ${at("workflows[].name")}, or leave it out; where it is right, what the target lists is wrong`,
      };
    else
      yield own.length > 0
        ? { state: "good", what: `workflow ${id} is listed` }
        : {
            state: "bad",
            what: `workflow ${id} is not listed`,
            remedy: `the target lists ${seen}; correct ${at("workflows")}`,
          };
  }
  return listed;
}

/** Every action that is configured is tried through both faces: a mistyped one must not look like a fault. */
async function* actions(driver: Driver): AsyncGenerator<Diagnosis> {
  const { environment } = driver;
  const { access, workflows: configured } = environment;
  const isReadOnly = access === "read-only";
  const creates = configured.some((workflow) => workflow.actions.some((action) => action.creates));
  const create = environment.byFlags
    ? "give --create-action KEY:GROUP"
    : `add an action with creates: true to ${settingName(environment, "workflows[].actions")}`;
  const allow = `set ${settingTo(environment, "access", "read-write")} to let runs create traces`;
  if (isReadOnly || !creates)
    return yield {
      state: "missing",
      what: "creating a trace",
      ...(isReadOnly ? { detail: "the access is read-only" } : {}),
      remedy: [...(isReadOnly ? [allow] : []), ...(creates ? [] : [create])].join("; "),
    };
  const left = new Set<string>();
  for (const workflow of configured.keys()) yield* triedActions(driver, workflow, left);
  if (left.size > 0)
    yield { state: "good", what: `${counted(left.size, "trace")} were created for this, and stay there` };
}

/**
 * What a run will leave unjudged for want of configuration; what depends on readings shows only in a run.
 * @param isBad true where something that is configured does not work, so that nothing of this is certain
 */
function* unjudgeable(environment: Environment, isBad: boolean): Generator<Diagnosis> {
  const credentials = environment.secrets.accountOf("first");
  const reasons = Map.groupBy(
    [
      ...applicability(
        { ...environment, credentials, wrongPasswords: wrongPasswordsOf(environment) },
        { readings: {} },
      ),
    ].filter(([, { status, choice, isSeenInRun }]) => status === "skipped" && !choice && !isSeenInRun),
    ([, { reason }]) => reason,
  );
  const left = requirements.length - [...reasons.values()].flat().length;
  const share = `${left} of ${requirements.length} requirements`;
  yield isBad
    ? { state: "missing", what: `${share} could be judged once that is corrected` }
    : { state: "good", what: `at most ${share} can be judged as configured` };
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
  return { exchange, finding: diagnosis(driver, what, exchange) };
}
