/** Every open point once, as its area defines it. */
import { accessOpenPoints } from "./access.ts";
import { answersOpenPoints } from "./answers.ts";
import type { OpenPointShape } from "./define.ts";
import { filesOpenPoints } from "./files.ts";
import { limitsOpenPoints } from "./limits.ts";
import { pagesOpenPoints } from "./pages.ts";
import { processOpenPoints } from "./processes.ts";
import { searchOpenPoints } from "./search.ts";
import { tracesOpenPoints } from "./traces.ts";

export const openPointRecords = {
  ...filesOpenPoints,
  ...tracesOpenPoints,
  ...processOpenPoints,
  ...pagesOpenPoints,
  ...searchOpenPoints,
  ...accessOpenPoints,
  ...answersOpenPoints,
  ...limitsOpenPoints,
};

/** The value of each open point, by its id: what its schema takes. */
export type OpenPointValues = {
  readonly [Id in keyof typeof openPointRecords]: (typeof openPointRecords)[Id] extends OpenPointShape<infer Value>
    ? Value
    : never;
};
