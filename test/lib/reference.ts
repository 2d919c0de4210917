/**
 * The reference service in the process of a test. All services of one process share an embedded database, in which each
 * has a schema of its own: opening the database takes a second, one more service on it a tenth of that.
 */
import { onTestFinished } from "vitest";
import {
  openSharedDatabase,
  startReference,
  type Reference,
  type ReferenceOptions,
  type SharedDatabase,
} from "../../reference/index.ts";

let opened: Promise<SharedDatabase> | undefined;

/** The database of this process; it ends with the process. */
export function sharedDatabase(): Promise<SharedDatabase> {
  return (opened ??= openSharedDatabase());
}

/** Starts a service on the shared database; who calls closes it. */
export async function startShared(options: ReferenceOptions = {}): Promise<Reference> {
  return startReference({ ...options, sharedDatabase: await sharedDatabase() });
}

/** Starts a service on the shared database that lives as long as the test. */
export async function referenceOfTest(options: ReferenceOptions = {}): Promise<Reference> {
  const reference = await startShared(options);
  onTestFinished(() => reference.close());
  return reference;
}
