import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { Agent } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { encodeBase64 } from "@lamina/shared/core/base64";
import { addDays, farmDay } from "@lamina/shared/core/farm-time";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { isLong } from "../../../../scripts/testing/long.ts";
import { startTestApi } from "../../../testing/api.ts";
import { send } from "../../../testing/http.ts";
import { copyEmptyDatabase } from "../../../testing/pglite.ts";
import { postgresAvailable, startPostgres, type TestServer } from "../../../testing/postgres.ts";
import { runProgram } from "../../../testing/program.ts";
import { openDatabase } from "../../core/database/open.ts";
import { plantField } from "../../irrigation/testing/field.ts";
import { CLIENT, FIELDS, randomActs, type World } from "./testing/acts.ts";

const KILLS = Number(process.env.KILLS ?? (isLong ? 20 : 2));
const ACTS_BEFORE = isLong ? 25 : 8;
/** Acts under way at the moment of a kill. */
const AT_ONCE = 4;
const LONGEST_WAIT_MS = 400;

let server: TestServer | undefined;
beforeAll(async () => {
  server = postgresAvailable ? await startPostgres() : undefined;
});
afterAll(() => server?.stop());

/** The program in a process of its own. */
async function startProgram(environment: Record<string, string>, dataDir: string) {
  const { child, says, exit, output } = runProgram("main.ts", { ...environment, DATA_DIR: dataDir });
  onTestFinished(() => void child.kill("SIGKILL"));
  await says(/API +https:\S+/);
  const url = /API +(https:\S+)/.exec(output())?.[1];
  if (url === undefined) throw new Error(`The program did not start: ${output()}`);
  const agent = new Agent({ ca: readFileSync(join(dataDir, "tls/ca.pem")), keepAlive: true });
  return {
    send: (path: string, sent?: Parameters<typeof send>[2]) => send(agent, `${url}${path}`, sent),
    async kill() {
      child.kill("SIGKILL");
      await exit;
      agent.destroy();
    },
  };
}

it.skipIf(!postgresAvailable && !process.env.CI).each(["PGlite", "PostgreSQL"])(
  "random acts of three users on a program that is killed between and during them, on %s",
  { timeout: 10_000_000 },
  async (kind) => {
    const dataDir = await mkdtemp(join(tmpdir(), "killed-"));
    onTestFinished(() => rm(dataDir, { recursive: true, force: true, maxRetries: 3 }));
    const isPglite = kind === "PGlite";
    const directory = join(dataDir, "database");
    const url = isPglite ? "" : ((await server?.createMigratedDatabase()) ?? "");
    if (isPglite) await copyEmptyDatabase(directory);
    const environment: Record<string, string> = isPglite ? {} : { DATABASE_URL: url };
    const first = await startTestApi({ environment: { DATA_DIR: dataDir, DEMO: "1", ...environment } });
    const day = farmDay(Date.now(), "America/Sao_Paulo");
    const span = { from: addDays(day, -3), to: addDays(day, -2) };
    for (const id of FIELDS) await plantField(first.database, { id, clientId: CLIENT, ...span, sectors: 3 });
    await first.close();

    const seed = Number(process.env.SEED ?? Date.now() % 100_000);
    let program: Awaited<ReturnType<typeof startProgram>> | undefined;
    const world: World = {
      tokens: [],
      now: () => new Date(),
      send: async (path, sent) => {
        if (program === undefined) throw new Error("killed");
        return program.send(path, sent);
      },
    };
    const { act, differences, history, random } = randomActs(world, seed);
    for (let kill = 0; kill < KILLS; kill++) {
      const running = await startProgram(environment, dataDir);
      program = running;
      world.tokens.splice(0);
      for (const UserName of ["ana", "bruno", "ana"]) {
        const body = { UserName, Password: encodeBase64("irrigar") };
        world.tokens.push(((await running.send("/Authentication/Login", { body })).body as { token: string }).token);
      }
      for (let number = 0; number < ACTS_BEFORE; number++) await act();
      const underWay = Promise.allSettled(Array.from({ length: kill % 2 ? AT_ONCE : 0 }, act));
      await setTimeout(random() * LONGEST_WAIT_MS);
      await running.kill();
      await underWay;
      // A killed program leaves the database for the next one to recover.
      const { database, close } = await openDatabase(isPglite ? { directory } : { url });
      const found = await differences(database);
      await close();
      expect(found, `seed ${seed}, kill ${kill}, after ${history.slice(-20).join("; ")}`).toEqual([]);
    }
  },
);
