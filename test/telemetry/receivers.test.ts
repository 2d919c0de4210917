/** Which receiver is told, and which are refused before anything is sent. */
import { expect, onTestFinished, test, vi } from "vitest";
import { callCli } from "../cli/lib/call-cli.ts";
import { emptyFolder, resultsIn } from "../cli/lib/run-cli.ts";
import { reference, writeConfiguration } from "../cli/lib/targets.ts";
import { startReceiver } from "./lib/receiver.ts";

const little = ["--depth", "quick", "--only", "ENV-01", "--sensitivity", "off"];

test("the variables of OpenTelemetry mean nothing without --otlp", { timeout: 120_000 }, async () => {
  const receiver = await startReceiver();
  const cwd = emptyFolder();
  writeConfiguration(cwd, await reference());
  const env = {
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint,
    OTEL_EXPORTER_OTLP_HEADERS: "x-of-variables=1",
    OTEL_RESOURCE_ATTRIBUTES: "team=payments",
  };
  // Those of the process, too.
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  onTestFinished(() => void vi.unstubAllEnvs());
  expect((await callCli(["run", ...little], { cwd, env })).code).toBe(0);
  expect(receiver.headers).toEqual([]);
  expect((await callCli(["run", ...little, "--otlp"], { cwd, env })).code).toBe(0);
  expect(receiver.spans.length).toBeGreaterThan(resultsIn(cwd).summary.exchanges);
  expect(receiver.headers.every((headers) => headers["x-of-variables"] === "1")).toBe(true);
  expect(receiver.resources[0]).toMatchObject({ team: "payments", "service.name": "trace-conformance" });
});

test.each([
  [{ OTEL_EXPORTER_OTLP_PROTOCOL: "grpc" }, /OTEL_EXPORTER_OTLP_PROTOCOL is "grpc"; wanted http\/protobuf/],
  [{ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: "user:pw@otel" }, /OTEL_EXPORTER_OTLP_TRACES_ENDPOINT holds no http/],
])("variables that cannot be followed are wrong usage: %o", async (env, wanted) => {
  const { code, stderr } = await callCli(["run", "--otlp"], { cwd: emptyFolder(), env });
  expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringMatching(wanted) as string });
  expect(stderr).not.toContain("user:pw");
});

test("an endpoint with a user in it is refused, and so is one without a scheme", async () => {
  const cwd = emptyFolder();
  for (const endpoint of ["http://ada:pw@otel.example", "otel.example:4318", "https://otel.example?key=1"]) {
    writeConfiguration(cwd, "http://127.0.0.1:1", { telemetry: { otlp: { endpoint } } });
    expect((await callCli(["run"], { cwd })).code).toBe(2);
  }
});
