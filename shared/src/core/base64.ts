/** Base64 of a text's UTF-8 bytes, so that `ção` survives (readings, 1). Runs in Node and in the browser. */
export function encodeBase64(text: string): string {
  let binary = "";
  for (const byte of new TextEncoder().encode(text)) binary += String.fromCharCode(byte);
  return btoa(binary);
}

/**
 * The text in a base64 or base64url string of UTF-8 bytes.
 * @throws when the string is not base64 or its bytes are not UTF-8
 */
export function decodeBase64(encoded: string): string {
  const binary = atob(encoded.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
  return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
}
