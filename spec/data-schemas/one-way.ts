/**
 * The keyword of a form of which one way of its members was found by trials, because one value of a choice wants what the others do
 * not; and of a member that stands in that way alone.
 */
export const ofOneWay = "ofOneWay";
