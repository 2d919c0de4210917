/** Node leaves certificates unchecked where a variable of the process says so: then nobody knows who was tested. */
import { ConfigurationError } from "./configuration-error.ts";

const variable = "NODE_TLS_REJECT_UNAUTHORIZED";

/** @throws ConfigurationError where an address of https would be reached without a check of its certificate */
export function refuseUncheckedCertificates(
  addresses: readonly (string | undefined)[],
  variables: NodeJS.ProcessEnv = process.env,
): void {
  if (variables[variable] !== "0" || !addresses.some((address) => address?.toLowerCase().startsWith("https:"))) return;
  throw new ConfigurationError("the variables of the process", [
    {
      key: variable,
      wanted: "none of this name, as a target is known by its certificate",
      got: "0, which leaves certificates unchecked",
      remedy: `Unset ${variable}; name the authority of a certificate of your own as tls.caFile of the environment.`,
    },
  ]);
}
