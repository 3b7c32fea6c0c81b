import { API_FALLBACK_PORT, API_PORT, BROKER_PATH, BROKER_PORT } from "@lamina/shared/core/limits";

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

/** Warnings about variables of earlier versions that do nothing now. */
export function removedVariables(names: readonly string[]): string[] {
  return names
    .filter((name) => name.startsWith("MAP_TERRAIN_"))
    .map((name) => `${name} does nothing, because maps have no relief any more: remove it.`);
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
