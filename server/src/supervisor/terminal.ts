import type { WriteStream } from "node:tty";
import { API_PORT, BROKER_PATH, BROKER_PORT } from "@lamina/shared/core/limits";
import type { Reporter } from "./embedded-api.ts";
import { specified, steps } from "./text.ts";

const API_PATH = "/";

/** Prints the progress of the start, the address and the login to the terminal. */
export function terminalReporter(output: Pick<WriteStream, "write" | "isTTY">, url: () => string): Reporter {
  let shown = "";
  const show = (line: string) => {
    if (line === shown) return;
    shown = line;
    output.write(output.isTTY ? `\r\u001b[K${line}` : `${line}\n`);
  };
  const say = (text: string) => {
    output.write(output.isTTY && shown ? `\r\u001b[K${text}\n` : `${text}\n`);
    shown = "";
  };
  return {
    progress({ step, done, total }) {
      // Without a TTY one line for every tenth is enough.
      const percent = total > 0 ? Math.floor((100 * done) / total) : 0;
      show(`Preparing: ${steps[step] ?? step} ${output.isTTY ? percent : percent - (percent % 10)} %`);
    },
    ready({ url: api, broker, demo }) {
      say(`\n  Lâmina is up: ${url()}\n`);
      say(`  API: ${api}${hint(api, API_PORT, API_PATH)}`);
      say(`  Broker: ${broker ? `${broker.url}${hint(broker.url, BROKER_PORT, BROKER_PATH)}` : "none"}\n`);
      if (demo) say(`  Demo users: ${demo.users.join(", ")}\n  Password: ${demo.password}\n`);
      say("  Ctrl-C stops it.\n");
    },
    died(delayMs) {
      say(`The demo API has ended; it starts again in ${delayMs / 1000} s.`);
    },
    refused() {
      say("The demo API does not start with this configuration.");
    },
  };
}

/** A hint on an address with another port or path than the specification's (§7). */
function hint(address: string, port: number, path: string): string {
  const { port: actual, pathname } = new URL(address);
  return Number(actual) === port && pathname === path ? "" : ` (${specified(port, path)})`;
}
