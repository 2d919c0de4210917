/** Finds out what the interface leaves open on a target. */
import { workflowForFiles } from "../generators/index.ts";
import { faces } from "../spec/operations.ts";
import { hasFoundForm } from "../spec/readings/forms.ts";
import { targetSeen } from "../spec/readings/target-seen.ts";
import type { Exchange, History } from "../spec/vocabulary/history.ts";
import type { OpenPointValues, Pins, Profile, Reading } from "../spec/vocabulary/profile.ts";
import type { WorkflowDescription } from "../spec/vocabulary/target.ts";
import { chooseActions } from "./fixture/choose-actions.ts";
import type { Fixture } from "./fixture/fixture.ts";
import { findFixture } from "./fixture/find-fixture.ts";
import { writeFilesTraces, writeFixture } from "./fixture/write-fixture.ts";
import {
  besideCreationFiles,
  type CreationFiles,
  creationFiles,
  filesAlone,
  filesOfFoundForms,
  isRuleOfFiles,
  withFittingFiles,
} from "./process/forms/files/creation-files.ts";
import { formBesideExample } from "./process/forms/beside-example.ts";
import { formOfCodes } from "./process/forms/codes-once.ts";
import { formReading } from "./process/forms/form.ts";
import { formLearnt, takenData } from "./process/forms/form-learnt.ts";
import { readToTheEnd } from "./process/ended.ts";
import { readLag } from "./process/read-lag.ts";
import { readFurthest } from "./process/furthest.ts";
import { refuseAgain } from "./process/refused-again.ts";
import { tryWithout } from "./process/left-out.ts";
import { tryThroughEachFace } from "./process/one-face.ts";
import { raceAlongTheWay } from "./process/raced.ts";
import { otherCreator } from "./process/walk/creators.ts";
import { besideDoneBy, type DoneBy } from "./process/walk/done-by.ts";
import { gatingReading } from "./process/learnt/gating.ts";
import { isTurnedDown } from "./process/observations.ts";
import { besideOwnTexts, namesVariedIn, type OwnTexts } from "./process/forms/own-texts.ts";
import { inOrder } from "./seen/known-traces.ts";
import { besideNeverBegun, neverBegun, withoutNeverBegun } from "./process/learnt/never-begun.ts";
import { goingFurther, Interrupted, ProbeRun } from "./probe-run.ts";
import { applyPins } from "./pinning.ts";
import type { ProbeDriver } from "./probe-driver.ts";
import { unknown, type Probe, type ProbeContext, type Readings } from "./probe.ts";
import { probes } from "./registry.ts";
import { schedule } from "./schedule.ts";

interface ObserveOptions {
  /** Readings that the configuration fixes. Default: those of the driver's environment. */
  readonly pins?: Pins;
  /** Ends the probes early; what was found until then is the outcome. */
  readonly signal?: AbortSignal;
  /** Stands in everything that is written. Default: the driver's. */
  readonly runId?: string;
}

export interface Observation {
  readonly profile: Profile;
  /** Everything that was exchanged, to be judged like any other history under the final profile. */
  readonly histories: readonly History[];
}

/**
 * The target's profile: a reading, with its evidence, for every open point. A probe that fails leaves its points without
 * value; nothing that a target does makes this function throw.
 */
