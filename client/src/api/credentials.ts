/** Where the token comes from and who hears that it is missing or refused. */
interface Credentials {
  token(): string | null;
  /** A call that needs a token was made without one (§8). */
  missing(): void;
  /** The API answered 401 to this token (readings, 5). */
  refused(token: string): void;
}

/** Of this page's session. */
export let credentials: Credentials = { token: () => null, missing: () => {}, refused: () => {} };

/** Says once, at the start, where the token comes from. */
export function connectCredentials(source: Credentials): void {
  credentials = source;
}
