import { config } from "zod";

// Zod compiles its parsers with `new Function`, which the content security policy forbids and reports. The build puts
// this module into the chunk of Zod, so that it runs before the first schema is built.
config({ jitless: true });