export async function observe(driver: ProbeDriver, options: ObserveOptions = {}): Promise<Observation> {
  const { pins = driver.environment.openPoints, runId = driver.runId, signal } = options;
  const probeRun = new ProbeRun(driver, pins, signal);
  try {
    const readOnly = driver.target.access === "read-only" || driver.target.workflows.length === 0;
    const nothing: Fixture = { found: readOnly, traces: [], workflow: 0 };
    // What is listed behind these logins shows whether they ended the token before, for all that follows.
    const early = probes.filter(({ id }) => !readOnly && id === "token");
    for (const probe of early)
      probeRun.add(await attempt(probe, contextFor(probe.id, driver, probeRun, nothing, runId)));
    const { furthest, isBound = false, ...fixture } = await fixtureOf(driver, probeRun, runId, readOnly);
    const usable = probes.filter((probe) => !(probe.writes && readOnly) && !early.includes(probe));
    for (const probe of probes.filter((one) => !usable.includes(one) && !early.includes(one))) {
      probeRun.add(
        nothingFor(probe, "The target may only be read, and this shows itself only when something is written."),
      );
    }
    await schedule(usable, async (probe) => {
      const readings = await attempt(probe, contextFor(probe.id, driver, probeRun, fixture, runId));
      probeRun.add(readings);
      return readings;
    });
    const onTheWay = inForm(driver, probeRun, runId, "to-the-end");
    if (furthest?.length) await readToTheEnd(onTheWay, probeRun.profile(), furthest);
    if (isBound) await raceAlongTheWay(inForm(driver, probeRun, runId, "raced"), probeRun.profile());
    if (isBound) await tryWithout(inForm(driver, probeRun, runId, "left-out"));
    if (isBound) await tryThroughEachFace(inForm(driver, probeRun, runId, "each-face"));
    if (isBound) await refuseAgain(inForm(driver, probeRun, runId, "refused-again"), probeRun.profile());
  } catch (error) {
    if (!(error instanceof Interrupted)) throw error;
    await probeRun.settled();
  }
  return { profile: applyPins(probeRun.readings, pins), histories: probeRun.histories() };
}

interface Written extends Fixture {
  /** The creations of the traces that came furthest, as they were built again. */
  readonly furthest?: readonly Exchange[];
  /** True where not every action may come at any time. */
  readonly isBound?: boolean;
}

async function fixtureOf(driver: ProbeDriver, probeRun: ProbeRun, runId: string, readOnly: boolean): Promise<Written> {
  const nothing: Fixture = { found: readOnly, traces: [], workflow: 0 };
  const context = contextFor("fixture", driver, probeRun, nothing, runId);
  if (readOnly) return findFixture(context, driver.environment.knownTraces);
  await lists(context);
  const formed = () => inForm(driver, probeRun, runId);
  const {
    names,
    files: ofCreations,
    doneBy,
    ...written
  } = await writtenInForm(formed, probeRun, driver.target.workflows);
  const further = inForm(driver, probeRun, runId, goingFurther).run;
  const { gating: walked, forms } = await gatingReading({ ...ableToBegin(formed()), further }, written.workflow);
  probeRun.add({ "action-gating": walked, ...withForms(probeRun.found("action-forms"), forms) });
  const isFormFound = (workflow: string, key: string) => hasFoundForm(probeRun.profile(), workflow, key);
  // However many requests it took to find the way, there is room for what most traces begin with, and for what is written
  // once more on the paths that it allows.
  const onTheWay = () => inForm(driver, probeRun, runId, "fixture-again");
  const ofFurther = await filesOfFoundForms(onTheWay(), isFormFound);
  const isRule = isRuleOfFiles(context);
  const withFirst = besideCreationFiles(besideDoneBy(walked, doneBy), ofCreations, isRule);
  const withFiles = besideCreationFiles(withFirst, ofFurther, isRule);
  const gating = besideOwnTexts(besideNeverBegun(withFiles, neverBegun(context)), names);
  probeRun.add({ "action-gating": gating });
  const { gating: found = "free", files = {} } = gating.value ?? {};
  const isBound = (found !== "free" || Object.keys(files).length > 0) && driver.target.workflows.length > 0;
  const furthest = isBound ? await readFurthest(onTheWay(), probeRun.profile()) : [];
  // An action whose form was found since is taken now.
  const isFormed = Object.values(forms).some((own) => Object.keys(own).length > 0);
  let again = isBound || isFormed ? await writeFixture(onTheWay(), "again") : written;
  // Where no action was taken before the way was known, nothing showed how soon reads do.
  const readLag = written.readLag ?? (isBound ? await readLagOf(onTheWay, probeRun) : undefined);
  if (readLag && !written.readLag) again = await writeFixture(onTheWay(), "later");
  const fixture = again.traces.length > 0 ? again : written;
  const behind = readLag ? { readLag } : {};
  if (fixture.traces.length > 0)
    return { ...(await besideFiles(onTheWay, fixture, probeRun)), gating, furthest, isBound, ...behind };
  // Where nothing can be written, what is there already can still be looked at.
  return { ...(await findFixture(context, driver.environment.knownTraces)), gating, ...behind };
}

