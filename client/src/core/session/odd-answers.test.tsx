import { endpoints } from "@lamina/shared/calls/endpoints";
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { oddAnswers } from "../../../../scripts/testing/odd-answers.ts";
import { connectCredentials } from "../../api/credentials.ts";
import { call } from "../../api/http.ts";
import { memoryStorage } from "../../testing/storage.ts";
import { makeToken } from "../../testing/token.ts";
import { QueryView } from "../../ui/feedback/query-view.tsx";
import { NowProvider } from "../../ui/now.tsx";
import { createSession } from "./session.ts";
import { loginAlertText } from "./text.ts";

const token = makeToken({ exp: 4_000_000_000, name: "ana" });
const LIST = [{ _id: "m1", title: "Mapa", path: "/maps", order: 1 }];
const BODIES: Readonly<Record<string, unknown>> = {
  "200 json": LIST,
  "200 wrapped": { data: LIST },
  "200 null": null,
  // The browser follows it.
  "302 to itself": LIST,
  "299 json": LIST,
  "200 numbered": { 3: LIST[0] },
  "200 map": { maps: LIST[0] },
  "200 texts": ["/maps"],
  "200 token": { token },
  "200 empty token": { token: "" },
};

const dataOf = (order: number) => (order === 0 ? "the data, without the number" : "the data");

/** The answer of the BFF, by the second column. */
function answer(bff: string): Response {
  // The browser follows it, and another host does not allow its page to be read.
  if (bff === "302 to another host") throw new TypeError("Failed to fetch");
  const status = bff.startsWith("302") ? 200 : Number.parseInt(bff, 10);
  const isPage = bff.endsWith("html");
  const type = isPage ? "text/html" : "application/json";
  if (bff === "200 NaN") return new Response(JSON.stringify(LIST).replace('"order":1', '"order":NaN'));
  if (bff === "200 xml") return new Response("<menu/>", { headers: { "content-type": "application/xml" } });
  if (bff === "302 nowhere") return new Response("", { status: 302 });
  const body = isPage ? "<h1>Em manutenção</h1>" : bff in BODIES ? JSON.stringify(BODIES[bff]) : "";
  return new Response(status === 204 ? null : body, { status, headers: { "content-type": type } });
}

beforeEach(() => {
  connectCredentials({ token: () => token, missing: vi.fn(), refused: vi.fn() });
  vi.spyOn(console, "warn").mockReturnValue();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it.each(oddAnswers("A screen"))("a screen: $bff → $user", async ({ bff, user }) => {
  vi.stubGlobal("fetch", async () => answer(bff));
  const query = await call(endpoints.menuGetAll).then(
    (data) => ({ data, error: null }),
    (error: Error) => ({ data: undefined, error }),
  );
  const rest = { isFetching: false, dataUpdatedAt: 0, refetch: vi.fn() };
  render(
    <NowProvider clock={() => 0}>
      <QueryView query={{ ...query, ...rest }}>
        {([entry]) => (entry ? entry.title === "Mapa" && dataOf(entry.order) : "an empty list")}
      </QueryView>
    </NowProvider>,
  );
  expect(screen.getByText(user, { exact: false })).toBeDefined();
});

it.each(oddAnswers("The login"))("the login: $bff → $user", async ({ bff, user }) => {
  vi.stubGlobal("fetch", async () => answer(bff));
  const session = createSession({
    storage: memoryStorage(),
    tabStorage: memoryStorage(),
    now: Date.now,
    isOnline: () => true,
    withLock: (_name, task) => task(),
    reload: vi.fn(),
    opensOffline: () => false,
    requestLogin: async (body) => (await call(endpoints.login, { body })).token,
    requestRenewal: async () => token,
    requestLogout: vi.fn(),
    hasCodes: () => false,
  });
  const isIn = await session.login("ana", "irrigar");
  const { alert } = session.state.get();
  session.dispose();
  expect(isIn ? "the first screen" : alert && loginAlertText(alert)).toBe(user);
});
