import { connect } from "mqtt";
import type { Config } from "../config.ts";
import { broken, explainLink, type Finding, ok } from "./finding.ts";

/** CONNACK of MQTT 3.1.1: 4 bad user name or password, 5 not authorised. */
const REFUSED = new Set([4, 5]);

/** Logs in at the broker as the BFF does, and disconnects. */
export function examineBroker(
  { url, username, password, ca }: NonNullable<Config["broker"]>,
  timeoutMs: number,
): Promise<Finding> {
  const { host } = new URL(url);
  const names = { part: "broker", address: host, urlVariable: "MQTT_URL", caVariable: "MQTT_CA_FILE" } as const;
  return new Promise((resolve) => {
    const client = connect(url, {
      ...(username === undefined ? {} : { username }),
      ...(password === undefined ? {} : { password }),
      ...(ca === undefined ? {} : { ca }),
      reconnectPeriod: 0,
      connectTimeout: timeoutMs,
    });
    const settle = (finding: Finding) => {
      client.end(true);
      resolve(finding);
    };
    const alarm = setTimeout(() => settle(explainLink(new Error("timeout"), names)), timeoutMs);
    client.on("connect", () => {
      clearTimeout(alarm);
      settle(ok("broker", `The broker at ${host} lets the BFF in.`));
    });
    client.on("error", (error: Error & { code?: unknown }) => {
      clearTimeout(alarm);
      settle(
        typeof error.code === "number" && REFUSED.has(error.code)
          ? broken("broker", `The broker at ${host} refuses the login.`, "Correct MQTT_USERNAME and MQTT_PASSWORD.")
          : explainLink(error, names),
      );
    });
    client.on("close", () => {
      clearTimeout(alarm);
      settle(explainLink(Object.assign(new Error("closed"), { code: "ECONNRESET" }), names));
    });
  });
}
