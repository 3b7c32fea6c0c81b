import { config } from "zod";

// Zod compiles its parsers with `new Function`, which the content security policy forbids and reports.
// The build puts this module beside Zod itself, so that it runs before any schema is built.
config({ jitless: true });
