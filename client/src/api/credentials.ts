/** Supplies the token, and handles a missing or refused one. */
interface Credentials {
  token(): string | null;
  /** A call that needs a token was made without one (§8). */
  missing(): void;
  /** The API answered 401 to this token (readings, 5). */
  refused(token: string): void;
}

export let credentials: Credentials = { token: () => null, missing: () => {}, refused: () => {} };

/** Sets the source of the token. Called once, at the start. */
export function connectCredentials(source: Credentials): void {
  credentials = source;
}
