/** What a message says besides what is wrong: advice stands at its end, and is the first to go where there is little room. */
const beforeAdvice = "; should ";

/** Advice behind what is wrong, such as "the workflow compute such values, …". */
export const asAdvice = (text: string): string => `${beforeAdvice}${text}`;

/** The message without its advice. */
export function withoutAdvice(message: string): string {
  const at = message.lastIndexOf(beforeAdvice);
  return at < 0 ? message : message.slice(0, at);
}
