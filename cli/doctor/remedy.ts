/** What a person can do about an answer, named as the target was described: by flags or in a file. */
import type { Environment } from "../../driver/index.ts";
import type { Exchange } from "../../spec/vocabulary/history.ts";
import { settingName, settingTo } from "../../spec/vocabulary/setting-name.ts";
import { isAction } from "../../spec/readings/actions.ts";

/** Undefined where nothing is known to help. */
export function remedyOf({ response, failure, intent }: Exchange, environment: Environment): string | undefined {
  const at = (key: string): string => settingName(environment, key);
  if (!response) {
    if (failure?.kind === "timeout")
      return `see that the service answers, or let it take longer: ${settingTo(environment, "limits.timeoutMs", "60000")}`;
    return `see that the connection holds: ${at("baseUrl")}, ${at("proxy")}, ${at("tls.caFile")}`;
  }
  const { status, headers } = response;
  const isPage = /html/i.test(headers["content-type"] ?? "");
  if (status >= 300 && status < 400)
    return `it redirects to ${(headers["location"] ?? "nowhere").slice(0, 200)}; give the address that answers itself as ${at("baseUrl")}`;
  if (status === 407) return `correct the user name and password in ${at("proxy")}`;
  if (status === 429)
    return `too many requests: wait, or allow fewer by ${settingTo(environment, "limits.requestsPerSecond", "5")}`;
  if (status >= 500) return "the service fails by itself: look at its log";
  if (isPage && status === 403) return "a firewall or proxy before the service refuses it: let this machine through";
  if (isPage) return `a web page answers, not the service: correct host, port and path in ${at("baseUrl")}`;
  if (intent.kind === "login-private-key") return `correct ${at("credentials.privateKey")}`;
  if (intent.kind === "login-credential") return `correct ${at("credentials.email")} and ${at("credentials.password")}`;
  if (status === 401) return `it wants a token that it takes: supply ${at("credentials")}`;
  if (intent.kind === "workflows") return `correct ${at("organization")}, or use a user who belongs to it`;
  if (isAction(intent) && isAboutData(response))
    return `it speaks of the data: give data that it takes as ${at("workflows[].actions[].examples")}`;
  if (isAction(intent))
    return `correct the workflow, the action key or the group in ${at("workflows")}, or use a user who may do it`;
  return undefined;
}

/** What helps where an action was refused of which nothing says that it is named wrongly. */
export function laterRemedyOf({ response }: Exchange, environment: Environment): string {
  const at = (key: string): string => settingName(environment, key);
  if (response && isAboutData(response))
    return `it speaks of the data: a run looks for others; what it needs is given as ${at("workflows[].actions[].examples")}`;
  const process = "the process of the workflow may keep it back here, which a run finds out";
  if (response?.status !== 403) return `${process}; else correct its key or group in ${at("workflows[].actions")}`;
  return `${process}; else its group is another's: correct it in ${at("workflows[].actions")}, or name who acts for it in ${at("users")}`;
}

/** Words about what was sent, and none about an action, a group or a workflow. */
function isAboutData({ status, body }: NonNullable<Exchange["response"]>): boolean {
  const said = new TextDecoder().decode(body?.subarray(0, 2_000));
  if (![400, 412, 422].includes(status) || /\b(?:action|group|workflow)/i.test(said)) return false;
  return (
    status === 422 || /missing|required|must (?:be|have|match)|should|invalid|expected|schema|validation/i.test(said)
  );
}
