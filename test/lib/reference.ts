/** The reference service in the process of a test. */
import { onTestFinished } from "vitest";
import {
  openSharedDatabase,
  startReference,
  type Reference,
  type ReferenceOptions,
  type SharedDatabase,
} from "../../reference/index.ts";

let opened: Promise<SharedDatabase> | undefined;

/**
 * The embedded database of this process, in which each service has a schema of its own: opening it takes a second, one
 * more service on it a tenth of that. It ends with the process.
 */
export function sharedDatabase(): Promise<SharedDatabase> {
  return (opened ??= openSharedDatabase());
}

/** Starts a service on the shared database; who calls closes it. */
export async function startShared(options: ReferenceOptions = {}): Promise<Reference> {
  return startReference({ ...options, sharedDatabase: await sharedDatabase() });
}

/** Starts a service, in memory, that lives as long as the test. */
export async function referenceOfTest(options: ReferenceOptions = {}): Promise<Reference> {
  const reference = await startReference(options);
  onTestFinished(() => reference.close());
  return reference;
}
