/** What was got where the rule knows that there was nothing, in the place of a value. */
export const gotNothing = "«nothing»";
