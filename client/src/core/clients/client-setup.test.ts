import { CLIENT_RECHECK_MS, CLIENT_RETRY_MS, PULL_TO_REFRESH_MS } from "@lamina/shared/core/limits";
import type { Client } from "@lamina/shared/records/client";
import { focusManager, QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { ApiError, LocalErrorId } from "../../api/error.ts";
import { createQueryClient } from "../../api/query-client.ts";
import { expectConsoleError } from "../../testing/setup.ts";
import { memoryStorage } from "../../testing/storage.ts";
import { CLIENT_ID_KEY, CLIENT_LIST_KEY, createClientSetup } from "./client-setup.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const client = (id: string, typeChart: 1 | 2 = 1): Client => ({ _id: id, id: `${id}-menu`, name: id, typeChart });
const A = client("a");
const B = client("b");
const DOWN = new Error("API down");

function open(answers: Array<Client[] | Error>, stored?: string, tab = memoryStorage()) {
  const storage = memoryStorage(stored === undefined ? {} : { [CLIENT_ID_KEY]: stored });
  const queryClient = createQueryClient();
  const noClient = vi.fn();
  // The last answer is repeated.
  const loadClients = vi.fn(async () => {
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    if (answer instanceof Error) throw answer;
    return answer ?? [];
  });
  const setup = createClientSetup({ queryClient, storage, tabStorage: tab, loadClients, noClient });
  onTestFinished(() => {
    setup.stop();
    queryClient.clear();
  });
  setup.start();
  const later = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);
  return { setup, storage, queryClient, noClient, loadClients, later, state: () => setup.state.get() };
}

it("is asked for again with a growing pause while the answer has an unknown form", async () => {
  expectConsoleError(/Erro ao carregar os dados/);
  const unreadable = new ApiError(LocalErrorId.replyMismatch, { status: 200 });
  const { loadClients, later } = open([unreadable]);
  await later(CLIENT_RETRY_MS * (1 + 2 + 4) + 100);
  expect(loadClients).toHaveBeenCalledTimes(4);
  await later(CLIENT_RETRY_MS * 7);
  expect(loadClients).toHaveBeenCalledTimes(4);
});

describe("the selected client", () => {
  it.each([
    ["the stored one", "b", "b"],
    ["the first when none is stored", undefined, "a"],
    ["the first when the stored one is unknown", "x", "a"],
    ["the first when the stored one is empty", "", "a"],
  ])("is %s, and is stored", async (_case, stored, selected) => {
    const { later, state, storage } = open([[A, B]], stored);
    await later(0);
    expect(state()).toEqual({ clients: [A, B], selected: client(selected), status: "ready" });
    expect(storage.read(CLIENT_ID_KEY)).toBe(selected);
  });

  it("of a tab survives its reload when another tab chose a different one, which new tabs open", async () => {
    const tab = memoryStorage();
    const first = open([[A, B]], "a", tab);
    await first.later(0);
    first.setup.stop();
    const reloaded = open([[A, B]], "b", tab);
    await reloaded.later(0);
    expect(reloaded.state().selected).toEqual(A);
    expect(reloaded.storage.read(CLIENT_ID_KEY)).toBe("b");
    const other = open([[A, B]], "b");
    await other.later(0);
    expect(other.state().selected).toEqual(B);
    reloaded.setup.select("a");
    reloaded.setup.select("b");
    expect(tab.read(CLIENT_ID_KEY)).toBe("b");
  });

  it("becomes the first one when it is no longer in the list", async () => {
    const { setup, later, state } = open([[A, B], [A]], "b");
    await later(0);
    void setup.reload();
    await later(0);
    expect(state().selected).toEqual(A);
  });

  it("waits for the new list when the list on the device is older than the chosen client", async () => {
    const queryClient = createQueryClient();
    queryClient.setQueryData(CLIENT_LIST_KEY, [A]);
    await queryClient.invalidateQueries({ queryKey: CLIENT_LIST_KEY });
    const storage = memoryStorage({ [CLIENT_ID_KEY]: "b" });
    const setup = createClientSetup({
      ...{ queryClient, storage, tabStorage: memoryStorage(), loadClients: async () => [A, B] },
      noClient: vi.fn(),
    });
    onTestFinished(() => {
      setup.stop();
      queryClient.clear();
    });
    setup.start();
    expect(setup.state.get()).toMatchObject({ status: "loading", selected: undefined });
    await vi.advanceTimersByTimeAsync(0);
    expect(setup.state.get()).toMatchObject({ status: "ready", selected: B });
    expect(storage.read(CLIENT_ID_KEY)).toBe("b");
  });

  it("stays when another tab selects another client, and keeps that tab's stored choice", async () => {
    const { setup, later, state, storage } = open([[A, B]], "b");
    await later(0);
    storage.write(CLIENT_ID_KEY, "a");
    void setup.reload();
    await later(CLIENT_RECHECK_MS);
    expect(state().selected).toEqual(B);
    expect(storage.read(CLIENT_ID_KEY)).toBe("a");
  });
});

