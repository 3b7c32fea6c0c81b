import { createRequire } from "node:module";
import * as z from "zod";

/** The version of this program, for logs and metrics. */
export const VERSION: string = z
  .object({ version: z.string() })
  .parse(createRequire(import.meta.url)("../../package.json")).version;
