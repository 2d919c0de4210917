/**
 * How to reach the data of `seed/default.yaml`, in the shape of an environment of the configuration. The passwords and
 * keys are examples for local development and protect nothing.
 */
export const embeddedTarget = {
  credentials: {
    email: "ada@acme.example",
    password: "correct-horse-battery",
    privateKey:
      "-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEILS5jHpXpps7mSp/Ws9omEPvU2b2xLsmAB6abTDKag7R\n-----END PRIVATE KEY-----\n",
  },
  secondUser: {
    email: "grace@globex.example",
    password: "another-open-sesame",
    privateKey:
      "-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEIAEH2WPwTJ6QP6KH1tXznxpIDqNm7rGd6JCqR16vvOL+\n-----END PRIVATE KEY-----\n",
    sharesOrganization: false,
  },
  organization: "acme",
  workflows: [
    {
      id: "2041",
      name: "Claims",
      actions: [
        { key: "open", groupLabel: "clerks", creates: true },
        { key: "comment", groupLabel: "clerks" },
      ],
    },
    {
      id: "2042",
      name: "Deliveries",
      actions: [
        { key: "announce", groupLabel: "clerks", creates: true },
        { key: "note", groupLabel: "clerks" },
      ],
    },
  ],
};
