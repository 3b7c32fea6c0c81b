import "fake-indexeddb/auto";
import { expect, it, vi } from "vitest";
import type { SessionState } from "../core/session/session-state.ts";
import { createStore } from "../core/store.ts";
import { eraseShared } from "../platform/share-file.ts";
import { database } from "../platform/store/database.ts";
import { eraseAfterSession } from "./erase-after-session.ts";

// Mocked, because the phone is outside of our code.
vi.mock("../platform/share-file.ts", () => ({ eraseShared: vi.fn(async () => {}) }));

const LOGGED_IN = { user: { name: "ana" }, mustSetPassword: false } as unknown as SessionState;
const LOGGED_OUT = { user: null, mustSetPassword: false } as unknown as SessionState;
const OF_THE_SESSION = ["snapshot", "snapshot-owner", "notifications"];

it("loads nothing on a device that never had a session", async () => {
  vi.mocked(eraseShared).mockClear();
  const listed = vi.spyOn(indexedDB, "databases");
  const stop = eraseAfterSession({ state: createStore(LOGGED_OUT), token: () => null });
  await expect(listed.mock.results[0]?.value).resolves.toEqual([]);
  await import("./erase-device.ts");
  expect(eraseShared).not.toHaveBeenCalled();
  stop();
});

it.each([
  ["at the logout", LOGGED_IN],
  ["when the session ended while the page was closed", LOGGED_OUT],
])("the device holds no data of a session any more %s, but for records that were not sent", async (_name, before) => {
  vi.mocked(eraseShared).mockClear();
  for (const name of [...OF_THE_SESSION, "outbox"]) await database.set(name, "of ana");
  const state = createStore(before);
  const stop = eraseAfterSession({ state, token: () => null });
  if (before.user) {
    expect(await database.names()).toEqual(expect.arrayContaining(OF_THE_SESSION));
    state.set(LOGGED_OUT);
  }
  await vi.waitFor(async () => expect(await database.names()).toEqual(["outbox"]));
  await vi.waitFor(() => expect(eraseShared).toHaveBeenCalled());
  stop();
});
