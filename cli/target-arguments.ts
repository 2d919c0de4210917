/** The arguments by which the same target is meant again, in the folder where a command was called. No secret stands there. */
import { relative } from "node:path";
import { embeddedName } from "../driver/index.ts";
import type { TargetRequest } from "../suites/engine/plan/target.ts";

export function targetArgumentsOf(request: TargetRequest, environment: string, cwd: string): readonly string[] {
  const { flags, configFile, access } = request;
  const shown = (path: string): string => (relative(cwd, path).startsWith("..") ? path : relative(cwd, path));
  const accessed = access === undefined ? [] : ["--access", access];
  if (!flags) {
    if (environment === embeddedName && request.environment === undefined && configFile === undefined) return accessed;
    return [...(configFile === undefined ? [] : ["--config", shown(configFile)]), "--env", environment, ...accessed];
  }
  const { baseUrl, organization, workflow, workflowName, createAction, appendAction, proxy, caFile } = flags;
  const given: readonly (readonly [string, string | undefined])[] = [
    ["--base-url", baseUrl],
    ["--organization", organization],
    ["--workflow", workflow],
    ["--workflow-name", workflowName],
    ["--create-action", createAction],
    ["--append-action", appendAction],
    ["--proxy", proxy === undefined ? undefined : withoutUser(proxy)],
    ["--ca-file", caFile === undefined ? undefined : shown(caFile)],
    ...(flags.knownTraces ?? []).map((trace) => ["--known-trace", trace] as const),
  ];
  return [...given.flatMap(([flag, value]) => (value === undefined ? [] : [flag, value])), ...accessed];
}

function withoutUser(address: string): string {
  const url = URL.parse(address);
  if (!url || (url.username === "" && url.password === "")) return address;
  [url.username, url.password] = ["", ""];
  return url.href;
}
