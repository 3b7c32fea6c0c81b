/**
 * The one form of a login (after PRECIS, RFC 8265, UsernameCaseMapped, but the case is kept for display): compatible
 * forms of a character are one, so that `ａｎａ` is `ana`.
 */
export function loginForm(userName: string): string {
  return userName.normalize("NFKC").trim();
}

/**
 * Whether a new login has letters of one alphabet that people here can tell apart: Latin letters, digits and some signs.
 * Without it, a login in Cyrillic letters looks like another person's.
 */
export function isDistinct(userName: string): boolean {
  return /^[\p{Script=Latin}\p{M}0-9][\p{Script=Latin}\p{M}0-9 ._@'-]*$/u.test(loginForm(userName));
}
