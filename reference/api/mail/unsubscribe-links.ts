import { DAY_MS } from "@lamina/shared/core/time";
import type { MailSubscription } from "@lamina/shared/views/mail";
import { UNSUBSCRIBE_PATH } from "@lamina/shared/views/mail";
import { errors, jwtVerify, SignJWT } from "jose";
import * as z from "zod";
import type { Clock } from "../core/clock.ts";

/** The subscription that a link ends. */
export interface LinkedSubscription {
  userId: string;
  kind: MailSubscription["kind"];
  /** Null for alerts. */
  clientId: string | null;
}

/** Links in mails: to the app, and those that end a subscription without a login. */
export interface UnsubscribeLinks {
  /** False where the address of the app is unknown. */
  isConfigured: boolean;
  /** The address of a page of the app. Undefined when not configured. */
  pageOf(path: string): string | undefined;
  /** The link, also in the mails of a later subscription to the same. Undefined when not configured. */
  urlOf(subscription: LinkedSubscription): Promise<string | undefined>;
  /** What a token ends; undefined for a forged or expired one. */
  read(token: string): Promise<LinkedSubscription | undefined>;
}

const ALGORITHM = "HS256";
/** Separates these tokens from any other that the installation signs. */
const AUDIENCE = "unsubscribe";
/** Longer than a person stores the mails of a farm's year. */
const LIFETIME_MS = 730 * DAY_MS;

const Claims = z.object({
  sub: z.string(),
  kind: z.enum(["management", "consumption", "alerts"]),
  client: z.string().nullable(),
});

/**
 * Signs links with a key of their own, so that their tokens prove nothing at any other call, nor at a program that
 * verifies tokens by the public keys of logins.
 */
export function createUnsubscribeLinks(secret: string, appUrl: string | undefined, clock: Clock): UnsubscribeLinks {
  const key = new TextEncoder().encode(secret);
  return {
    isConfigured: appUrl !== undefined,
    pageOf: (path) => appUrl && new URL(path, appUrl).href,
    async urlOf({ userId, kind, clientId }) {
      if (appUrl === undefined) return undefined;
      const token = await new SignJWT({ kind, client: clientId })
        .setProtectedHeader({ alg: ALGORITHM })
        .setAudience(AUDIENCE)
        .setSubject(userId)
        .setExpirationTime(Math.floor((clock.now().getTime() + LIFETIME_MS) / 1000))
        .sign(key);
      const url = new URL(UNSUBSCRIBE_PATH, appUrl);
      url.searchParams.set("token", token);
      return url.href;
    },
    async read(token) {
      try {
        const options = {
          ...{ algorithms: [ALGORITHM], audience: AUDIENCE, requiredClaims: ["exp", "sub"] },
          currentDate: clock.now(),
        };
        const { payload } = await jwtVerify(token, key, options);
        const { sub: userId, kind, client: clientId } = Claims.parse(payload);
        return { userId, kind, clientId };
      } catch (error) {
        if (error instanceof errors.JOSEError || error instanceof z.ZodError) return undefined;
        throw error;
      }
    },
  };
}
