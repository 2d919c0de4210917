/** A history as a script of the shell that sends the same requests again, by curl alone, and shows each answer. */
import type { Exchange, History } from "../../spec/vocabulary/history.ts";
import type { OperationStep } from "../../spec/vocabulary/script.ts";
import { stepAt } from "../../spec/vocabulary/placed-steps.ts";
import { learntValues, type LearntValue } from "./learnt-values.ts";
import { FileContents } from "./file-contents.ts";
import { preludeFor } from "./prelude.ts";
import { requestLines, takesToken, tokenName } from "./request-lines.ts";
import { variablesOf, whose } from "./variables.ts";
import { quoted, type Substitution } from "./shell-text.ts";

export interface ReproductionOptions {
  readonly baseUrl: string;
  readonly timeoutMs: number;
  /** The names of the run that stand in its marks: each run of the script puts a new one in their place. */
  readonly marks: readonly string[];
  /** What was found in the answers, by the index of the exchange that decides it. */
  readonly findings: ReadonlyMap<number, readonly Finding[]>;
}

export interface Finding {
  readonly requirement: string;
  readonly message: string;
  /** What was wanted and what was got, as text. */
  readonly wanted?: string;
  readonly got?: string;
}

/** Longer sentences of a finding are not read at a screen. */
const maxFindingLength = 600;

function credentialsText(prefix: string): string {
  const user = whose(prefix);
  const names = `${prefix}_TOKEN, or ${prefix}_EMAIL and ${prefix}_PASSWORD, or ${prefix}_PRIVATE_KEY`;
  return user === undefined ? names : `${names} (of ${user})`;
}

/** The text of the script. It needs bash and curl; credentials are taken from variables alone. */
export function reproductionOf(history: History, options: ReproductionOptions): string {
  const { script } = history;
  const shown = history.exchanges.filter((exchange) => isShown(exchange, options));
  const learnt = learntValues(history);
  const prefixes = [...new Set(shown.filter(takesTokenOrLogsIn).map(variablesOf))];
  const stamps = stampsOf(options.marks);
  const contents = new FileContents();
  const scene: Scene = { history, learnt, stamps, options, contents, adopted: new Set() };
  const requests = groupsOf(shown).flatMap((group) => groupLines(group, scene));
  const told = [...contents.lines, ...requests, ...findingLines(options.findings)].join("\n");
  return `${[
    "#!/usr/bin/env bash",
    ...comment(`${script.id}: ${script.title}`),
    "# Sends the requests of this script again and shows each answer. Needs bash and curl.",
    ...comment(
      prefixes.length === 0 ? "It needs no credentials." : `Credentials: ${prefixes.map(credentialsText).join("; ")}.`,
    ),
    "# TRACE_BASE_URL names another address; TRACE_CURL_OPTIONS are further options of curl, such as --cacert FILE.",
    "set -u",
    `base=\${TRACE_BASE_URL:-${quoted(options.baseUrl.replace(/(?<!\/)\/+$/, ""))}}`,
    `seconds=${String(Math.max(1, Math.ceil(options.timeoutMs / 1000)))}`,
    'folder=$(mktemp -d) && cd "$folder" || exit 2',
    `trap 'rm -rf "$folder"' EXIT`,
    ...stamps.lines,
    "",
    preludeFor(told),
    told,
  ].join("\n")}\n`;
}

/** The script with a sentence at its head, which it also says at its end. */
export function withNote(text: string, note: string): string {
  const [first = "", ...others] = text.split("\n");
  return [first, ...comment(note), ...others, `printf '\\n%s\\n' ${quoted(note)}`, ""].join("\n");
}

interface Scene {
  readonly history: History;
  readonly learnt: ReadonlyMap<number, readonly LearntValue[]>;
  readonly stamps: { readonly lines: readonly string[]; readonly substitutions: readonly Substitution[] };
  readonly options: ReproductionOptions;
  readonly contents: FileContents;
  /** Names of tokens that are at hand already. */
  readonly adopted: Set<string>;
}

/** Of a search that is asked until it finds, the last attempt alone. */
function isShown({ intent, index }: Exchange, { findings }: ReproductionOptions): boolean {
  return intent.kind !== "search" || intent.last || findings.has(index);
}

function takesTokenOrLogsIn(exchange: Exchange): boolean {
  return takesToken(exchange) || exchange.intent.kind.startsWith("login");
}

/** As long as the names of the run were, because data may be bounded. */
function stampsOf(marks: readonly string[]): Scene["stamps"] {
  const named = marks.filter((mark) => mark.length > 5);
  const lines = named.map((mark, at) => {
    const digits = String(mark.length - 1);
    return `now_${String(at)}=$(date +%s)$RANDOM$RANDOM$RANDOM$RANDOM; mark_${String(at)}=t\${now_${String(at)}:0:${digits}}`;
  });
  const substitutions = named.flatMap((text, at) => [
    { text, shell: `\${mark_${String(at)}}` },
    ...(text.toUpperCase() === text ? [] : [{ text: text.toUpperCase(), shell: `\${mark_${String(at)}^^}` }]),
  ]);
  return { lines, substitutions };
}

