import type { Variant } from "../variant.ts";

export const digestLocationComputed: Variant = {
  id: "digest-location/computed",
  title: "Digests are shown nowhere; clients compute them.",
  openPoint: "digest-location",
  install(hooks) {
    const { present } = hooks.policy.link;
    hooks.policy.link.present = (link) => {
      const { files: _hidden, ...rest } = present(link);
      return rest;
    };
  },
};
