/** `init --from-target`: a configuration of one environment, with what can be found out by looking. */
import { stringify } from "yaml";
import { openDriver, type Environment } from "../../driver/index.ts";
import { faces } from "../../spec/operations.ts";
import { isJsonObject, type JsonObject } from "../../spec/json.ts";
import { newRunId } from "../../suites/engine/plan/run-plan.ts";
import { UsageError } from "../../suites/usage-error.ts";
import { schemaLine } from "../configuration-template.ts";
import { printable } from "../printable.ts";

const maxWorkflows = 50;
/** Where the credentials of a target that flags describe are found, by the member of the file. */
const variables = {
  email: "TRACE_EMAIL",
  password: "TRACE_PASSWORD",
  privateKey: "TRACE_PRIVATE_KEY",
  token: "TRACE_TOKEN",
} as const;

interface Found {
  readonly text: string;
  /** How it calls the environment. */
  readonly name: string;
  /** What a person has to add, one sentence each. */
  readonly missing: readonly string[];
}

/**
 * Reads only: logs in and lists the workflows of the organization.
 * @param called the name of the environment; absent: after the address
 * @throws UnreachableError, LoginError, WrongAddressError, UsageError
 */
export async function configurationOf(environment: Environment, signal: AbortSignal, called?: string): Promise<Found> {
  const { baseUrl, organization, proxy, tls } = environment;
  const account = environment.secrets.accountOf("first");
  const given = Object.entries(variables).filter(([member]) => account[member as keyof typeof variables] !== undefined);
  if (given.length === 0)
    throw new UsageError(
      "--from-target logs in: set TRACE_EMAIL and TRACE_PASSWORD, or TRACE_PRIVATE_KEY, or TRACE_TOKEN in the environment",
    );
  const { listed, unanswered } = await workflowsOf(environment, signal);
  const known = environment.workflows.map(({ id, name, actions }) => ({
    id,
    ...(name === undefined ? {} : { name }),
    actions: actions.map(({ key, groupLabel, creates }) => ({ key, groupLabel, ...(creates ? { creates } : {}) })),
  }));
  const others = listed.filter(({ id }) => !known.some((workflow) => workflow.id === id));
  const workflows = [
    ...known.map((workflow) => ({ ...listed.find(({ id }) => id === workflow.id), ...workflow })),
    ...others.map((workflow) => ({ ...workflow, actions: [] })),
  ];
  const entry = {
    baseUrl,
    // Whoever lets a run create traces says so by hand.
    access: "read-only",
    credentials: Object.fromEntries(given.map(([member, name]) => [member, `\${${name}}`])),
    ...(organization === undefined ? {} : { organization }),
    ...(workflows.length === 0 ? {} : { workflows }),
    ...(proxy === undefined ? {} : { proxy: "${HTTPS_PROXY}" }),
    ...(tls?.caFile === undefined ? {} : { tls: { caFile: tls.caFile } }),
  };
  const missing = [
    ...(organization === undefined ? ["organization: its name, for the list of workflows"] : []),
    ...(organization !== undefined && listed.length === 0
      ? [
          unanswered === undefined
            ? `organization: "${organization}" lists no workflow; is the name right, and does the user belong to it?`
            : `workflows: ${unanswered}, so none is known`,
        ]
      : []),
    ...(workflows.every(({ actions }) => actions.length === 0)
      ? ["workflows[].actions: at least one that creates a trace, and one that is appended"]
      : []),
    "access: read-write, where a run may create traces",
  ];
  const name = called ?? nameOf(baseUrl);
  const document = stringify({ environments: { [name]: entry } }, { lineWidth: 0 });
  const head = [
    "# Found by init --from-target. What is left to fill in:",
    ...missing.map((line) => `# - ${printable(line)}`),
  ];
  return { text: `${schemaLine}\n${head.join("\n")}\n${document}`, name, missing };
}

/** Which are listed; `unanswered`: why it is not known, as a clause. */
async function workflowsOf(
  environment: Environment,
  signal: AbortSignal,
): Promise<{
  readonly listed: readonly { readonly id: string; readonly name: string }[];
  readonly unanswered?: string;
}> {
  const driver = await openDriver(environment, { runId: newRunId(new Date()), signal });
  try {
    if (environment.organization === undefined) return { listed: [] };
    const steps = faces.map((face) => ({ op: "workflows", face }) as const);
    const { exchanges } = await driver.run({ id: "init/workflows", title: "Which workflows are there?", steps });
    const list = exchanges.map(({ response }) => response?.json?.value).find((value) => Array.isArray(value));
    const [asked] = exchanges;
    if (list === undefined && asked && (!asked.response || asked.response.status >= 500)) {
      const answer = asked.response?.status ?? asked.failure?.message ?? "nothing";
      return { listed: [], unanswered: `${asked.request.method} ${asked.request.path} answered ${String(answer)}` };
    }
    const listed = ((list ?? []) as readonly unknown[])
      .filter(isJsonObject)
      .slice(0, maxWorkflows)
      .flatMap(({ workflowId, workflowName }: JsonObject) =>
        typeof workflowId === "string"
          ? [{ id: clean(workflowId), name: typeof workflowName === "string" ? clean(workflowName) : "" }]
          : [],
      );
    return { listed };
  } finally {
    await driver.close();
  }

  function clean(text: string): string {
    return environment.secrets.redact(text).slice(0, 200);
  }
}

/** `preprod` for https://traces.preprod.example: the middle of the host, for want of a better name. */
function nameOf(baseUrl: string): string {
  const { hostname } = new URL(baseUrl);
  const labels = hostname.split(".").filter((label) => /^[a-z]/i.test(label));
  return labels.at(-2) ?? labels[0] ?? "target";
}
