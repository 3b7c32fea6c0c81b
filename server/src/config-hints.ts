import { API_FALLBACK_PORT, API_PORT, BROKER_PATH, BROKER_PORT } from "@lamina/shared/core/limits";

/** In a shorter name two typos match too many other words. */
const LONG = 8;
/** Variables of other programs with names similar to the BFF's. */
const USUAL = new Set(["HOME", "HOSTS", "POST", "PORTS", "SSL_CERT_FILE"]);

/**
 * Sentences on given names that differ from a known one by this number of typos. One is a mistake; two may be another
 * program's name.
 */
export function similarNames(given: readonly string[], known: readonly string[], slips: 1 | 2): string[] {
  const exact = new Set([...known, ...USUAL]);
  return given.flatMap((name) => {
    if (exact.has(name)) return [];
    const [nearest] = known
      .filter((meant) => Math.abs(meant.length - name.length) <= slips)
      .map((meant) => ({ meant, distance: edits(name, meant) }))
      .toSorted((one, other) => one.distance - other.distance);
    if (nearest?.distance !== slips || (slips === 2 && nearest.meant.length < LONG)) return [];
    return [`${name} is not a variable of this program: was ${nearest.meant} meant?`];
  });
}

/** Optimal string alignment distance: letters to insert, remove, replace, or swap with their neighbour. */
function edits(from: string, to: string): number {
  let [before, row]: number[][] = [[], Array.from({ length: to.length + 1 }, (_, index) => index)];
  for (let i = 1; i <= from.length; i++) {
    const next = [i];
    for (let j = 1; j <= to.length; j++) {
      const replaced = (row?.[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1);
      const swapped = from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1] ? (before?.[j - 2] ?? 0) + 1 : replaced;
      next.push(Math.min(replaced, swapped, (row?.[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    [before, row] = [row, next];
  }
  return row?.[to.length] ?? 0;
}

interface Addresses {
  UPSTREAM_URL?: string | undefined;
  MQTT_URL?: string | undefined;
}

/** Sentences on URLs with another port or path than the specification's (§7), which is mostly a mistake. */
export function unusualAddresses({ UPSTREAM_URL, MQTT_URL }: Addresses): string[] {
  const hints: string[] = [];
  const api = UPSTREAM_URL === undefined ? undefined : new URL(UPSTREAM_URL);
  if (api && ![API_PORT, API_FALLBACK_PORT].includes(portOf(api))) {
    hints.push(`UPSTREAM_URL means port ${portOf(api)}; the API is specified on port ${API_PORT}.`);
  }
  const broker = MQTT_URL === undefined ? undefined : new URL(MQTT_URL);
  if (broker && portOf(broker) !== BROKER_PORT) {
    hints.push(`MQTT_URL means port ${portOf(broker)}; the broker is specified on port ${BROKER_PORT}.`);
  }
  if (broker?.protocol.startsWith("ws") && broker.pathname !== BROKER_PATH) {
    hints.push(`MQTT_URL means path ${broker.pathname}; the broker is specified at ${BROKER_PATH}.`);
  }
  return hints;
}

const DEFAULT_PORTS: Readonly<Record<string, number>> = {
  "https:": 443,
  "http:": 80,
  "wss:": 443,
  "ws:": 80,
  "mqtts:": 8883,
  "mqtt:": 1883,
};

function portOf({ port, protocol }: URL): number {
  return port === "" ? (DEFAULT_PORTS[protocol] ?? 0) : Number(port);
}
