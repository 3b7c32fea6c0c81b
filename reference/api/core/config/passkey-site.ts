import { isIP } from "node:net";

/** Where passkeys are valid: the domain that they belong to (RP ID of WebAuthn), and the origins of the app's pages. */
export interface PasskeySite {
  rpId: string;
  origins: readonly string[];
}

/** Whether a browser makes passkeys for pages of this origin. */
export function isPasskeyOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, origin } = new URL(text);
  const isSecure = protocol === "https:" || (protocol === "http:" && hostname === "localhost");
  return isSecure && origin === text && isIP(hostname.replace(/^\[|\]$/g, "")) === 0;
}

/** Whether a list of origins has one domain, that of the first, with names below it. */
export function isOneSite([first, ...others]: readonly string[]): boolean {
  const domain = first && new URL(first).hostname;
  return others.map((one) => new URL(one).hostname).every((host) => host === domain || host.endsWith(`.${domain}`));
}

/**
 * The site of the named origins, else of the app's address; undefined where there is none, or it is an IP address, for
 * which no browser makes passkeys.
 */
export function passkeySite(named: readonly string[], appUrl: string | undefined): PasskeySite | undefined {
  const usual = appUrl === undefined ? [] : [new URL(appUrl).origin].filter(isPasskeyOrigin);
  const origins = named.length > 0 ? named : usual;
  const [first] = origins;
  return first === undefined ? undefined : { rpId: new URL(first).hostname, origins };
}
