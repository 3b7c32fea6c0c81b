import { HOUR_MS } from "@lamina/shared/core/time";
import { cleanup, render, screen } from "@testing-library/react";
import { IDBFactory } from "fake-indexeddb";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { WebSocket } from "ws";
import { isLongFor } from "../../../scripts/testing/long.ts";
import { type RouteAnswer, sendProblem, startApiServer } from "../testing/api-server.ts";
import { expectConsoleError } from "../testing/setup.ts";
import { tokenFor } from "../testing/token.ts";

const reload = vi.hoisted(() => vi.fn());
const links = vi.hoisted(() => ({ open: (_path: string): void => {} }));
vi.mock("../platform/lifecycle.ts", async (original) => ({
  ...(await original<typeof import("../platform/lifecycle.ts")>()),
  onLinkOpened(listener: (path: string) => void) {
    links.open = listener;
    return () => {};
  },
}));
// Its calls would fail without an API.
vi.mock("./field-data.ts", () => ({ fetchFieldData: () => () => {}, reportStoredData: () => () => {} }));
vi.mock("../platform/page.ts", () => ({ page: { reload } }));

/** Each address in a page of its own; every run has a few, and the others in one page. */
const isEach = isLongFor("client/src/app/");
const some = <Row,>(rows: readonly Row[]) => (isEach ? rows : rows.slice(0, 2));

/** A failure of a browser's WebSocket does not throw. */
class BrowserWebSocket extends WebSocket {
  constructor(url: string) {
    super(url);
    this.on("error", () => {});
  }
}

const token = (life = HOUR_MS, name = "ana") => tokenFor(life, Date.now(), name);
const client = (typeChart: unknown, id = `type-${typeChart}`) => ({ _id: id, id, name: id, typeChart });

/** The board of a client without farms. */
const NO_SECTORS = {
  at: "2026-05-14T10:30:00.000Z",
  decidedAt: null,
  farms: [],
  pivots: [],
  soils: [],
  crops: [],
  machines: [],
  sectors: [],
  yesterday: [],
  plans: [],
  detections: [],
};

const NO_SOURCES = { farms: [], stations: [], monitors: [], rainMinFracEto: 0.2, sensorMarginPct: 2 };

/** Serves as either of the two reports. */
const EMPTY_REPORT = {
  generatedAt: "2026-05-14T10:30:00.000Z",
  from: "2026-04-15",
  to: "2026-05-14",
  sectors: [],
  year: 2026,
  rows: [],
  permits: [],
};

const NOTHING_ON_THE_MAP = {
  at: "2026-05-14T10:30:00.000Z",
  farms: [],
  pivots: [],
  machines: [],
  sectors: [],
  devices: [],
  rain7d: [],
  plans: [],
};

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  reload.mockReset();
  vi.stubGlobal("indexedDB", new IDBFactory());
  vi.stubGlobal("WebSocket", BrowserWebSocket);
  vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
  vi.stubGlobal("scrollTo", () => {});
  vi.stubGlobal(
    "ResizeObserver",
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
});
afterEach(() => vi.unstubAllGlobals());

/** Records every address shown from now on. */
function addressesOf(router: ReturnType<typeof createMemoryRouter>): readonly string[] {
  const shown: string[] = [];
  onTestFinished(router.subscribe(({ location }) => shown.push(location.pathname)));
  return shown;
}

