import type { Claim } from "./claims.ts";
import { blocksOf, statementsOf, type Block, type Statement } from "./statements.ts";

export interface CoveredStatement extends Statement {
  /** Claims on any of its words, in the order of the claims. */
  readonly claims: readonly Claim[];
  /** Words on which nobody has a claim. */
  readonly uncovered: readonly string[];
}

export interface Coverage {
  readonly statements: readonly CoveredStatement[];
  /** Claims whose quote stands nowhere in the section, or under no endpoint, that they name. */
  readonly misplaced: readonly Claim[];
}

/** Joins two things that are said; says nothing by itself. */
const joiningWords = new Set(["and"]);

interface Span {
  readonly start: number;
  readonly end: number;
  readonly claim: Claim;
}

/** Lays the claims over the interface, word by word, so that half a quoted sentence does not cover the other half. */
export function cover(markdown: string, claims: readonly Claim[]): Coverage {
  const placed = new Set<Claim>();
  const statements = blocksOf(markdown).flatMap((block) => {
    const spans = spansIn(block, claims);
    for (const span of spans) placed.add(span.claim);
    return coveredStatements(block, spans);
  });
  return { statements, misplaced: claims.filter((claim) => !placed.has(claim)) };
}

function spansIn(block: Block, claims: readonly Claim[]): readonly Span[] {
  const spans: Span[] = [];
  for (const claim of claims) {
    if (claim.section !== block.section) continue;
    if (block.operationId && claim.operations && !claim.operations.includes(block.operationId)) continue;
    for (let start = block.text.indexOf(claim.quote); start !== -1;) {
      spans.push({ start, end: start + claim.quote.length, claim });
      start = block.text.indexOf(claim.quote, start + claim.quote.length);
    }
  }
  return spans;
}

function coveredStatements(block: Block, spans: readonly Span[]): readonly CoveredStatement[] {
  return statementsOf(block).map((statement, index) => {
    const start = block.starts[index] ?? 0;
    const end = block.starts[index + 1] ?? block.text.length;
    const within = spans.filter((span) => span.start < end && span.end > start);
    const words = [...block.text.slice(start, end).matchAll(/[\p{L}\p{N}]+/gu)].map((match) => ({
      text: match[0],
      start: start + match.index,
      end: start + match.index + match[0].length,
    }));
    const uncovered = words
      .filter((word) => !joiningWords.has(word.text))
      .filter((word) => !within.some((span) => span.start <= word.start && word.end <= span.end))
      .map((word) => word.text);
    return { ...statement, claims: [...new Set(within.map((span) => span.claim))], uncovered };
  });
}
