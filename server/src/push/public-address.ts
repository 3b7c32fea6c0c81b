import { lookup as resolve } from "node:dns";
import { BlockList, isIP, type LookupFunction } from "node:net";
import { GLOBAL_V6, SPECIAL_V4, SPECIAL_V6 } from "@lamina/shared/rules/special-networks";

const special = new BlockList();
for (const [network, bits] of SPECIAL_V4) special.addSubnet(network, bits, "ipv4");
for (const [network, bits] of SPECIAL_V6) special.addSubnet(network, bits, "ipv6");
const globalV6 = new BlockList();
globalV6.addSubnet(...GLOBAL_V6, "ipv6");

/** Whether an IP address is one of the public internet. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !special.check(address, "ipv4");
  return family === 6 && globalV6.check(address, "ipv6") && !special.check(address, "ipv6");
}

/** Resolves names to allowed addresses only, at each connection, because a name may change after it was checked. */
export function guardedLookup(isAllowed: (address: string) => boolean): LookupFunction {
  return (hostname, options, done) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error || !first) done(error ?? new Error("the name has no address"), []);
      else if (!addresses.every(({ address }) => isAllowed(address))) done(new Error("the address is not public"), []);
      else if (options.all) done(null, addresses);
      else done(null, first.address, first.family);
    });
  };
}

/** Whether a URL is one of a push service: https, without credentials, and no address that is not allowed. */
export function isPushEndpoint(
  text: string,
  { isAllowed, ports }: { isAllowed: (address: string) => boolean; ports: readonly number[] },
): boolean {
  const url = URL.parse(text);
  if (url?.protocol !== "https:" || url.username || url.password || url.hash) return false;
  const host = url.hostname.replace(/^\[|\]$/g, "");
  return ports.includes(Number(url.port || 443)) && (isIP(host) === 0 || isAllowed(host));
}
