/**
 * A workflow that every list names otherwise than the configuration does. The configuration is to be corrected, unless what
 * is listed looks like the configured name or something else of the configuration, or the target knows that name elsewhere.
 */
import type { Driver, Environment } from "../../driver/index.ts";
import { isJsonObject } from "../../spec/json.ts";
import { faces } from "../../spec/operations.ts";
import { payloadOf, succeeded } from "../../spec/readings/outcome.ts";
import type { Exchange, History } from "../../spec/vocabulary/history.ts";
import type { Script } from "../../spec/vocabulary/script.ts";
import { settingName } from "../../spec/vocabulary/setting-name.ts";
import { bodyOf, ConfigurationDoubt } from "./configuration-doubt.ts";
import { nobodys } from "./unknown-names.ts";

/** A name beyond this is quoted nowhere. */
const maxCharacters = 200;

interface Misnamed {
  readonly id: string;
  readonly name: string;
  readonly listed: string;
}

/**
 * What was asked to find out whether the target knows the name that the configuration gives.
 * @param histories the lists of workflows through both faces
 * @throws ConfigurationDoubt where it does not
 */
export async function askedOfNames(driver: Driver, histories: readonly History[]): Promise<readonly History[]> {
  const { environment } = driver;
  const asked: History[] = [];
  for (const misnamed of misnamedIn(histories, environment)) {
    const history = await driver.run(searchingBy(misnamed.name));
    const [byName, byNobodys] = history.exchanges.filter(({ support }) => !support);
    asked.push(history);
    if (!byName || !byNobodys || saidOf(byName, misnamed.name) === saidOf(byNobodys, nobodys))
      throw new ConfigurationDoubt(environment.secrets.redact(correction(environment, misnamed)));
  }
  return asked;
}

/** The workflows of the configuration that all lists, through both faces, call by one other name. */
function misnamedIn(histories: readonly History[], { workflows }: Pick<Environment, "workflows">): readonly Misnamed[] {
  const lists = histories.flatMap(({ exchanges }) => exchanges).filter(isOwnList);
  if (!faces.every((face) => lists.some((list) => list.face === face))) return [];
  const configured = new Set(workflows.flatMap(({ id, name }) => [id, name]));
  return workflows.flatMap(({ id, name, isFromList }): Misnamed[] => {
    if (name === undefined || isFromList) return [];
    const [listed, ...others] = new Set(lists.map((list) => nameIn(list, id)));
    const isOne = others.length === 0 && listed !== undefined && listed !== name;
    // Another of its names, or a part of the right one, is what a target makes of it that lists wrongly.
    if (!isOne || configured.has(listed) || isMadeOf(listed, name)) return [];
    return [{ id, name, listed }];
  });
}

function isOwnList(exchange: Exchange): boolean {
  const { support, defects, actor, intent } = exchange;
  return intent.kind === "workflows" && !support && defects.length === 0 && actor === "first" && succeeded(exchange);
}

/** The name of the one workflow with the id; undefined where there is not exactly one, or no usable name. */
function nameIn(list: Exchange, id: string): string | undefined {
  const payload = payloadOf(list);
  const own = (Array.isArray(payload) ? payload : []).filter(isJsonObject).filter((one) => one["workflowId"] === id);
  const name = own.length === 1 ? own[0]?.["workflowName"] : undefined;
  return typeof name === "string" && name !== "" && name.length <= maxCharacters ? name : undefined;
}

/** True where the text is the name but for case, accents and signs, or the beginning or the end of it. */
function isMadeOf(listed: string, name: string): boolean {
  const plain = (text: string): string =>
    text
      .normalize("NFKD")
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]/gu, "");
  const [short, long] = [plain(listed), plain(name)];
  return short === "" || long.startsWith(short) || long.endsWith(short);
}

const searchingBy = (name: string): Script => ({
  id: "probes/names/workflow",
  title: "Does the target know the name of the workflow?",
  steps: [name, nobodys].map((workflow) => ({
    ...{ op: "search", face: "v2", workflow, filters: {} },
    candidateFor: "search-workflow-key",
  })),
});

const saidOf = (exchange: Exchange, name: string): string =>
  `${String(exchange.response?.status)} ${bodyOf(exchange).replaceAll(name, "…").replaceAll(/\d+/g, "#")}`;

function correction(environment: Environment, { id, name, listed }: Misnamed): string {
  const at = settingName(environment, "workflows[].name");
  return (
    `correct ${at}: the lists of ${String(environment.organization)} call the workflow ${id} "${listed}" through both faces, and the ` +
    `configuration calls it "${name}", of which the target says in a v2 search what it says of a name that nobody configured; ` +
    `give the name that is listed, or none`
  );
}
