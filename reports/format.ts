/** What a report format is. */
import type { ReportedExchange, Results } from "./results/model.ts";

export interface RenderOptions {
  /** The results of an earlier run, to say what changed since. */
  readonly previous?: Results;
  /** The output folder, as the reader would type it. Absent: the current folder. */
  readonly directory?: string;
  /** Names of the report files in the output folder. */
  readonly files?: readonly string[];
  /** Terminal: colours. Absent: as the terminal and `NO_COLOR` say. */
  readonly colour?: boolean;
  /** How the reader begins a command in the folder from which `directory` leads. Absent: by the name of the program. */
  readonly program?: string;
  /** HTML: the page is part of an archive of evidence. */
  readonly isEvidence?: boolean;
  /** Terminal: width in columns, at most 100 are used. */
  readonly columns?: number;
  /** Terminal: lines at most, 24 unless said. */
  readonly lines?: number;
  /** HAR: these exchanges instead of those of the failures. */
  readonly exchanges?: Iterable<ReportedExchange>;
  /** In-toto: what was tested. Absent: the results file stands for the run. */
  readonly subject?: readonly { readonly name?: string; readonly digest: Readonly<Record<string, string>> }[];
}

export interface ReportFormat {
  /** What `--format` takes. */
  readonly name: string;
  /** The file it is written to in the output folder. */
  readonly fileName: string;
  /** One line for the help text. */
  readonly summary: string;
  /** The whole file as text. Pure but for reading files of this package. */
  render(results: Results, options?: RenderOptions): string;
}
