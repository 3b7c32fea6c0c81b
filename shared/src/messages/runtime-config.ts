import * as z from "zod";

/** The demo users' password as documented. An installation may set another one. */
export const DOCUMENTED_DEMO_PASSWORD = "irrigar";

/** `/config.json` (contract): what the client must know at run time; nothing secret. */
export const RuntimeConfig = z.object({
  name: z.string(),
  version: z.string(),
  /** True when the embedded reference API with its simulated farm answers ("dados simulados"). */
  demo: z.boolean(),
  /** Logins of the demo farm, to be chosen on the login page. */
  demoLogin: z.object({ users: z.array(z.string()), password: z.string() }).optional(),
  /** Who answers for personal data (LGPD, art. 9 and 41), for the privacy policy. */
  privacy: z.object({ controller: z.string(), officer: z.string(), contact: z.string() }).optional(),
  /** URL template of map tiles, empty when the map has a plain ground only. */
  mapTiles: z.object({ url: z.string(), attribution: z.string() }).nullable(),
});
export type RuntimeConfig = z.infer<typeof RuntimeConfig>;
