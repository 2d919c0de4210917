/** Every hostile target: a new one is a file here and an entry in one of the lists. */
import type { HostileTarget } from "../lib/hostile-target.ts";
import { addedAnswers } from "./added-answers.ts";
import { binaryJunk } from "./binary-junk.ts";
import { busyTraces } from "./busy-traces.ts";
import { crowdedLists, longLists } from "./crowded-lists.ts";
import { crowdedZip } from "./crowded-zip.ts";
import { deepJson } from "./deep-json.ts";
import { dripping } from "./dripping.ts";
import { dyingHalfWay } from "./dying-half-way.ts";
import { echoedSecrets } from "./echoed-secrets.ts";
import { endlessPagination } from "./endless-pagination.ts";
import { fallingSilent } from "./falling-silent.ts";
import { flapping } from "./flapping.ts";
import { gzipBomb } from "./gzip-bomb.ts";
import { hugeJson } from "./huge-json.ts";
import { longTexts, wideStates } from "./large-states.ts";
import { lyingContentTypes } from "./lying-content-types.ts";
import { lyingZipBomb } from "./lying-zip-bomb.ts";
import { markupAndControlCharacters } from "./markup-and-control-characters.ts";
import { neverAnswering } from "./never-answering.ts";
import { neverEndingBody } from "./never-ending-body.ts";
import { oversized } from "./oversized.ts";
import { redirectToElsewhere } from "./redirect-to-elsewhere.ts";
import { resetInMidBody } from "./reset-in-mid-body.ts";
import { slow } from "./slow.ts";
import { throttlingForEver } from "./throttling-for-ever.ts";
import { throttlingOneOperation } from "./throttling-one-operation.ts";
import { tooLong } from "./too-long.ts";
import { truncated } from "./truncated.ts";
import { wrongLengths } from "./wrong-lengths.ts";
import { zipBomb } from "./zip-bomb.ts";
import { zipSlip } from "./zip-slip.ts";

/** Hostile in time, in bytes, in HTTP. */
export const onTheLine: readonly HostileTarget[] = [
  addedAnswers,
  binaryJunk,
  busyTraces,
  dripping,
  dyingHalfWay,
  fallingSilent,
  flapping,
  neverAnswering,
  neverEndingBody,
  oversized,
  resetInMidBody,
  slow,
  throttlingForEver,
  throttlingOneOperation,
  truncated,
  wrongLengths,
];

/** Hostile in what they say. */
export const inContent: readonly HostileTarget[] = [
  crowdedLists,
  crowdedZip,
  deepJson,
  echoedSecrets,
  endlessPagination,
  gzipBomb,
  hugeJson,
  lyingContentTypes,
  longLists,
  longTexts,
  lyingZipBomb,
  markupAndControlCharacters,
  redirectToElsewhere,
  tooLong,
  wideStates,
  zipBomb,
  zipSlip,
];
