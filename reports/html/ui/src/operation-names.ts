/** What operations are called on the page. */
import { operationById, type OperationId, type OperationKind } from "../../../../spec/operations.ts";

export const kindNames: Readonly<Record<OperationKind, string>> = {
  "login-credential": "Login with email and password",
  "login-private-key": "Login with a private key",
  create: "Create a trace",
  act: "Append an action",
  details: "Links of a trace",
  state: "State of a trace",
  files: "Several files",
  file: "One file",
  search: "Search traces",
  workflows: "List workflows",
};

/** Such as `State of a trace, v2`. */
export function operationName(id: OperationId): string {
  const { kind, face } = operationById(id);
  return `${kindNames[kind]}, ${face}`;
}
