/** Whose requests are counted together: a user's, over all tokens. */
export interface Owner {
  key: string;
  /** The network of a caller whose token is not proved. It may invent users, so that it has a limit of its own. */
  network?: string | undefined;
}
