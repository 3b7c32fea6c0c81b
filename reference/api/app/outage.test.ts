import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { expectProblem, startTestApi, type TestApi } from "../../testing/api.ts";
import { postgresAvailable, startPostgres, type TestServer } from "../../testing/postgres.ts";

describe.skipIf(!postgresAvailable && !process.env.CI)("while the database is away", () => {
  let server: TestServer;
  let api: TestApi;
  let url: string;
  beforeAll(async () => {
    server = await startPostgres();
    url = await server.createMigratedDatabase();
    api = await startTestApi({ environment: { DATABASE_URL: url, DEMO: "1" } });
  }, 120_000);
  afterAll(async () => {
    await server?.outage(url, false);
    await api?.close();
    await server?.stop();
  });

  it("every call, login included, answers 503 with a retry time; then all calls work as before", async () => {
    const token = await api.login("ana");
    await server.outage(url, true);
    const body = { UserName: "ana", Password: "aXJyaWdhcg==" };
    for (const answer of [
      await api.send("/Client/GetAll", { token }),
      await api.send("/Farm/Insert", { token, body: { clientId: "demo-santa-clara" } }),
      await api.send("/Authentication/Login", { body }),
    ]) {
      expectProblem(answer, 503, "unavailable");
      expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);
    }
    await server.outage(url, false);
    await vi.waitFor(async () => expect((await api.send("/Client/GetAll", { token })).status).toBe(200));
    expect(await api.login("ana")).not.toBe("");
  });
});
