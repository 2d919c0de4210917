/** Targets that are hostile on the line: in time, in bytes, in HTTP. */
import { ofToday } from "../lib/of-today.ts";
import { judgeTargets } from "./lib/judge-target.ts";
import { onTheLine } from "./targets/index.ts";

judgeTargets(ofToday(onTheLine, 2));
