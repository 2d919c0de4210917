/** What the interface leaves open, and how this target reads it. */
import type { OpenPointResult } from "../../../results/model.ts";
import { printable } from "../../../text/escape.ts";
import { readingSentence } from "../../../text/readings.ts";
import { ReadingValue } from "./reading-value.tsx";
import { RichText } from "./rich-text.tsx";

export function OpenPoints({ points }: { readonly points: readonly OpenPointResult[] }) {
  return (
    <section id="open-points" aria-labelledby="open-points-title" tabIndex={-1}>
      <h2 id="open-points-title">Open points</h2>
      <p class="quiet">
        The interface does not say how these are done. None of the readings is a failure; the requirements are judged by
        the reading that was found.
      </p>
      {points.length === 0 && <p>No probe ran.</p>}
      <ul class="points">
        {points.map((point) => (
          <Point key={point.id} point={point} />
        ))}
      </ul>
    </section>
  );
}

function Point({ point }: { readonly point: OpenPointResult }) {
  const sentence = readingSentence(point.id, point.reading);
  return (
    <li class="point" id={`point-${point.id}`}>
      <h3>
        {point.id} {point.pinned && <span class="tag">pinned</span>}
        {point.drift && <span class="tag tag-drift">drift</span>}
        {point.reading === undefined && <span class="tag tag-open">no reading</span>}
      </h3>
      <p class="question">
        <RichText text={point.question} />
      </p>
      <p>{sentence === undefined ? <ReadingValue value={point.reading} /> : <code>{printable(sentence)}</code>}</p>
      <p class="evidence">
        <RichText text={point.evidence} />
      </p>
      {point.drift && (
        <p class="reason">
          <RichText text={point.drift} />
        </p>
      )}
      {point.remedy && (
        <p>
          <span class="quiet">What would settle it:</span> <code>{point.remedy}</code>
        </p>
      )}
    </li>
  );
}