/** Opens the whole product at an address, as a newly loaded page with its own BFF. */
async function open(
  path: string,
  given: { token?: string; clients?: unknown[]; answers?: Record<string, RouteAnswer> } = {},
) {
  if (given.token) localStorage.setItem("token", given.token);
  const api = await startApiServer({
    "POST /Authentication/RenewToken": () => ({ token: token(8 * HOUR_MS) }),
    "GET /Client/GetAll": () => given.clients ?? [client(1)],
    "GET /config.json": () => ({ name: "Lâmina", version: "test", demo: false, mapTiles: null }),
    "GET /Menu/GetByClientID": () => [],
    "GET /Menu/GetAll": () => [],
    "GET /User/Me": () => ({ _id: "u1", name: "Ana", userName: "ana", groupName: "Gestor", permissions: [] }),
    "GET /Irrigameter/GetByClientID": () => NO_SECTORS,
    "GET /Map/GetByClientID": () => NOTHING_ON_THE_MAP,
    "GET /Notification/GetByClientID": () => ({ items: [], next: null }),
    "GET /Source/GetByClientID": () => NO_SOURCES,
    "GET /Report/IrrigationManager": () => EMPTY_REPORT,
    "GET /Report/WaterConsumption": () => EMPTY_REPORT,
    "GET /SensorType/GetAll": () => [],
    "GET /SensorType/GetTypeByID": () => [],
    ...given.answers,
  });
  vi.resetModules();
  const { joinParts } = await import("./start-page.ts");
  const { routes } = await import("./routes.tsx");
  const router = createMemoryRouter(routes, { initialEntries: [path] });
  const leave = joinParts(router);
  render(<RouterProvider router={router} />);
  onTestFinished(() => {
    cleanup();
    leave();
    router.dispose();
  });
  const at = () => router.state.location.pathname;
  const arrives = (wanted: string) =>
    vi.waitFor(() => {
      expect(at()).toBe(wanted);
      expect(router.state.navigation.state).toBe("idle");
      expect(router.state.initialized).toBe(true);
    });
  /** Moves there from a page that no address redirects to. */
  async function follow(path: string, shown: string): Promise<void> {
    await router.navigate("/policy");
    await arrives("/policy");
    await router.navigate(path);
    await arrives(shown);
  }
  return { api, router, at, arrives, follow };
}

it("shows the page of a link that the phone opens with the app", async () => {
  const { arrives, router } = await open("/policy", { token: token() });
  await arrives("/policy");
  links.open("/maps?farm=f1");
  await arrives("/maps");
  expect(router.state.location.search).toBe("?farm=f1");
});

describe("a visitor who is not logged in", () => {
  const PROTECTED = [
    "/irrigameter",
    "/irrigameter/sensor",
    "/forecast",
    "/charts",
    "/report",
    "/setup/user",
    "/maps",
    "/logout",
  ];
  it("who moves to a protected address sees the login", async () => {
    const { follow, api } = await open("/policy");
    for (const path of PROTECTED) await follow(path, "/login");
    expect(api.requests.filter((request) => request.url !== "/config.json")).toEqual([]);
  });

  it.each(some(PROTECTED))("who opens %s sees the login", async (path) => {
    const { arrives, api } = await open(path);
    await arrives("/login");
    expect(api.requests.filter((request) => request.url !== "/config.json")).toEqual([]);
  });

  it.each([
    ["/", "/login"],
    ["/home", "/login"],
    ["/login", "/login"],
    ["/policy", "/policy"],
  ])("who opens %s sees %s", async (path, shown) => {
    const { arrives } = await open(path);
    await arrives(shown);
  });

  it("is redirected to the login when the token has expired", async () => {
    const { arrives } = await open("/maps", { token: token(-HOUR_MS) });
    await arrives("/login");
    expect(localStorage.getItem("token")).toBeNull();
  });
});

