/**
 * `--otlp`: telemetry goes where the standard variables of OpenTelemetry say. They are often set for the services of a
 * cluster or a CI server, so that without the option they mean nothing here: nobody is sent what nobody asked for.
 */
import type { OtlpTarget } from "../../suites/telemetry/telemetered.ts";
import { UsageError } from "../../suites/usage-error.ts";
import type { CommandOptions } from "../command.ts";
import { flag } from "../options.ts";
import type { Terminal } from "../terminal.ts";

const protocol = "http/protobuf";

/** Undefined without the option: then the configuration decides. @throws UsageError for variables that cannot be followed */
export function otlpOf(options: CommandOptions, { env }: Terminal): OtlpTarget | undefined {
  if (!flag(options, "otlp")) return undefined;
  for (const signal of ["", "TRACES_", "METRICS_"]) {
    const endpoint = `OTEL_EXPORTER_OTLP_${signal}ENDPOINT`;
    const address = env[endpoint];
    // The address is not shown, as it may hold a secret.
    if (address && !/^https?:$/.test(URL.parse(address)?.protocol ?? ""))
      throw new UsageError(`--otlp: ${endpoint} holds no http or https address, such as http://127.0.0.1:4318`);
    const asked = env[`OTEL_EXPORTER_OTLP_${signal}PROTOCOL`];
    if (asked && asked !== protocol)
      throw new UsageError(
        `--otlp: OTEL_EXPORTER_OTLP_${signal}PROTOCOL is "${asked}"; wanted ${protocol}, which receivers take at port 4318`,
      );
  }
  return "variables";
}
