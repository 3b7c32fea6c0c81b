import { BROKER_PATH } from "@lamina/shared/core/limits";
import { onRefusedUpgrade } from "@lamina/shared/messages/refused-upgrade";
import { connect } from "mqtt";
import { authorities } from "../../server/src/authorities.ts";
import type { Config } from "../../server/src/config.ts";
import { broken, type Environment, explainLink, type Finding, ok, variableOf } from "./finding.ts";

/** CONNACK of MQTT 3.1.1: 4 bad user name or password, 5 not authorised. */
const REFUSED = new Set([4, 5]);

/** Logs in at the broker as the BFF does, and disconnects. */
export function examineBroker(
  { url, username, password, ca }: NonNullable<Config["broker"]>,
  { env, timeoutMs }: { env: Environment; timeoutMs: number },
): Promise<Finding> {
  const { host, pathname, protocol } = new URL(url);
  const remedy = `Correct the path in MQTT_URL: most brokers are at ${BROKER_PATH}.`;
  const names = {
    part: "broker",
    address: host,
    urlVariable: "MQTT_URL",
    caVariable: "MQTT_CA_FILE",
    caFile: env.MQTT_CA_FILE,
  } as const;
  const [user, secret] = ["MQTT_USERNAME", "MQTT_PASSWORD"].map((name) => variableOf(env, name));
  const isElsewhere = protocol.startsWith("ws") && pathname !== BROKER_PATH;
  const explain = (error: Error) =>
    isElsewhere && "code" in error && error.code === "ECONNRESET"
      ? broken("broker", `${host} cuts the connection at ${pathname}.`, remedy)
      : explainLink(error, names);
  return new Promise((resolve) => {
    const client = connect(url, {
      ...(username === undefined ? {} : { username }),
      ...(password === undefined ? {} : { password }),
      ca: authorities(ca),
      reconnectPeriod: 0,
      connectTimeout: timeoutMs,
    });
    const settle = (finding: Finding) => {
      client.end(true);
      resolve(finding);
    };
    const alarm = setTimeout(() => settle(explainLink(new Error("timeout"), names)), timeoutMs);
    onRefusedUpgrade(client, (status) => {
      clearTimeout(alarm);
      settle(broken("broker", `${host} answers ${status} at ${pathname}, where MQTT_URL expects a broker.`, remedy));
    });
    client.on("connect", () => {
      clearTimeout(alarm);
      settle(ok("broker", `The broker at ${host} lets the BFF in.`));
    });
    client.on("error", (error) => {
      clearTimeout(alarm);
      const { code } = error as { code?: unknown };
      settle(
        typeof code === "number" && REFUSED.has(code)
          ? broken(
              "broker",
              `The broker at ${host} refuses the login.`,
              `Correct ${user} and ${secret}; user: ${JSON.stringify(username ?? "")}.`,
            )
          : explain(error),
      );
    });
    client.on("close", () => {
      clearTimeout(alarm);
      settle(explain(Object.assign(new Error("closed"), { code: "ECONNRESET" })));
    });
  });
}
