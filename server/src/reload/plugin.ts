import { stat } from "node:fs/promises";
import fastifyPlugin from "fastify-plugin";
import { type Config, ConfigError } from "../config.ts";

declare module "fastify" {
  interface FastifyInstance {
    /** Calls the listener with the new configuration when a configured file has changed. */
    onReload: (listener: (config: Config) => void) => void;
  }
}

interface ReloadOptions {
  /** Paths to watch. */
  files: readonly string[];
  /** @throws ConfigError when a file is invalid */
  read: (() => Config) | undefined;
  everyMs?: number | undefined;
}

/** Certificates are renewed days before they expire; one check costs a system call per file. */
const EVERY_MS = 5_000;

/**
 * Rereads certificates, authorities and secrets when their files change. It polls `stat`, because orchestrators replace
 * a mounted secret by moving a link. An invalid set, for example while only one file of a pair is new, is logged and
 * tried again at the next change.
 */
export const reload = fastifyPlugin<ReloadOptions>(
  async (app, { files, read, everyMs = EVERY_MS }) => {
    const listeners: ((config: Config) => void)[] = [];
    app.decorate("onReload", (listener) => void listeners.push(listener));
    if (!read || files.length === 0) return;

    const state = async () => (await Promise.all(files.map(stateOf))).join();
    let lastState = await state();
    const look = async () => {
      const now = await state();
      if (now === lastState) return;
      lastState = now;
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
