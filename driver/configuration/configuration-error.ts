/** What is wrong with a configuration, said so that it can be put right without reading anything else. */

export interface ConfigurationIssue {
  /** From 1; absent where the fault has no place in a file. */
  readonly line?: number;
  /** From 1. */
  readonly column?: number;
  /** The lines of the file that show it. */
  readonly shown?: readonly string[];
  /** Where it stands, such as `environments.preprod.limits.concurrency`. */
  readonly key: string;
  readonly wanted: string;
  readonly got: string;
  /** The valid key or name that is nearest to what was written. */
  readonly nearest?: string;
  readonly remedy: string;
}

/** All faults found in a file or in the flags of a command line. */
export class ConfigurationError extends Error {
  override readonly name = "ConfigurationError";
  readonly source: string;
  readonly issues: readonly ConfigurationIssue[];

  /** @param source path of the file, or `the command line`. */
  constructor(source: string, issues: readonly ConfigurationIssue[]) {
    const inOrder = issues.toSorted((left, right) => (left.line ?? 0) - (right.line ?? 0));
    super(inOrder.map((issue) => sentence(source, issue)).join("\n"));
    this.source = source;
    this.issues = inOrder;
  }
}

function sentence(
  source: string,
  { line, column, shown = [], key, wanted, got, nearest, remedy }: ConfigurationIssue,
): string {
  const place = line === undefined ? source : [source, line, ...(column === undefined ? [] : [column])].join(":");
  const where = key === "" ? "" : `${key}: `;
  const hint = nearest === undefined ? "" : ` Did you mean "${nearest}"?`;
  return [`${place}: ${where}wanted ${wanted}, got ${got}.${hint} ${remedy}`.trimEnd(), ...shown].join("\n");
}
