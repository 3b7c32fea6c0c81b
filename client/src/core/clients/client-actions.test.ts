import { beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { connectCredentials } from "../../api/credentials.ts";
import { sendProblem, startApiServer } from "../../testing/api-server.ts";
import { expectConsoleError } from "../../testing/setup.ts";
import { deleteClient, insertClient, loadClients, NOT_LISTED, updateClient } from "./client-actions.ts";
import { clientSetup } from "./current-clients.ts";

const A = { _id: "a", id: "1", name: "A", typeChart: 1 };
const alert = vi.fn();

beforeEach(() => {
  connectCredentials({ token: () => "a.b.c", missing: () => {}, refused: () => {} });
  alert.mockReset();
  vi.stubGlobal("alert", alert);
  return () => vi.unstubAllGlobals();
});

async function open(answers: Record<string, () => unknown>) {
  const list = [A];
  const api = await startApiServer({ "GET /Client/GetAll": () => list, ...answers });
  clientSetup.start();
  onTestFinished(clientSetup.clear);
  await vi.waitUntil(() => clientSetup.state.get().status === "ready");
  return { api, list };
}

it("loads the list again after an insert", async () => {
  const { list } = await open({ "POST /Client/Insert": () => list.push({ ...A, _id: "b", name: "B" }) });
  expect(await insertClient({ name: "B", typeChart: 2 })).toMatchObject({ _id: "b" });
  expect(clientSetup.state.get().clients.map((client) => client.name)).toEqual(["A", "B"]);
});

it("distinguishes an insert after which the list cannot be loaded from a failed insert", async () => {
  expectConsoleError(/Erro ao carregar os dados/);
  const { api } = await open({ "POST /Client/Insert": () => ({}) });
  api.answers["GET /Client/GetAll"] = (_request, response) => sendProblem(response, 500, "internal");
  await expect(insertClient({ name: "B", typeChart: 2 })).rejects.toMatchObject({ id: NOT_LISTED });
});

it("loads the list again after an update, without an alert", async () => {
  const { api } = await open({ "POST /Client/Update": () => ({ matchedCount: 1 }) });
  expect(await updateClient({ _id: "a", name: "A2" })).toBe(true);
  expect(api.count("GET /Client/GetAll")).toBe(2);
  expect(alert).not.toHaveBeenCalled();
});

it("sends the client as loaded with the changes in it", async () => {
  const { api, list } = await open({ "POST /Client/Update": () => ({ matchedCount: 1 }) });
  list[0] = { ...A, own: { of: "the API" } } as typeof A;
  await clientSetup.reload();
  await updateClient({ _id: "a", name: "A2" });
  expect(api.requests.find(({ url }) => url === "/Client/Update")?.body).toEqual({
    ...A,
    own: { of: "the API" },
    name: "A2",
  });
});

it.each([{}, { MatchedCount: 2 }, { data: { matchedCount: "1" } }, { data: { name: "A2" } }, 5])(
  "takes %j as an answer to an update, and loads the list again",
  async (answer) => {
    vi.spyOn(console, "warn").mockImplementation(() => {});
    onTestFinished(() => void vi.restoreAllMocks());
    const { api } = await open({ "POST /Client/Update": () => answer });
    expect(await updateClient({ _id: "a", name: "A2" })).toBe(true);
    expect(api.count("GET /Client/GetAll")).toBe(2);
    expect(alert).not.toHaveBeenCalled();
  },
);

it.each([{ success: false }, { error: "sem permissão" }])("does not take %j as one", async (answer) => {
  const { api } = await open({ "POST /Client/Update": () => answer });
  await expect(updateClient({ _id: "a", name: "A2" })).rejects.toMatchObject({ id: "reply-mismatch" });
  expect(api.count("GET /Client/GetAll")).toBe(1);
});

it("alerts 'Erro ao atualizar o cliente' for an update that matched nothing", async () => {
  const { api } = await open({ "POST /Client/Update": () => ({ matchedCount: 0 }) });
  expect(await updateClient({ _id: "gone" })).toBe(false);
  expect(alert).toHaveBeenCalledExactlyOnceWith("Erro ao atualizar o cliente");
  expect(api.count("GET /Client/GetAll")).toBe(2);
});

it("shows the alert before the list is loaded", async () => {
  const { api } = await open({ "POST /Client/Update": () => ({ matchedCount: 0 }) });
  let answerList = () => {};
  api.answers["GET /Client/GetAll"] = () =>
    new Promise((resolve) => {
      answerList = () => resolve([A]);
    });
  const updated = updateClient({ _id: "gone" });
  await vi.waitFor(() => expect(api.count("GET /Client/GetAll")).toBe(2));
  await vi.waitFor(() => expect(alert).toHaveBeenCalledOnce());
  answerList();
  expect(await updated).toBe(false);
});

it("loads the list once for an update, also for its page and for the API's notice of it", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  const { api, list } = await open({
    "POST /Client/Update": () => {
      list[0] = { ...A, name: "A2" };
      return { matchedCount: 1 };
    },
  });
  vi.advanceTimersByTime(10);
  await updateClient({ _id: "a", name: "A2" });
  for (const waited of [10, 1_500]) {
    vi.advanceTimersByTime(waited);
    expect(await loadClients()).toMatchObject([{ name: "A2" }]);
  }
  expect(api.count("GET /Client/GetAll")).toBe(2);
  // Another user's change later.
  vi.advanceTimersByTime(10_000);
  await loadClients();
  expect(api.count("GET /Client/GetAll")).toBe(3);
});

it("loads the list again after a deletion", async () => {
  const { api } = await open({ "DELETE /Client/Delete": () => ({}) });
  await deleteClient("a");
  expect(api.requests.map((request) => request.url)).toContain("/Client/Delete?ID=a");
  expect(api.count("GET /Client/GetAll")).toBe(2);
});
