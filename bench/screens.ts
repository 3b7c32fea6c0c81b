import { pivotPages, screenPaths } from "@lamina/shared/screens/screens";

/** A client of the demo user `ana` with pivots, and one with rulers. */
const PIVOTS = "demo-santa-clara";
const RULERS = "demo-boa-esperanca";

const rulerPaths = [...pivotPages.keys()].map((page) => `/irrigameter/${page}`);

/** Every screen behind the login, with a client that has it. */
export const SCREENS: readonly { path: string; clientId: string }[] = screenPaths.map((path) => ({
  path,
  clientId: rulerPaths.includes(path) ? RULERS : PIVOTS,
}));
