import type { PasskeyAsk } from "@lamina/shared/records/commands/passkey";

/** The logged-in user, from the token's claims (§3). */
interface SessionUser {
  name: string;
  roles: readonly string[];
  jti: string;
  /** Milliseconds since the epoch. */
  expiresAt: number;
}

/** The content of the alert titled Login (§8), worded by `text.ts`. */
export type LoginAlert =
  | { id: "communication" }
  /** The new token seems expired, so the clock of the device or of the server is wrong (readings, 30). */
  | { id: "clock" }
  | { id: "invalid-credentials" }
  /** `retryAfter` in seconds, if the BFF sends it. */
  | { id: "too-many-attempts"; retryAfter?: number | undefined };

/** Why the session ended without a logout by the user. */
export type SessionNotice = "expired" | "renewal-failed" | "no-client" | "ended-elsewhere" | "code-too-late";

/** The state of the session for the screens (§4). */
export interface SessionState {
  user: SessionUser | null;
  /** Shown until Fechar, also across the reload. */
  alert: LoginAlert | null;
  notice: SessionNotice | null;
  /** The user name as typed, kept across the reload. The password is never kept. */
  userName: string;
  /** The user logged in with a one-time code and must set a password first. */
  mustSetPassword: boolean;
  /** Of a login whose password was right and that needs a code now. */
  challenge: string | null;
  /** Of such a login, for a passkey in place of the code. */
  passkey: PasskeyAsk | null;
  /** The code was wrong; another one can be tried. */
  isCodeWrong: boolean;
  /** The token of a login that must set up a second factor first. */
  setUpToken: string | null;
}
