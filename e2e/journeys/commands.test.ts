import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import getPort from "get-port";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { inLongRun, isLongFor } from "../../scripts/testing/long.ts";
import { Program, ROOT, runEntry } from "../product/program.ts";

/** Time for a start of the whole product with its history, on a machine that runs other tests. */
const START_MS = 150_000;

/** The failing starts of the BFF have tests beside its code. */
const isEach = isLongFor("scripts/", "client/vite.config.ts", "server/src/main");
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "lamina-start-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/**
 * The first of two free ports side by side, for the client and the BFF. Below those that systems give out, because many
 * seconds pass until the BFF takes its own.
 */
async function freePair(): Promise<number> {
  for (let port = 20_000 + 2 * (process.pid % 5_000); ; port += 2)
    if ((await getPort({ port })) === port && (await getPort({ port: port + 1 })) === port + 1) return port;
}

/** Processes on this machine with the mark in their environment, read from `/proc`. */
function processesMarked(mark: string): string[] {
  return readdirSync("/proc")
    .filter((pid) => /^\d+$/.test(pid))
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/environ`, "utf8").includes(mark);
      } catch {
        return false; // It has ended in the meantime, or belongs to another user.
      }
    });
}

describe.skipIf(process.platform !== "linux")("npm start", () => {
  // Ctrl-C in a terminal signals the whole process group. An operator or a service manager signals npm only.
  test.each([
    ["SIGINT", "the terminal's process group"],
    ...inLongRun(["SIGINT", "npm alone"] as const, ["SIGTERM", "npm alone"] as const),
  ] as const)(
    "runs the whole product, and %s to %s ends all of it with exit code 0",
    { timeout: 2 * START_MS },
    async (signal, whom) => {
      const mark = randomUUID();
      const ports = { PORT: "0", API_PORT: "0", MQTT_PORT: "0" };
      const env = { ...process.env, ...ports, DATA_DIR: folder, DEMO_HISTORY_DAYS: "0", TEST_MARK: mark };
      await using program = new Program("npm start", "npm", ["start"], { env, detached: true });
      await program.waitFor("welcome", () => (program.output.includes("Ctrl-C") ? true : undefined), START_MS);
      const url = /http:\/\/localhost:\d+/.exec(program.output)?.[0] ?? "";
      await expect.poll(async () => (await fetch(`${url}/readyz`)).text()).toContain('"upstream":"up"');
      expect(await (await fetch(url)).text()).toContain("<title>");
      for (const name of ["ana", "bruno", "carla", "admin", "irrigar"]) expect(program.output).toContain(name);
      expect(processesMarked(mark).length).toBeGreaterThan(2);

      const pid = program.child.pid ?? 0;
      process.kill(whom === "npm alone" ? pid : -pid, signal);
      expect(await program.ended()).toBe(0);
      expect(processesMarked(mark)).toEqual([]);
    },
  );
});

if (isEach)
  describe.skipIf(process.platform !== "linux")("npm start that is killed", () => {
    test("leaves no process behind", { timeout: 2 * START_MS }, async () => {
      const mark = randomUUID();
      const ports = { PORT: "0", API_PORT: "0", MQTT_PORT: "0" };
      const env = { ...process.env, ...ports, DATA_DIR: folder, DEMO_HISTORY_DAYS: "0", TEST_MARK: mark };
      await using program = new Program("npm start", "npm", ["start"], { env, detached: true });
      await program.waitFor("welcome", () => (program.output.includes("Ctrl-C") ? true : undefined), START_MS);
      process.kill(program.child.pid ?? 0, "SIGKILL");
      await expect.poll(() => processesMarked(mark), { timeout: 60_000 }).toEqual([]);
    });
  });

// Not skipped elsewhere, because a skipped test is a failure in CI.
if (isEach)
  describe.skipIf(process.platform !== "linux")("npm run dev", () => {
    test("serves client and BFF on one URL, restarts the BFF after a change, and leaves no process behind", {
      timeout: 3 * START_MS,
    }, async () => {
      const mark = randomUUID();
      const port = await freePair();
      const url = `http://localhost:${port}`;
      const env = {
        ...process.env,
        PORT: String(port),
        API_PORT: "0",
        MQTT_PORT: "0",
        DATA_DIR: folder,
        DEMO_HISTORY_DAYS: "0",
        TEST_MARK: mark,
      };
      await using program = new Program("npm run dev", "npm", ["run", "dev"], { env, detached: true });
      const starts = () => program.output.split(`is up: ${url}`).length - 1;
      await program.waitFor("URL", () => (starts() === 1 ? true : undefined), START_MS);
      expect(await (await fetch(url)).text()).toContain("/@vite/client");
      expect(await (await fetch(`${url}/config.json`)).json()).toMatchObject({ demo: true });

      const now = new Date();
      utimesSync(`${ROOT}server/src/errors.ts`, now, now);
      await program.waitFor("second start", () => (starts() === 2 ? true : undefined), START_MS);
      expect(await (await fetch(`${url}/config.json`)).json()).toMatchObject({ demo: true });

      process.kill(program.child.pid ?? 0, "SIGINT");
      expect(await program.ended()).toBe(0);
      expect(processesMarked(mark)).toEqual([]);
    });
  });

if (isEach)
  describe("a start that cannot succeed gives the reason in one line and leaves no process behind", () => {
    test("the port is taken", async () => {
      const other = createServer().listen(0, "127.0.0.1");
      await once(other, "listening");
      const address = other.address();
      const port = typeof address === "object" && address ? String(address.port) : "";
      await using program = runEntry("BFF", "server/src/main.ts", {
        PORT: port,
        API_PORT: "0",
        MQTT_PORT: "0",
        DATA_DIR: folder,
      });
      expect(await program.ended()).toBeGreaterThan(0);
      expect(program.output).toContain(port);
      expect(program.output).not.toMatch(/\n\s+at /);
      other.close();
    });

    test("the broker's port is taken", async () => {
      const other = createServer().listen(0, "127.0.0.1");
      await once(other, "listening");
      const address = other.address();
      const port = typeof address === "object" && address ? String(address.port) : "";
      await using program = runEntry("BFF", "server/src/main.ts", {
        ...{ DEMO: "1", PORT: "0", API_PORT: "0", MQTT_PORT: port, DATA_DIR: folder },
      });
      expect(await program.ended()).toBe(1);
      expect(program.output.split(`Port ${port} is taken: stop what listens there, or set MQTT_PORT=`)).toHaveLength(2);
      expect(readdirSync(folder)).not.toContain("database");
      other.close();
    });

    test("the environment has mistakes", async () => {
      await using program = runEntry("BFF", "server/src/main.ts", {
        PORT: "eighty",
        UPSTREAM_URL: "http://api.example.com",
      });
      expect(await program.ended()).toBeGreaterThan(0);
      expect(program.output).toMatch(/PORT must be/);
      expect(program.output).toMatch(/UPSTREAM_URL must be/);
      expect(program.output).not.toMatch(/\n\s+at /);
    });
  });
