// `npm run deploy:load -- https://lamina.example.com.br`: sends one request after the other, so that a failed one during a
// rolling restart is seen; a client whose request failed pauses. API_USER and API_PASSWORD_FILE (or API_PASSWORD) log in, CA_FILE names a private authority,
// ADDRESS another address than the name's. Ctrl-C ends it; the exit code is 1 after a failed request.
import { readFileSync } from "node:fs";
import { Agent, request } from "node:https";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";

const REPORT_MS = 1_000;
/** After a failure, because a refused connection returns at once, and an installation that is down needs no flood. */
const PAUSE_MS = 250;

/**
 * Sends one request.
 * @param {{ url: string, address?: string, agent: Agent }} target
 * @param {string} path
 * @param {{ method?: string, headers?: Record<string, string>, body?: string }} [options]
 * @returns {Promise<{ status: number | string, text: string }>} the status, or the error, and the body
 */
export function ask({ url, address, agent }, path, { method = "GET", headers = {}, body } = {}) {
  const { hostname, port, host } = new URL(url);
  return new Promise((resolve) => {
    const failed = (error) => resolve({ status: error.code ?? error.message, text: "" });
    const options = { host: address ?? hostname, port, path, method, agent, headers: { host, ...headers } };
    const sent = request({ ...options, servername: hostname }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (chunk) => {
        text += chunk;
      });
      response.on("end", () => resolve({ status: response.statusCode, text }));
      response.on("error", failed);
    });
    sent.on("error", failed);
    sent.end(body);
  });
}

/**
 * Sends requests of several clients at once until `stop()`.
 * @param {(turn: string) => Promise<{ status: number | string }>} send
 * @param {number} clients
 * @param {() => Promise<unknown>} [pause] after a failure
 */
export function load(send, clients, pause = () => delay(PAUSE_MS)) {
  let going = true;
  const seen = { answered: 0, failures: [] };
  const client = async (number) => {
    for (let turn = 0; going; turn++) {
      const { status } = await send(`${number}-${turn}`);
      if (status === 200) {
        seen.answered++;
        continue;
      }
      seen.failures.push(status);
      await pause();
    }
  };
  const running = Promise.all(Array.from({ length: clients }, (_, number) => client(number)));
  return {
    seen,
    async stop() {
      going = false;
      await running;
      return seen;
    },
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { API_USER = "admin", API_PASSWORD, API_PASSWORD_FILE, CA_FILE, ADDRESS } = process.env;
  const [url] = process.argv.slice(2);
  const password = API_PASSWORD_FILE ? readFileSync(API_PASSWORD_FILE, "utf8").trim() : API_PASSWORD;
  if (URL.parse(url ?? "")?.protocol !== "https:" || !password) {
    console.error("API_PASSWORD_FILE=… npm run deploy:load -- https://lamina.example.com.br");
    process.exit(1);
  }
  const ca = CA_FILE ? readFileSync(CA_FILE) : undefined;
  const target = { url, address: ADDRESS, agent: new Agent({ keepAlive: true, ca }) };
  const login = await ask(target, "/api/Authentication/Login", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ UserName: API_USER, Password: Buffer.from(password).toString("base64") }),
  });
  // A wrong password is answered with an empty token.
  const token = login.status === 200 ? JSON.parse(login.text).token : "";
  if (!token) {
    console.error(`The login of ${API_USER} failed: ${login.status} ${login.text}`);
    process.exit(1);
  }
  // Each call differs, so that the BFF's cache does not answer it.
  const { seen, stop } = load(
    (turn) => ask(target, `/api/Client/GetAll?n=${turn}`, { headers: { authorization: `Bearer ${token}` } }),
    8,
  );
  const report = () => console.log(`${seen.answered} answered, ${seen.failures.length} failed`);
  const printing = setInterval(report, REPORT_MS);
  const end = async () => {
    clearInterval(printing);
    await stop();
    report();
    for (const [reason, { length }] of Map.groupBy(seen.failures, String))
      console.log(`  failed: ${reason}, ${length} times`);
    process.exit(seen.failures.length > 0 ? 1 : 0);
  };
  process.once("SIGINT", end);
  process.once("SIGTERM", end);
}
