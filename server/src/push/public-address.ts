import { lookup as resolve } from "node:dns";
import { BlockList, isIP, type LookupFunction } from "node:net";

/** Networks of IPv4 that are not public (IANA's registry of special addresses). */
const SPECIAL_V4: readonly [network: string, bits: number][] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
];
/** Of the public networks of IPv6, 2000::/3, those with a special use; some contain an address of IPv4. */
const SPECIAL_V6: readonly [network: string, bits: number][] = [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
];

const special = new BlockList();
for (const [network, bits] of SPECIAL_V4) special.addSubnet(network, bits, "ipv4");
for (const [network, bits] of SPECIAL_V6) special.addSubnet(network, bits, "ipv6");
const globalV6 = new BlockList();
globalV6.addSubnet("2000::", 3, "ipv6");

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
