/** A table of what was measured; rows are written as they are. */
export interface Table {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | number)[])[];
}

/** What the one who runs a measurement may ask for. */
export interface MeasurementOptions {
  /** Numbers of traces at which to measure, growing. */
  readonly sizes: readonly number[];
  /** Also what takes longer than a few minutes. */
  readonly long?: boolean;
  /** Nothing more is begun after so long; what goes on where it was ends earlier then. */
  readonly minutes?: number;
  /** Says how far it is. */
  readonly progress: (text: string) => void;
}

/** One thing that is measured. */
export interface Measurement {
  /** As its file is named; those of the reference service begin with `reference-`. */
  readonly id: string;
  /** What is measured, in one sentence. */
  readonly title: string;
  /** @throws Error when an answer is wrong or a stated bound is broken */
  run(options: MeasurementOptions): Promise<Table[]>;
}
