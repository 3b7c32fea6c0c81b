import * as z from "zod";

/** A proxy whose forwarding headers a program trusts: an address, a network, or a name of private networks. */
export const ProxyAddress = z.union([
  z.enum(["loopback", "linklocal", "uniquelocal"]),
  z.ipv4(),
  z.ipv6(),
  z.cidrv4(),
  z.cidrv6(),
]);
