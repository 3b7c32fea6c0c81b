/** The logged-in user, from the token's claims (§3). */
interface SessionUser {
  name: string;
  roles: readonly string[];
  jti: string;
  /** Milliseconds since the epoch. */
  expiresAt: number;
}

/** What the alert titled Login says (§8), worded by `text.ts`. */
export type LoginAlert =
  | { id: "communication" }
  | { id: "invalid-credentials" }
  /** `retryAfter` in seconds, when the BFF says so. */
  | { id: "too-many-attempts"; retryAfter?: number | undefined };

/** Why the user is on the login page without having asked for it. */
export type SessionNotice = "expired" | "renewal-failed" | "no-client" | "ended-elsewhere";

/** The session as the screens see it (§4). */
export interface SessionState {
  user: SessionUser | null;
  /** Open until Fechar, through the reload. */
  alert: LoginAlert | null;
  notice: SessionNotice | null;
  /** What the user typed as user name, kept through the reload; never the password. */
  userName: string;
  /** The login was made with a one-time code: a password must be set before anything else. */
  mustSetPassword: boolean;
}
