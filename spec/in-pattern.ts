/** The text as a part of a regular expression that matches it alone. */
export const inPattern = (text: string): string => text.replaceAll(/[$()*+./?[\\\]^{|}]/g, String.raw`\$&`);