describe("loading", () => {
  it("retries every 2 s while it fails, reports on the console only, and does not log out", async () => {
    expectConsoleError(/Erro ao carregar os dados .*API down/);
    const { later, state, loadClients, noClient } = open([DOWN, DOWN, DOWN, [A]]);
    await later(0);
    expect(state()).toMatchObject({ selected: undefined, status: "error" });
    await later(CLIENT_RETRY_MS - 1);
    expect(loadClients).toHaveBeenCalledTimes(1);
    await later(1 + CLIENT_RETRY_MS);
    expect(loadClients).toHaveBeenCalledTimes(3);
    expect(state().status).toBe("error");
    await later(CLIENT_RETRY_MS);
    expect(state()).toMatchObject({ selected: A, status: "ready" });
    await later(10 * CLIENT_RETRY_MS);
    expect(loadClients).toHaveBeenCalledTimes(4);
    expect(noClient).not.toHaveBeenCalled();
  });

  it("logs out at the recheck when the list is empty and no client id is stored", async () => {
    const { later, state, noClient } = open([[]]);
    await later(CLIENT_RECHECK_MS - 1);
    expect(state().status).toBe("empty");
    expect(noClient).not.toHaveBeenCalled();
    await later(1);
    expect(noClient).toHaveBeenCalledOnce();
  });

  it("does not log out for an empty list of an earlier visit, but waits for the new one", async () => {
    const queryClient = createQueryClient();
    queryClient.setQueryData(CLIENT_LIST_KEY, []);
    await queryClient.invalidateQueries({ queryKey: CLIENT_LIST_KEY });
    let answer: (clients: Client[]) => void = () => {};
    const noClient = vi.fn();
    const setup = createClientSetup({
      queryClient,
      storage: memoryStorage({}),
      tabStorage: memoryStorage(),
      loadClients: () => new Promise((resolve) => (answer = resolve)),
      noClient,
    });
    onTestFinished(() => {
      setup.stop();
      queryClient.clear();
    });
    setup.start();
    await vi.advanceTimersByTimeAsync(2 * CLIENT_RECHECK_MS);
    expect(setup.state.get().status).toBe("loading");
    expect(noClient).not.toHaveBeenCalled();
    answer([A]);
    await vi.advanceTimersByTimeAsync(0);
    expect(setup.state.get()).toMatchObject({ selected: A, status: "ready" });
  });

  it("continues after an empty list while a client id is stored", async () => {
    const { later, noClient, loadClients, state } = open([[], [], [A]], "a");
    await later(CLIENT_RECHECK_MS);
    expect(noClient).not.toHaveBeenCalled();
    await later(CLIENT_RETRY_MS);
    expect(loadClients).toHaveBeenCalledTimes(3);
    expect(state().selected).toEqual(A);
  });

  it("keeps the clients when a later load fails", async () => {
    expectConsoleError(/Erro ao carregar os dados/);
    const { setup, later, state } = open([[A], DOWN]);
    await later(0);
    void setup.reload();
    await later(0);
    expect(state()).toMatchObject({ selected: A, status: "ready" });
  });

  it("stops with the session", async () => {
    expectConsoleError(/Erro ao carregar os dados/);
    const { setup, later, loadClients } = open([DOWN]);
    await later(0);
    setup.stop();
    await later(10 * CLIENT_RETRY_MS);
    expect(loadClients).toHaveBeenCalledOnce();
  });
});

