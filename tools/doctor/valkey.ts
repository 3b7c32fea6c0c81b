import { createClient } from "@redis/client";
import { broken, type Environment, explainLink, type Finding, ok, variableOf } from "./finding.ts";

/** Logs in at Valkey and sends a ping. */
export async function examineValkey(
  url: string,
  { env, timeoutMs }: { env: Environment; timeoutMs: number },
): Promise<Finding> {
  const { host } = new URL(url);
  const urlVariable = variableOf(env, "VALKEY_URL");
  const names = {
    part: "valkey",
    address: host,
    urlVariable,
    caVariable: "NODE_EXTRA_CA_CERTS",
    caFile: env.NODE_EXTRA_CA_CERTS,
  } as const;
  const client = createClient({ url, socket: { connectTimeout: timeoutMs, reconnectStrategy: false } });
  // Without a listener an error would end the process; the promise below rejects with it.
  client.on("error", () => {});
  const limit = new Promise<never>((_resolve, reject) => {
    setTimeout(() => reject(new Error("timeout")), timeoutMs).unref();
  });
  try {
    await Promise.race([client.connect().then(() => client.ping()), limit]);
    return ok("valkey", `Valkey at ${host} answers.`);
  } catch (error) {
    if (/WRONGPASS|NOAUTH|invalid password|invalid username/i.test((error as Error).message)) {
      return broken("valkey", `Valkey at ${host} refuses the login.`, `Correct the password in ${urlVariable}.`);
    }
    return explainLink(error, names);
  } finally {
    client.destroy();
  }
}
