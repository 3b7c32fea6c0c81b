import { expect, test } from "vitest";
import { clientNetwork } from "./client-network.ts";

test.each([
  ["203.0.113.9", "203.0.113.9"],
  ["203.0.113.9:50123", "203.0.113.9"],
  [" 203.0.113.9 ", "203.0.113.9"],
  ["::ffff:203.0.113.9", "203.0.113.9"],
  ["::ffff:cb00:7109", "203.0.113.9"],
  ["[::ffff:203.0.113.9]:443", "203.0.113.9"],
  ["2001:db8:1:2::1", "2001:db8:1:2"],
  ["2001:DB8:1:2:aaaa:bbbb:cccc:dddd", "2001:db8:1:2"],
  ["2001:0db8:0001:0002::9", "2001:db8:1:2"],
  ["[2001:db8:1:2::7]:50123", "2001:db8:1:2"],
  ["fe80::1%eth0", "fe80:0:0:0"],
  ["::1", "0:0:0:0"],
  ["unknown", "unreadable"],
  ["_hidden-17", "unreadable"],
  ["", "unreadable"],
  ["203.0.113.9, 10.0.0.1", "unreadable"],
])("%j belongs to the network %s", (address, network) => {
  expect(clientNetwork(address)).toBe(network);
});
