/** A network: its first address, and the bits that its addresses share. */
type Network = readonly [network: string, bits: number];

/** Networks of IPv4 that are not public (IANA's registry of special addresses). */
export const SPECIAL_V4: readonly Network[] = [
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
/** The public networks of IPv6. */
export const GLOBAL_V6: Network = ["2000::", 3];
/** Of them those with a special use; some contain an address of IPv4. */
export const SPECIAL_V6: readonly Network[] = [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
];