describe("a user who is logged in", () => {
  const ADDRESSES = [
    ["/home", "/irrigameter/calculated-pivot"],
    ["/irrigameter", "/irrigameter/calculated-pivot"],
    ["/irrigameter/unknown", "/irrigameter/calculated-pivot"],
    ["/irrigameter/sensor-pivot/deeper", "/irrigameter/calculated-pivot"],
    ["/irrigameter/pivo", "/irrigameter/calculated-pivot"],
    ["/irrigameter/pivo/p1", "/irrigameter/pivo/p1"],
    ["/forecast", "/forecast/forecastweekly"],
    ["/forecast/unknown", "/forecast/forecastweekly"],
    ["/charts", "/charts/pluviometry"],
    ["/charts/soilmoisture", "/charts/soilmoisture"],
    ["/report", "/report/irrigationmanager"],
    ["/report/waterconsuption", "/report/waterconsuption"],
    ["/setup", "/setup/farms"],
    ["/setup/usersgroup", "/setup/usersgroup"],
    ["/maps", "/maps"],
    ["/nowhere/at-all", "/nowhere/at-all"],
  ] as const;
  it("who moves to an address sees its page, without a renewal", async () => {
    const { follow, api } = await open("/policy", { token: token() });
    for (const [path, shown] of ADDRESSES) await follow(path, shown);
    expect(api.count("POST /Authentication/RenewToken")).toBe(0);
  });

  it.each(some(ADDRESSES))("who opens %s sees %s, without a renewal", async (path, shown) => {
    const { arrives, api } = await open(path, { token: token() });
    await arrives(shown);
    expect(api.count("POST /Authentication/RenewToken")).toBe(0);
  });

  it.each(["/", "/login"])("who opens %s has the token renewed and goes home", async (path) => {
    const before = token();
    const { arrives, api } = await open(path, { token: before });
    await arrives("/irrigameter/calculated-pivot");
    expect(api.count("POST /Authentication/RenewToken")).toBe(1);
    expect(localStorage.getItem("token")).not.toBe(before);
  });

  it("is logged out when the renewal at entry fails", async () => {
    const { arrives } = await open("/", {
      token: token(),
      answers: {
        "POST /Authentication/RenewToken": (_request, response) => sendProblem(response, 502, "upstream-unreachable"),
      },
    });
    await arrives("/login");
    expect(localStorage.getItem("token")).toBeNull();
  });

  it("leaves by /logout, and keeps the selected client", async () => {
    const { arrives, router } = await open("/maps", { token: token() });
    await arrives("/maps");
    await vi.waitFor(() => expect(localStorage.getItem("clientId")).toBe("type-1"));
    void router.navigate("/logout");
    await arrives("/login");
    expect(localStorage.getItem("token")).toBeNull();
    expect(localStorage.getItem("clientId")).toBe("type-1");
  });

  it("goes to the login when the API refuses the token", async () => {
    const { arrives, router } = await open("/maps", {
      token: token(),
      answers: { "GET /Client/GetAll": (_request, response) => sendProblem(response, 401, "token-rejected") },
    });
    const shown = addressesOf(router);
    await arrives("/login");
    expect(shown).toContain("/logout");
    expect(localStorage.getItem("token")).toBeNull();
  });

  it("goes to the login over /logout at the next call after the token was removed", async () => {
    expectConsoleError(/Erro ao carregar os dados ApiError: Token not found/);
    const { arrives, router, api } = await open("/maps", { token: token() });
    await arrives("/maps");
    // The page has sent all of its own requests.
    await vi.waitUntil(() =>
      ["/Menu/GetByClientID", "/Menu/GetAll", "/Map/GetByClientID", "/SensorType/GetAll"].every(
        (path) => api.count(`GET ${path}`) === 1,
      ),
    );
    const shown = addressesOf(router);
    localStorage.removeItem("token");
    const { clientSetup } = await import("../core/clients/current-clients.ts");
    await clientSetup.reload();
    await arrives("/login");
    expect(shown).toContain("/logout");
  });
});

describe("the specification's lists", () => {
  it("asks /Menu/GetAll for the menu of a client that has none", async () => {
    const { arrives, api } = await open("/maps", {
      token: token(),
      answers: { "GET /Menu/GetAll": () => [{ _id: "m", title: "Meu mapa", path: "/maps", icon: "map", order: 1 }] },
    });
    await arrives("/maps");
    await vi.waitFor(() => expect(screen.getAllByText("Meu mapa").length).toBeGreaterThan(0));
    expect(api.count("GET /Menu/GetAll")).toBe(1);
  });

  it("loads all sensor types at the start on every page, and only logs a failure", async () => {
    expectConsoleError(/Erro ao carregar os dados:/);
    const { arrives, api } = await open("/maps", {
      token: token(),
      answers: { "GET /SensorType/GetAll": (_request, response) => sendProblem(response, 500, "internal") },
    });
    await arrives("/maps");
    await vi.waitFor(() => expect(api.count("GET /SensorType/GetAll")).toBe(1));
    const { queryClient } = await import("../api/query-client.ts");
    const failed = () => queryClient.getQueryCache().findAll({ predicate: ({ state }) => state.status === "error" });
    await vi.waitFor(() => expect(failed().map(({ queryKey }) => queryKey.at(-1))).toEqual(["sensor-types"]));
    expect(screen.queryByRole("alert")).toBeNull();
  });
});