/** Exchanges one after the other, and those of a parallel group together. */
function groupsOf(exchanges: readonly Exchange[]): readonly (readonly Exchange[])[] {
  const groups: Exchange[][] = [];
  for (const exchange of exchanges) {
    const [before] = groups.at(-1) ?? [];
    const together = exchange.parallel && before?.parallel && topOf(exchange) === topOf(before);
    if (together) groups.at(-1)?.push(exchange);
    else groups.push([exchange]);
  }
  return groups;
}

const topOf = ({ step }: Exchange): string => step.split(".")[0] ?? "";
const branchOf = ({ step }: Exchange): string => step.split(".").slice(0, 2).join(".");

function groupLines(group: readonly Exchange[], scene: Scene): readonly string[] {
  const tokens = group.filter(takesToken).flatMap((exchange) => tokenLines(exchange, scene.adopted));
  const branches = [...Map.groupBy(group, branchOf).values()];
  if (branches.length === 1) return [...tokens, ...group.flatMap((exchange) => exchangeLines(exchange, scene))];
  return [
    ...tokens,
    "",
    "# These go at the same time.",
    ...branches.flatMap((branch) => ["{", ...branch.flatMap((exchange) => exchangeLines(exchange, scene)), "} &"]),
    "wait",
  ];
}

/** Logs in before the first request that takes the token. */
function tokenLines(exchange: Exchange, known: Set<string>): readonly string[] {
  const name = tokenName(exchange);
  if (known.has(name)) return [];
  known.add(name);
  return [`${name}=$(token_of ${variablesOf(exchange)}) || exit 2`];
}

function exchangeLines(exchange: Exchange, scene: Scene): readonly string[] {
  const { history, learnt, stamps, options, adopted, contents } = scene;
  const values = learnt.get(exchange.index) ?? [];
  const step = stepAt(history.script, exchange.step);
  const adopts = step?.op === "login" && step.adopt === true && exchange.response?.status === 200;
  if (adopts) adopted.add(tokenName(exchange));
  return [
    "",
    ...pauseBefore(exchange, history, step),
    ...new Set(
      values.map(
        ({ name, from, place }) => `${name}=$(told ${[from, place.number, place.member ?? ""].join(" ").trim()})`,
      ),
    ),
    ...requestLines(exchange, step, { learnt: values, marks: stamps.substitutions, contents }),
    ...[...new Set((options.findings.get(exchange.index) ?? []).map(sentenceOf))].map(
      (finding) => `printf '%s\\n' ${quoted(`    found in the run: ${finding}`)}`,
    ),
    ...(adopts ? [adoption(exchange)] : []),
  ];
}

/** A script may use the token that its own login brought. */
function adoption(exchange: Exchange): string {
  const pattern = String.raw`s/.*"token"[[:space:]]*:[[:space:]]*"([^"]*)".*/\1/p`;
  return `${tokenName(exchange)}=$(sed -nE '${pattern}' answer-${String(exchange.index)})`;
}

/** A step may rest before it is sent. A search may find later what was written before; the run asked again until it did. */
function pauseBefore(
  { intent, step, sentAtMs }: Exchange,
  { exchanges }: History,
  sent: OperationStep | undefined,
): readonly string[] {
  const first = exchanges.find((other) => other.step === step);
  const soughtMs = intent.kind === "search" ? sentAtMs - (first?.sentAtMs ?? sentAtMs) : 0;
  const seconds = Math.ceil((soughtMs || (sent?.restMs ?? 0)) / 1000);
  return seconds > 0 ? [`sleep ${String(Math.min(seconds, 60))}`] : [];
}

const sentenceOf = ({ requirement, message }: Finding): string => shortened(`${requirement}: ${message}`);

/** At the end, of each requirement the first failure: what was wanted, what was got, and what came this time. */
function findingLines(findings: ReproductionOptions["findings"]): readonly string[] {
  const all = [...findings].flatMap(([index, found]) => found.map((finding) => ({ index, ...finding })));
  const first = [...Map.groupBy(all, ({ requirement }) => requirement).values()].flatMap((group) => group.slice(0, 1));
  if (first.length === 0) return [];
  return [
    "",
    `printf '\n%s\n' ${quoted("What failed in the run, with its ids and marks, and what was answered now:")}`,
    ...first.map((finding) =>
      [
        "failed",
        String(finding.index),
        ...[sentenceOf(finding), finding.wanted ?? "", finding.got ?? ""].map((text) => quoted(shortened(text))),
      ].join(" "),
    ),
  ];
}

function shortened(text: string): string {
  const line = text.replace(/[\s\u0000-\u001f\u007f-\u009f]+/g, " ");
  return line.length <= maxFindingLength ? line : `${line.slice(0, maxFindingLength)}…`;
}

function comment(text: string): readonly string[] {
  return [`# ${text.replace(/[\u0000-\u001f\u007f-\u009f]+/g, " ")}`];
}
