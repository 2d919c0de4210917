/** What `init` writes. */
import { existsSync } from "node:fs";
import { join } from "node:path";

/** By this line editors know the keys, complete them and say what each means. */
export const schemaLine =
  "# yaml-language-server: $schema=./node_modules/trace-conformance/dist/driver/configuration/trace-conformance.schema.json";

/** In a clone, which has the package nowhere below it, the line names the schema of the sources. */
export function withSchemaOf(folder: string, text: string): string {
  const own = "./driver/configuration/trace-conformance.schema.json";
  return existsSync(join(folder, own)) ? text.replace(/\$schema=\S+/, () => `$schema=${own}`) : text;
}

export const configurationTemplate = `${schemaLine}
# Environments for trace-conformance. \${VAR} is taken from the process environment, so that no secret stands here.
# Which keys there are, and what each means: docs/generated/configuration.md of the package. Workflows: docs/workflows.md.
# Which of them is meant: --env NAME, or defaultEnvironment: NAME. --env embedded is the reference service.

environments:
  # "trace-conformance serve" starts the reference service on this port. Its users: docs/reference.md of the package.
  local:
    baseUrl: http://127.0.0.1:3000
    access: read-write
    credentials:
      email: \${TRACE_EMAIL}
      password: \${TRACE_PASSWORD}
      privateKey: \${TRACE_PRIVATE_KEY:-}
    organization: acme
    workflows:
      - id: "2041"
        name: Claims
        actions:
          - { key: open, groupLabel: clerks, creates: true }
          - { key: comment, groupLabel: clerks }

  preprod:
    baseUrl: https://traces.preprod.example
    # read-write lets a run create traces, which stay there.
    access: read-write
    credentials:
      privateKey: \${TRACE_PREPROD_PRIVATE_KEY}
    organization: acme
    workflows:
      - id: "2041"
        name: Claims
        actions:
          - { key: open, groupLabel: clerks, creates: true }
          - { key: comment, groupLabel: clerks }
    limits: { concurrency: 16, requestsPerSecond: 50 }

  us-preprod:
    baseUrl: https://traces.us.preprod.example
    access: read-write
    credentials:
      privateKey: \${TRACE_US_PREPROD_PRIVATE_KEY}
    organization: acme
    workflows:
      - id: "2041"
        name: Claims
        actions:
          - { key: open, groupLabel: clerks, creates: true }
          - { key: comment, groupLabel: clerks }
    limits: { concurrency: 16, requestsPerSecond: 50 }

  # Production is only read: login, authentication, workflows, search, and the traces named or found.
  production:
    baseUrl: https://traces.example
    access: read-only
    credentials:
      privateKey: \${TRACE_PRODUCTION_PRIVATE_KEY}
    organization: acme
    workflows:
      - { id: "2041", name: Claims, actions: [] }
    limits: { concurrency: 4, requestsPerSecond: 10 }

  us-production:
    baseUrl: https://traces.us.example
    access: read-only
    credentials:
      privateKey: \${TRACE_US_PRODUCTION_PRIVATE_KEY}
    organization: acme
    workflows:
      - { id: "2041", name: Claims, actions: [] }
    limits: { concurrency: 4, requestsPerSecond: 10 }
`;
