/** Pairs of words for decisions and findings, for forms that allow one of a few words. */

/** For each language and word form: positive words, then negative ones. */
const usual: readonly (readonly [forIt: string, against: string])[] = [
  ["accept approve grant pass confirm", "reject refuse decline deny revise return fail"],
  ["accepted approved granted passed confirmed", "rejected refused declined denied revised returned failed"],
  ["acceptance approval", "rejection refusal"],
  ["yes", "no"],
  ["ok", "nok"],
  ["fit", "unfit"],
  ["good", "bad"],
  ["sound", "faulty damaged defective"],
  ["positive", "negative"],
  ["valid", "invalid"],
  ["favourable", "unfavourable"],
  ["for", "against abstain"],
  ["ja", "nein nee nej"],
  ["angenommen genehmigt bewilligt freigegeben bestanden zugestimmt", "abgelehnt verworfen beanstandet durchgefallen"],
  ["annehmen genehmigen bewilligen freigeben zustimmen", "ablehnen verwerfen beanstanden"],
  ["oui", "non"],
  ["accepté approuvé validé conforme favorable", "refusé rejeté ajourné non-conforme défavorable"],
  ["accepter approuver valider", "refuser rejeter ajourner"],
  ["sí si", "no"],
  ["aceptado aprobado favorable apto", "rechazado denegado desfavorable no-apto"],
  ["accettato approvato idoneo", "rifiutato respinto non-idoneo"],
  ["goedgekeurd aanvaard akkoord", "afgekeurd geweigerd afgewezen"],
];

const wordsOf = (text: string): readonly string[] => text.split(" ");

/** The usual opposites of a word, the likeliest first; none where it is unknown. */
export function oppositeWords(word: string): readonly string[] {
  const plain = word.toLowerCase().replaceAll("_", "-");
  const found = usual.flatMap(([forIt, against]) => {
    if (wordsOf(forIt).includes(plain)) return wordsOf(against);
    return wordsOf(against).includes(plain) ? wordsOf(forIt) : [];
  });
  return [...new Set(found)].map((one) => inTheCaseOf(word, word.includes("_") ? one.replaceAll("-", "_") : one));
}

function inTheCaseOf(model: string, word: string): string {
  if (model.length > 1 && model === model.toUpperCase()) return word.toUpperCase();
  const isCapital = model.charAt(0) !== model.charAt(0).toLowerCase();
  return isCapital ? word.charAt(0).toUpperCase() + word.slice(1) : word;
}
