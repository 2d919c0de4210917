/** On every exchange of a recording: whether its input was usual is not known, so nobody may demand that it be accepted. */
export const recordedTrait = "recorded";
