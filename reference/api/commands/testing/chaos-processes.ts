import { readFileSync } from "node:fs";
import { Agent } from "node:https";
import { encodeBase64 } from "@lamina/shared/core/base64";
import { expect, vi } from "vitest";
import { freePort } from "../../../../scripts/testing/free-port.ts";
import { type Sent, send } from "../../../testing/http.ts";
import { runProgram } from "../../../testing/program.ts";

const ADMIN = "chaos-password";
const PATIENCE = { timeout: 240_000, interval: 100 };
type Role = "api" | "worker" | "ingest";

/** One process of an API whose pieces run apart, which a test kills without a chance to clean up. */
export async function startPiece(role: Role, environment: Record<string, string>, caFile: string) {
  const port = await freePort();
  const agent = new Agent({ ca: readFileSync(caFile), keepAlive: true });
  const run = () =>
    runProgram("main.ts", {
      ...environment,
      ADMIN_PASSWORD: ADMIN,
      ROLE: role,
      PORT: String(port),
      LOG_LEVEL: "error",
    });
  let program = run();
  const call = (path: string, sent?: Sent) => send(agent, `https://localhost:${port}${path}`, sent);
  const isUp = async () => {
    const answers = vi.waitFor(async () => expect((await call("/healthz")).status).toBe(200), PATIENCE);
    const ends = program.exit.then((code) => {
      throw new Error(`${role} ended with ${code}: ${program.output()}`);
    });
    await Promise.race([answers, ends]);
    // A later end is the test's.
    ends.catch(() => undefined);
  };
  return {
    role,
    call,
    isUp,
    async logIn(): Promise<string> {
      const body = { UserName: "admin", Password: encodeBase64(ADMIN) };
      return ((await call("/Authentication/Login", { body })).body as { token: string }).token;
    },
    async restart(): Promise<void> {
      program.child.kill("SIGKILL");
      await program.exit;
      program = run();
      await isUp();
    },
    async stop(): Promise<void> {
      agent.destroy();
      program.child.kill("SIGKILL");
      await program.exit;
    },
  };
}
