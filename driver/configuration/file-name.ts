/** The configuration of a project, in its root. */
export const configurationFileName = "trace-conformance.yaml";
