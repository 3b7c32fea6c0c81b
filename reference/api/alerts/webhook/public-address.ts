import { lookup } from "node:dns/promises";
import { BlockList, isIP } from "node:net";
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

/** The address of a name is not public. */
export class PrivateAddress extends Error {
  override name = "PrivateAddress";
}

/** An address of a host, to which the connection is then pinned, because a second answer of DNS may be another one. */
export interface Pinned {
  address: string;
  family: number;
}

/** @throws PrivateAddress when any address of the name is not public; Error when it has none */
export async function pin(hostname: string, isAllowed: (address: string) => boolean): Promise<Pinned> {
  const host = hostname.replace(/^\[|\]$/g, "");
  const addresses = await lookup(host, { all: true });
  const [first] = addresses;
  if (!first) throw new Error("the name has no address");
  if (!addresses.every(({ address }) => isAllowed(address))) throw new PrivateAddress("the address is not public");
  return first;
}