/** The fixture, with traces of another workflow where that takes files and its own does not. */
async function besideFiles(context: () => ProbeContext, fixture: Fixture, probeRun: ProbeRun): Promise<Fixture> {
  const { workflows } = context().target;
  const workflow = workflowForFiles({ workflows, profile: probeRun.profile() }, fixture.workflow);
  if (workflow === undefined) return fixture;
  const withFiles = await writeFilesTraces(context(), workflow);
  return { ...fixture, withFiles, traces: [...fixture.traces, ...withFiles] };
}

/** The forms that were found of actions that are appended, beside those of creations. */
function withForms(before: OpenPointValues["action-forms"] = {}, forms: OpenPointValues["action-forms"]): Readings {
  const keys = Object.values(forms).flatMap((own) => Object.keys(own));
  if (keys.length === 0) return {};
  const evidence = `Members that refusals name were tried, or nothing but those of the only example, for ${keys.join(", ")}.`;
  return { "action-forms": withFound(before, { value: forms, evidence }) };
}

/** The workflows before the run writes anything: they are listed whether they have traces or not. */
async function lists({ target, run }: ProbeContext): Promise<void> {
  if (target.organization === undefined) return;
  await run("workflows before anything is written", [{ parallel: faces.map((face) => [{ op: "workflows", face }]) }]);
}

/** The forms that were found before, and these, with what is told of these. */
function withFound(
  before: OpenPointValues["action-forms"] = {},
  { value = {}, evidence }: Reading<"action-forms">,
): Reading<"action-forms"> {
  const all = Object.entries(value).map(([id, own]) => [id, { ...before[id], ...own }] as const);
  return { value: { ...before, ...Object.fromEntries(all) }, evidence };
}

/** So often it is written at most, with forms that were found or with another beginning. */
const mostWritings = 4;

/**
 * Written with data as the configuration says; where none are taken, with data of the form that refusals tell, or begun
 * with another action: that of one may be out of date, or refused to this user.
 */
async function writtenInForm(
  context: () => ProbeContext,
  probeRun: ProbeRun,
  configured: readonly WorkflowDescription[],
): Promise<Fixture & { readonly names?: OwnTexts; readonly files?: CreationFiles; readonly doneBy?: DoneBy }> {
  let files: CreationFiles | undefined;
  let doneBy: DoneBy | undefined;
  let isTried = false;
  const next = () => withFittingFiles(ableToBegin(context()));
  let before = next();
  const write = async (writing?: string): Promise<Fixture> => {
    before = next();
    let fixture = await writeFixture(before, writing);
    const creator = doneBy || fixture.traces.length > 0 ? undefined : await otherCreator(before);
    if (creator) {
      doneBy = creator;
      probeRun.add({ "action-gating": besideDoneBy({ evidence: "" }, creator) });
      before = next();
      fixture = await writeFixture(before, `${writing ?? ""}other`);
    }
    const sent = probeRun.exchanges;
    const found = isTried ? undefined : await creationFiles(before);
    isTried ||= probeRun.exchanges > sent;
    if (!found) return fixture;
    files = found;
    probeRun.add({ "action-gating": besideDoneBy(filesAlone(found), doneBy) });
    before = next();
    return writeFixture(before, `${writing ?? ""}fit`);
  };
  let written = await write();
  const readLag = await readLagOf(next, probeRun);
  if (readLag) written = await write("later");
  if (await isRuleFound(before, probeRun, configured)) written = await write("taken");
  const names = await namesVariedIn(before);
  if (names) {
    const found = { value: names.forms, evidence: names.evidence };
    probeRun.add({ "action-forms": withFound(probeRun.found("action-forms"), found) });
    written = await write("named");
  }
  const codes = names ? undefined : await formOfCodes(before);
  if (codes) {
    probeRun.add({ "action-forms": codes });
    written = await write("codes");
  }
  const beside = () => ({
    ...written,
    ...(names ? { names } : {}),
    ...(files ? { files } : {}),
    ...(doneBy ? { doneBy } : {}),
    ...(readLag ? { readLag } : {}),
  });
  if (written.traces.length > 0) {
    const found = formBesideExample(before);
    if (found) probeRun.add({ "action-forms": found });
    return beside();
  }
  let form: Reading<"action-forms"> | undefined;
  for (let writing = 2; writing <= mostWritings && written.traces.length === 0; writing += 1) {
    const { files: asked, ...reading } = (await formReading(before)) ?? { evidence: "" };
    form = reading.evidence === "" ? undefined : reading;
    if (form?.value) probeRun.add({ "action-forms": form });
    if (asked) {
      [files, isTried] = [asked, true];
      probeRun.add({ "action-gating": besideDoneBy(filesAlone(asked), doneBy) });
    }
    const begins = chooseActions(next().target).create?.key;
    if (!form?.value && begins === chooseActions(before.target).create?.key) break;
    written = await write(writing === 2 ? "formed" : `formed${String(writing)}`);
  }
  // Where another beginning is taken, nothing waits for the form of this one.
  if (form && !form.value && written.traces.length === 0) probeRun.add({ "action-forms": form });
  return beside();
}