it("the end of a session leaves no data on the device except the selected client and unsent records", async () => {
  const { arrives, router } = await open("/maps", { token: token() });
  await arrives("/maps");
  const { database } = await import("../platform/store/database.ts");
  const { snapshotWritten } = await import("../api/snapshot.ts");
  await vi.waitFor(async () => {
    expect(await snapshotWritten()).toBe(true);
    expect(await database.get("snapshot")).toBeTruthy();
  });
  await database.set("outbox:ana", [{ key: "unsent" }]);
  await database.set("outbox-key", { userName: "ana", key: "of ana" });
  void router.navigate("/logout");
  await arrives("/login");
  await vi.waitFor(async () => {
    for (const key of ["snapshot", "snapshot-owner", "notifications", "outbox-key"])
      expect(await database.get(key)).toBeUndefined();
  });
  expect(await database.get("outbox:ana")).toEqual([{ key: "unsent" }]);
  expect(localStorage.getItem("clientId")).toBe("type-1");
});

describe("the irrigameter of a client", () => {
  it.each([
    [2, "calculated-pivot", "calculated"],
    [2, "sensor-pivot", "sensor"],
    [2, "sensor", "sensor"],
    [1, "calculated", "calculated-pivot"],
    [1, "sensor", "sensor-pivot"],
    [1, "sensor-pivot", "sensor-pivot"],
    ["1", "sensor", "sensor-pivot"],
    [undefined, "sensor-pivot", "sensor"],
  ])("with typeChart %j leads from %s to %s", async (typeChart, child, shown) => {
    const { arrives } = await open(`/irrigameter/${child}`, { token: token(), clients: [client(typeChart)] });
    await arrives(`/irrigameter/${shown}`);
  });

  it("follows a change of the client in both directions", async () => {
    const { arrives } = await open("/irrigameter/sensor", { token: token(), clients: [client(1), client(2)] });
    await arrives("/irrigameter/sensor-pivot");
    const { clientSetup } = await import("../core/clients/current-clients.ts");
    clientSetup.select("type-2");
    await arrives("/irrigameter/sensor");
    clientSetup.select("type-1");
    await arrives("/irrigameter/sensor-pivot");
  });
});

describe("a link that names a client", () => {
  it.each([
    ["type-2", "type-2", "/irrigameter/calculated"],
    ["type-1", "type-1", "/irrigameter/calculated-pivot"],
    ["of-others", "type-1", "/irrigameter/calculated-pivot"],
  ])("with client %s opens its place for %s", async (linked, selected, path) => {
    localStorage.setItem("clientId", "type-1");
    const clients = [client(1), client(2)];
    const link = `/irrigameter/calculated-pivot?cliente=${linked}&pivo=p1`;
    const { arrives, api, router } = await open(link, { token: token(), clients });
    await arrives(path);
    await vi.waitFor(() => expect(router.state.location.search).toBe("?pivo=p1"));
    expect(localStorage.getItem("clientId")).toBe(selected);
    await vi.waitFor(() => expect(api.count("GET /Irrigameter/GetByClientID")).toBeGreaterThan(0));
    const asked = api.requests.filter(({ url }) => url.startsWith("/Irrigameter/"));
    expect(asked.every(({ url }) => url.includes(`ID=${selected}`))).toBe(true);
  });
});

describe("navigating to the URL already shown", () => {
  it.each(["/charts/pluviometry", "/charts"])("reloads the page: %s", async (target) => {
    const { arrives, router } = await open("/charts/pluviometry", { token: token() });
    await arrives("/charts/pluviometry");
    expect(reload).not.toHaveBeenCalled();
    await router.navigate(target);
    expect(reload).toHaveBeenCalledOnce();
  });

  it("reloads also when the address redirects to the client's own child", async () => {
    const { arrives, router } = await open("/irrigameter/calculated-pivot", { token: token() });
    await arrives("/irrigameter/calculated-pivot");
    await vi.waitFor(() => expect(localStorage.getItem("clientId")).toBe("type-1"));
    await router.navigate("/irrigameter");
    expect(reload).toHaveBeenCalledOnce();
  });

  it("does not reload for another URL, nor when the browser goes back", async () => {
    const { arrives, router } = await open("/charts/pluviometry", { token: token() });
    await arrives("/charts/pluviometry");
    await router.navigate("/charts/pluviometry?from=2026-01-01");
    await router.navigate("/maps");
    await router.navigate(-1);
    await arrives("/charts/pluviometry");
    expect(reload).not.toHaveBeenCalled();
  });
});
