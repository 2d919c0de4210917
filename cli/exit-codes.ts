/** The exit codes of every command, part of the public contract. */
export const exitCodes = {
  conformant: 0,
  nonConformant: 1,
  usage: 2,
  incomplete: 3,
  internal: 4,
  interrupted: 130,
} as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** For the help of one command. */
export const exitCodeHint = 'Exit codes: 0 to 4 and 130, as "trace-conformance help" tells.';

export const exitCodeHelp = `Exit codes:
  0    conformant
  1    not conformant
  2    wrong usage or configuration
  3    incomplete: target unreachable, a MUST inconclusive, or nothing exercised
  4    an error of the suite itself
  130  interrupted, with everything so far written`;