/** How far reads are behind what was written, where it looks as if they were; from then on they are sent later. */
async function readLagOf(context: () => ProbeContext, probeRun: ProbeRun): Promise<Reading<"read-lag"> | undefined> {
  const found = await readLag(context(), inOrder(probeRun.histories()));
  if (!found?.value) return undefined;
  probeRun.add({ "read-lag": found });
  probeRun.forgetReadsBehind(found.value.ms);
  return found;
}

/** True where a creation shows a rule beyond the form of its action, which is known from then on. */
async function isRuleFound(
  context: ProbeContext,
  probeRun: ProbeRun,
  configured: readonly WorkflowDescription[],
): Promise<boolean> {
  const exchanges = inOrder(context.histories());
  const refused = exchanges.find((one) => one.intent.kind === "create" && isTurnedDown(one));
  if (!refused) return false;
  const taken = (workflow: number, key: string) =>
    takenData(exchanges).flatMap((one) => (one.workflow === workflow && one.key === key ? [one.sent] : []));
  const form = await formLearnt(context, probeRun.profile(), { exchanges }, refused, configured, taken);
  if (form) probeRun.add({ "action-forms": form });
  return form !== undefined;
}

/** The context itself where nothing was refused each time that begins traces, or nothing else does. */
function ableToBegin(context: ProbeContext): ProbeContext {
  const never = neverBegun(context);
  return never ? withoutNeverBegun(context, never) : context;
}

/** The target, its actions with the forms that were found. */
const inForm = (driver: ProbeDriver, probeRun: ProbeRun, runId: string, probe = "fixture"): ProbeContext =>
  contextFor(probe, driver, probeRun, { found: false, traces: [], workflow: 0 }, runId);

/** A crash of a probe is an error of ours, and settles nothing about the target. */
async function attempt(probe: Probe, context: ProbeContext): Promise<Readings> {
  try {
    return await probe.run(context);
  } catch (error) {
    if (error instanceof Interrupted) throw error;
    const message = error instanceof Error ? error.message : String(error);
    return nothingFor(probe, `The probe ${probe.id} failed, which is an error of the suite: ${message}`);
  }
}

function nothingFor({ openPoints }: Probe, evidence: string): Readings {
  return Object.fromEntries(openPoints.map((id) => [id, unknown(evidence)]));
}

function contextFor(
  probe: string,
  driver: ProbeDriver,
  probeRun: ProbeRun,
  fixture: Fixture,
  runId: string,
): ProbeContext {
  return {
    target: targetSeen(driver.target, probeRun.profile()),
    fixture,
    runId,
    reading: (id) => probeRun.reading(id),
    found: (id) => probeRun.found(id),
    pin: (id) => probeRun.pin(id),
    profile: () => probeRun.profile(),
    histories: () => probeRun.histories(),
    run: (title, steps, candidate) => probeRun.run(probe, title, steps, candidate),
    pause: (ms) => probeRun.pause(ms),
    ask: (title, questions) => probeRun.ask(probe, title, questions),
  };
}
