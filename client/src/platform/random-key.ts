const BYTES = 16;

/** A key that nothing else has, as hexadecimal digits; also where the page was not served securely (no `randomUUID` there). */
export function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
