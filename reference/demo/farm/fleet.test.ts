import { MINUTE_MS } from "@lamina/shared/core/time";
import type { BoardAnswer } from "@lamina/shared/views/board";
import { unpackBoard } from "@lamina/shared/views/board";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApi, type TestApi } from "../../testing/api.ts";
import { CHAPADA } from "./clients.ts";

// On one database: the records, their past and the views are the other demo clients', which both databases test.
describe("the demo's client of 120 pivots", () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi({ environment: { DEMO_FLEET: "1", DEMO_HISTORY_DAYS: "2" } });
  });
  afterAll(() => api?.close());

  const ask = async (userName: string) =>
    api.send(`/Irrigameter/GetByClientID?ID=${CHAPADA}&form=board`, { token: await api.login(userName) });
  const board = async () => unpackBoard(((await ask("ana")).body as BoardAnswer).board);

  it("is on the manager's board, with a machine's state and a recommendation of today for each crop", async () => {
    const { farms, pivots, sectors } = await board();
    expect([farms?.length, pivots?.length, sectors?.length]).toEqual([4, 120, 480]);
    expect(pivots?.filter((pivot) => pivot.status === null)).toEqual([]);
    const growing = sectors?.filter(({ season }) => season?.status === "active") ?? [];
    expect(growing).toHaveLength(464);
    expect(growing.filter(({ recommendation }) => recommendation === null)).toEqual([]);
  });

  it("is simulated as time passes", async () => {
    const since = api.clock.now().getTime();
    api.clock.advance(10 * MINUTE_MS);
    await api.simulator?.tick();
    const reported = (await board()).pivots?.map(({ status }) => Date.parse(status?.date ?? "")) ?? [];
    expect(reported.filter((at) => at > since)).toHaveLength(120);
  });

  it("is hidden from the operator of another client", async () => {
    expect((await ask("bruno")).status).toBe(404);
  });
});
