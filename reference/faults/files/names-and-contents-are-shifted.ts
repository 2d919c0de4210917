import type { Fault } from "../fault.ts";

export const namesAndContentsAreShifted: Fault = {
  id: "files/names-and-contents-are-shifted",
  title:
    "With three files or more, each entry but the last has the content of the next and the last that of the one before.",
  requirement: ["FILES-05", "FILES-03"],
  install(hooks) {
    hooks.around("zipEntries", (inner) => (call, entries) => {
      const honest = inner(call, entries);
      if (honest.length < 3) return honest;
      return honest
        .map(({ name }, index) => ({ name, file: (honest[index + 1] ?? honest[index - 1] ?? honest[0])?.file }))
        .flatMap(({ name, file }) => (file === undefined ? [] : [{ name, file }]));
    });
  },
};
