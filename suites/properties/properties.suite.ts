import { registerSuite } from "../engine/vitest/register.ts";

await registerSuite("properties");
