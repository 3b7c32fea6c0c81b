import { stat } from "node:fs/promises";
import fastifyPlugin from "fastify-plugin";
import { type Config, ConfigError } from "../config.ts";

declare module "fastify" {
  interface FastifyInstance {
    /** Calls with the new configuration when a file that the environment names has changed. */
    onReload: (listener: (config: Config) => void) => void;
  }
}

interface ReloadOptions {
  /** Paths to watch. */
  files: readonly string[];
  /** @throws ConfigError when a file holds what it may not */
  read: (() => Config) | undefined;
  everyMs?: number | undefined;
}

/** Renewals happen days before an expiry; a look costs a system call a file. */
const EVERY_MS = 5_000;

/**
 * Certificates, authorities and secrets are read again when their files change. Watching by `stat` sees what orchestrators do:
 * a mounted secret is a link that is moved. A set that cannot be used, as while one file of a pair is new, is logged and
 * tried again at the next change.
 */
export const reload = fastifyPlugin<ReloadOptions>(
  async (app, { files, read, everyMs = EVERY_MS }) => {
    const listeners: ((config: Config) => void)[] = [];
    app.decorate("onReload", (listener) => void listeners.push(listener));
    if (!read || files.length === 0) return;

    const state = async () => (await Promise.all(files.map(stateOf))).join();
    let known = await state();
    const look = async () => {
      const now = await state();
      if (now === known) return;
      known = now;
      try {
        const config = read();
        for (const listener of listeners) listener(config);
        app.log.info("files of the configuration read again");
      } catch (error) {
        if (!(error instanceof ConfigError)) throw error;
        app.log.error(
          { mistakes: error.message.split("\n") },
          "changed files cannot be used: the old ones still count",
        );
      }
    };
    const timer = setInterval(() => void look(), everyMs).unref();
    app.addHook("onClose", async () => clearInterval(timer));
  },
  { name: "reload" },
);

async function stateOf(path: string): Promise<string> {
  try {
    const { mtimeMs, size, ino } = await stat(path);
    return `${mtimeMs} ${size} ${ino}`;
  } catch {
    return "missing";
  }
}
