/** A requirement that the configuration excuses for a time: its failures are told and do not fail the run. */
export interface Waiver {
  readonly requirement: string;
  readonly reason: string;
  /** The last day on which it holds, YYYY-MM-DD. */
  readonly expires: string;
}
