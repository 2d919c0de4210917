import { registerSuite } from "../vitest/register.ts";

await registerSuite("robustness");
