/** Refusals of a login that are about its form, which is as documented, and not about the credentials. */

/** Words by which an answer says that a body is no JSON, no object, or holds no proper text. */
const ofForm =
  /\b(?:not|no|in)[- ]?(?:valid )?json\b|\bmalformed json\b|\bjson (?:object|parse)|\bunexpected (?:token|end of|character)|\bnested (?:too|deeper)|\btoo deep|\bsurrogate|\bnot well[- ]formed|\bnot (?:valid )?utf-?8/i;

/** Words by which it says something of who wants to log in. */
const ofWho = /credential|password|key|user|account|mail|log-?in|sign-?in|auth|identit|unknown|incorrect|wrong|match/i;

/** Statuses that are about who asks, whether the address is right, or when to come again. */
const ofAnother: readonly number[] = [401, 403, 404, 405, 407, 408, 410, 423, 429];

/** True where a login in the documented form is refused for its form: whatever the credentials are, it is not to blame. */
export function deniesTheForm(status: number, body: Uint8Array): boolean {
  if (status < 400 || status >= 500 || ofAnother.includes(status)) return false;
  const text = new TextDecoder().decode(body.subarray(0, 2_000));
  return ofForm.test(text) && !ofWho.test(text);
}
