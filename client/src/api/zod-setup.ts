import { config } from "zod";

// Zod compiles its parsers with `new Function`, which the content security policy forbids and reports.
// This module is imported before any schema is built.
config({ jitless: true });
