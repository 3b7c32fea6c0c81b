import { expect, test } from "vitest";
import { isPublicAddress, isPushEndpoint } from "./public-address.ts";

test.each(["142.250.79.10", "8.8.8.8", "2607:f8b0:4008:80b::200a", "172.15.0.1", "100.128.0.1"])(
  "%s is public",
  (address) => {
    expect(isPublicAddress(address)).toBe(true);
  },
);

test.each([
  ...[
    "127.0.0.1",
    "10.1.2.3",
    "172.16.0.1",
    "172.31.255.255",
    "192.168.1.1",
    "169.254.169.254",
    "100.64.0.1",
    "0.0.0.0",
  ],
  ...["224.0.0.1", "255.255.255.255", "198.18.0.1", "::1", "::", "fe80::1", "fd00::1", "::ffff:10.0.0.1"],
  ...["64:ff9b::a00:1", "2002:a00:1::", "2001:db8::1", "ff02::1", "localhost", ""],
])("%s is not", (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

const isAllowed = isPublicAddress;
const isEndpoint = (url: string) => isPushEndpoint(url, { isAllowed, ports: [443] });

test("an endpoint is https, at a name or a public address, on its usual port", () => {
  expect(isEndpoint("https://fcm.googleapis.com/fcm/send/abc")).toBe(true);
  expect(isEndpoint("https://8.8.8.8/abc")).toBe(true);
});

test.each([
  ...["http://fcm.googleapis.com/abc", "https://127.0.0.1/abc", "https://[::1]/abc", "https://[::ffff:10.0.0.1]/abc"],
  ...["https://0x7f.1/abc", "https://2130706433/abc", "https://user:word@push.test/", "https://push.test:8443/", "abc"],
])("%s is no endpoint", (url) => {
  expect(isEndpoint(url)).toBe(false);
});
