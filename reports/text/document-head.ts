/** The first lines of every page that is written: nothing is loaded but what the policy allows. */

/** @param policy the page's Content-Security-Policy */
export function documentHead(policy: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<link rel="icon" href="data:,">`;
}
