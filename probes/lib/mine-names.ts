/** Words of a refusal that may name what the request lacks. */

const common = new Set(
  (
    "a an and any are array at bad be body but by can cannot code data detail digest-list does empty error errors expected false field " +
    "for found from given has have in invalid is it item least list malformed message missing more must name no none not null object of on one only or param parameter " +
    "parameters please property provide query querystring request required requires should so some status string that the there this to trace true type undefined " +
    "valid validation value what where which with without wrong you your type title instance about blank http https bad-request badrequest"
  ).split(" "),
);

/** More names are not tried. */
const limit = 6;

/** The first words that could be names of parameters, quoted ones first. */
export function mineNames(text: string): readonly string[] {
  const quoted = [...text.matchAll(/["'`«“]([A-Za-z_][\w.-]{0,30}(?:\[\])?)["'`»”]/g)].map((match) => match[1] ?? "");
  const asked = [...text.matchAll(/[?&]([A-Za-z_][\w.-]{0,30})(?:\[\])?=/g)].map((match) => match[1] ?? "");
  const words = [...text.matchAll(/[A-Za-z_][\w-]{1,30}/g)].map(([word]) => word);
  const names = [...asked, ...quoted, ...words].flatMap((word) => [word.split(".").at(-1) ?? word]);
  const plain = names.map((name) => name.replace(/\[\]$/, "")).filter((name) => !common.has(name.toLowerCase()));
  return [...new Set(plain)].slice(0, limit);
}
