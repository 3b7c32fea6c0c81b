import * as z from "zod";

/** The demo users' password as documented. An installation may set another one. */
export const DOCUMENTED_DEMO_PASSWORD = "irrigar";

/** URL template of map tiles with `{z}`, `{x}` and `{y}`, and their attribution. */
const MapTiles = z.object({ url: z.string(), attribution: z.string() });
export type MapTiles = z.infer<typeof MapTiles>;

/** `/config.json` (contract): what the client needs at run time; contains no secrets. */
export const RuntimeConfig = z.object({
  name: z.string(),
  version: z.string(),
  /** True when the embedded reference API with its simulated farm answers ("dados simulados"). */
  demo: z.boolean(),
  /** Demo logins that the login page offers. */
  demoLogin: z.object({ users: z.array(z.string()), password: z.string() }).optional(),
  /** While the embedded reference API starts: the id of its step, and how much of that step is done, in %. */
  starting: z.object({ step: z.string(), percent: z.number() }).optional(),
  /** Controller and data protection officer (LGPD, art. 9 and 41), for the privacy policy. */
  privacy: z.object({ controller: z.string(), officer: z.string(), contact: z.string() }).optional(),
  /** How messages reach a device with the app closed. Absent where push is off. */
  push: z
    .object({
      /** `publicKey`: of the server, for `pushManager.subscribe` (RFC 8292), base64url. */
      web: z.object({ publicKey: z.string() }).optional(),
      fcm: z.literal(true).optional(),
      apns: z.literal(true).optional(),
    })
    .optional(),
  /** Imagery; null when the map has a plain background only. */
  mapTiles: MapTiles.nullable(),
  /**
   * What this BFF and the API before it can do beyond the specification, by name (contract). Absent while the API has not
   * answered.
   */
  features: z.array(z.string()).optional(),
});

/** Names that the answer of an API's `GET /healthz` may list as `features`, beside those of screens (`screenFeature`). */
export const ApiFeature = z.enum([
  "logout",
  "sessions",
  "first-access",
  "changes",
  "second-factor",
  "command-confirmation",
  "passkeys",
  "known-devices",
]);
export type ApiFeature = z.infer<typeof ApiFeature>;
export type RuntimeConfig = z.infer<typeof RuntimeConfig>;
