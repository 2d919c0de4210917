/** Targets that are hostile in what they say: archives, documents, pages, headers. */
import { ofToday } from "../lib/of-today.ts";
import { judgeTargets } from "./lib/judge-target.ts";
import { inContent } from "./targets/index.ts";

judgeTargets(ofToday(inContent, 2));