describe("selecting another client", () => {
  it("stores its id, and removes all data of the previous client before the next one is published", async () => {
    const { setup, later, queryClient, storage } = open([[A, B]]);
    await later(0);
    queryClient.setQueryData(["a", "farms"], "of a");
    queryClient.setQueryData(["session", "sensor-types"], "of all");
    const left = vi.fn();
    setup.state.subscribe(() => left(queryClient.getQueryData(["a", "farms"])));
    setup.select("b");
    expect(left.mock.calls).toEqual([[undefined]]);
    expect(setup.state.get().selected).toEqual(B);
    expect(storage.read(CLIENT_ID_KEY)).toBe("b");
    expect(queryClient.getQueryData(["session", "sensor-types"])).toBe("of all");
  });

  it("discards a late answer for the previous client", async () => {
    const { setup, later, queryClient } = open([[A, B]]);
    await later(0);
    let answer: (data: string) => void = () => {};
    const observer = new QueryObserver(queryClient, {
      queryKey: ["a", "farms"],
      queryFn: () => new Promise<string>((resolve) => (answer = resolve)),
    });
    onTestFinished(observer.subscribe(() => {}));
    setup.select("b");
    answer("late, of a");
    await later(0);
    expect(queryClient.getQueryData(["a", "farms"])).toBeUndefined();
  });

  it("ignores an id that is not in the list", async () => {
    const { setup, later, state, storage } = open([[A, B]]);
    await later(0);
    setup.select("x");
    expect(state().selected).toEqual(A);
    expect(storage.read(CLIENT_ID_KEY)).toBe("a");
  });
});

it("pull-to-refresh loads the list again after 1 s", async () => {
  const { setup, later, loadClients } = open([[A], [A, B]]);
  await later(0);
  const refreshed = setup.refresh();
  await later(PULL_TO_REFRESH_MS - 1);
  expect(loadClients).toHaveBeenCalledOnce();
  await later(1);
  await refreshed;
  expect(setup.state.get().clients).toEqual([A, B]);
});

it("clearing empties the stored id, the client and the list", async () => {
  const { setup, later, state, storage, queryClient } = open([[A]]);
  await later(0);
  queryClient.setQueryData(["a", "farms"], "of a");
  setup.clear();
  expect(storage.read(CLIENT_ID_KEY)).toBe("");
  expect(state()).toMatchObject({ clients: [], selected: undefined });
  expect(queryClient.getQueryCache().getAll()).toEqual([]);
});

it("retries in a hidden tab as well (readings, 8a)", async () => {
  expectConsoleError(/Erro ao carregar os dados/);
  focusManager.setFocused(false);
  onTestFinished(() => focusManager.setFocused(undefined));
  const { later, state } = open([DOWN, [A]]);
  await later(0);
  expect(state().status).toBe("error");
  await later(CLIENT_RETRY_MS);
  expect(state().status).toBe("ready");
});

it("rechecks in a hidden tab as well (readings, 8a)", async () => {
  vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
  vi.spyOn(document, "hidden", "get").mockReturnValue(true);
  onTestFinished(() => void vi.restoreAllMocks());
  const { later, noClient } = open([[]]);
  await later(CLIENT_RECHECK_MS - 1);
  expect(noClient).not.toHaveBeenCalled();
  await later(1);
  expect(noClient).toHaveBeenCalledOnce();
});
