import { isIP, isIPv4, SocketAddress } from "node:net";

/** All unreadable addresses count as one network, so that inventing them is of no use. */
const UNREADABLE = "unreadable";
/** Groups of an IPv6 customer's network (64 bits), within which a host changes its address. */
const NETWORK_GROUPS = 4;

/**
 * The network of a caller: an IPv4 address, or the /64 network of an IPv6 one.
 * @param address as a proxy writes it: bare, in brackets, or with a port
 */
export function clientNetwork(address: string): string {
  const bare = address.trim().replace(/%.*$/, "");
  const ip = isIP(bare) ? bare : SocketAddress.parse(bare)?.address;
  if (ip === undefined) return UNREADABLE;
  if (isIPv4(ip)) return ip;
  const groups = expand(ip);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (isMapped)
    return groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 0xff])
      .join(".");
  return groups
    .slice(0, NETWORK_GROUPS)
    .map((group) => group.toString(16))
    .join(":");
}

/** The eight groups of an IPv6 address (RFC 4291, 2.2). */
function expand(ip: string): number[] {
  const [head = [], tail] = ip.split("::").map(groupsOf);
  if (tail === undefined) return head;
  return [...head, ...Array<number>(8 - head.length - tail.length).fill(0), ...tail];
}

function groupsOf(text: string): number[] {
  return text
    .split(":")
    .filter(Boolean)
    .flatMap((group) => {
      if (!group.includes(".")) return [Number.parseInt(group, 16)];
      const [a = 0, b = 0, c = 0, d = 0] = group.split(".").map(Number);
      return [(a << 8) | b, (c << 8) | d];
    });
}
