/** A client of MQTT.js that has begun to connect. */
interface Link {
  stream: { once(event: "error", listener: (error: Error) => void): unknown };
  on(event: "reconnect", listener: () => void): unknown;
}

/**
 * Calls back with the status when an address answers HTTP where a broker's WebSocket is expected, which is mostly a wrong
 * path. MQTT.js itself reports only that the connection closed.
 */
export function onRefusedUpgrade(client: Link, onRefused: (status: number) => void): void {
  const hear = () =>
    client.stream.once("error", ({ message }) => {
      const status = /^Unexpected server response: (\d+)$/.exec(message)?.[1];
      if (status !== undefined) onRefused(Number(status));
    });
  hear();
  // The stream of the next attempt is made after this event.
  client.on("reconnect", () => queueMicrotask(hear));
}
