/** Variables whose value is a secret or may hold one. A user may also write a secret where the path of its file belongs. */
const SECRET = /PASSWORD|SECRET|_KEY|^(VALKEY|DATABASE|SMTP)_URL/;
const LONGEST = 80;

/**
 * The end of a sentence on a wrong variable: `; given: "80x"`. Empty for secrets; a URL loses its user, query and
 * fragment, which may hold one.
 */
export function givenValue(name: string, value: string | undefined): string {
  if (value === undefined || SECRET.test(name)) return "";
  const shown = value.replace(/^([a-z][a-z\d+.-]*:\/\/)?.*@/is, "$1…@").replace(/[?#].*$/s, "…");
  return `; given: ${JSON.stringify(shown.length > LONGEST ? `${shown.slice(0, LONGEST)}…` : shown)}`;
}
