import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { connectCredentials } from "../../../api/credentials.ts";
import { queryClient } from "../../../api/query-client.ts";
import { type ApiServer, sendFaults, sendProblem, startApiServer } from "../../../testing/api-server.ts";
import { installDialog } from "../../../testing/dialog.ts";
import { NowProvider } from "../../../ui/now.tsx";
import { soilView } from "../farms/soil-view.tsx";
import type { AnyScreenConfig } from "./data/screen-config.ts";
import { drawnVersions } from "./drawn-versions.tsx";
import { RecordScreen } from "./record-screen.tsx";

vi.mock("../../../core/clients/use-clients.ts", () => ({
  useSelectedClient: () => ({ _id: "c1", id: "1", name: "Santa Clara", typeChart: 1 }),
}));

const soil = (change: object = {}) => ({
  _id: "s1",
  clientId: "c1",
  createdAt: "2026-01-01T00:00:00.000Z",
  updatedAt: "2026-01-01T00:00:00.000Z",
  active: true,
  name: "Latossolo",
  texture: "argilosa",
  layers: [{ depthCm: 40, fcPct: 30, wpPct: 16 }],
  ...change,
});
const rights = (edit: boolean) => ({
  _id: "u1",
  name: "Ana",
  userName: "ana",
  groupName: "Gestor",
  permissions: [{ screen: "farms", view: true, create: edit, edit, remove: edit }],
});

beforeAll(installDialog);
beforeEach(() => {
  sessionStorage.clear();
  connectCredentials({ token: () => "a.b.c", missing() {}, refused() {} });
  vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      observe() {}
      disconnect() {}
    },
  );
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

async function open(
  path: string,
  given: { edit?: boolean; answers?: ApiServer["answers"]; view?: AnyScreenConfig } = {},
) {
  const api = await startApiServer({
    "GET /User/Me": () => rights(given.edit ?? true),
    "GET /Soil/GetByClientID": () => [soil()],
    "GET /PivotSector/GetByClientID": () => [],
    ...given.answers,
  });
  const router = createMemoryRouter(
    [
      { path: "/setup/farms", element: <RecordScreen view={given.view ?? soilView} /> },
      { path: "/elsewhere", element: <p>Outra tela</p> },
      { path: "/login", element: <p>Entrar</p> },
    ],
    { initialEntries: [path] },
  );
  render(
    <QueryClientProvider client={queryClient}>
      <NowProvider clock={() => Date.parse("2026-02-01T12:00:00Z")}>
        <RouterProvider router={router} />
      </NowProvider>
    </QueryClientProvider>,
  );
  return { api, router, user: userEvent.setup() };
}
const field = (name: RegExp) => screen.findByRole<HTMLInputElement>("textbox", { name });
const save = () => screen.findByRole("button", { name: "Salvar" });

it("sends only the changed fields, with the version that the user saw", async () => {
  let stored = soil();
  const { api, user } = await open("/setup/farms?registro=s1", {
    answers: {
      "GET /Soil/GetByClientID": () => [stored],
      "POST /Soil/Update": () => {
        stored = soil({ name: "Neossolo", updatedAt: "2026-01-02T00:00:00.000Z" });
        return { matchedCount: 1 };
      },
    },
  });
  await save();
  await user.clear(await field(/^Nome/));
  await user.type(await field(/^Nome/), "Neossolo");
  await user.click(await save());
  await waitFor(() => expect(api.count("POST /Soil/Update")).toBe(1));
  expect(api.requests.find(({ url }) => url === "/Soil/Update")?.body).toEqual({
    _id: "s1",
    name: "Neossolo",
    updatedAt: "2026-01-01T00:00:00.000Z",
  });
  expect(await screen.findByRole("heading", { name: "Neossolo" })).toBeTruthy();
});

it("keeps input typed during a save, as a change of the saved version", async () => {
  const answer = Promise.withResolvers<void>();
  let stored = soil();
  const { api, user } = await open("/setup/farms?registro=s1", {
    answers: {
      "GET /Soil/GetByClientID": () => [stored],
      "POST /Soil/Update": async ({ body }) => {
        await answer.promise;
        stored = soil({
          ...(body as object),
          updatedAt: `2026-01-0${api.count("POST /Soil/Update") + 1}T00:00:00.000Z`,
        });
        return { matchedCount: 1 };
      },
    },
  });
  await user.type(await field(/^Nome/), " roxo");
  await user.click(await save());
  await user.type(await field(/^Textura/), "!");
  answer.resolve();
  expect(await screen.findByRole("heading", { name: "Latossolo roxo" })).toBeTruthy();
  expect((await field(/^Textura/)).value).toBe("argilosa!");
  await user.click(await save());
  await waitFor(() => expect(stored.texture).toBe("argilosa!"));
  expect(api.requests.filter(({ url }) => url === "/Soil/Update").at(-1)?.body).toEqual({
    _id: "s1",
    texture: "argilosa!",
    updatedAt: "2026-01-02T00:00:00.000Z",
  });
});

it("shows errors of the schema and the rules at their fields, in Portuguese, and sends nothing", async () => {
  const { api, user } = await open("/setup/farms?novo");
  await user.click(await save());
  const name = await field(/^Nome/);
  expect(name.getAttribute("aria-invalid")).toBe("true");
  expect(document.activeElement).toBe(name);
  expect(screen.getByText("Campo obrigatório.")).toBeTruthy();
  await user.type(name, "Solo");
  await user.clear(await field(/^PMP/));
  await user.type(await field(/^PMP/), "45");
  await user.click(await save());
  expect(await screen.findByText("O ponto de murcha deve ser menor que a capacidade de campo.")).toBeTruthy();
  expect(api.count("POST /Soil/Insert")).toBe(0);
});

it("asks about an unusual value once, and stores it when it is confirmed", async () => {
  const unusual: AnyScreenConfig["unusual"] = ({ texture }) =>
    texture === "arenosa" ? [{ field: "texture", id: "unusual", minimum: 1, maximum: 2, value: texture }] : [];
  const { api, user } = await open("/setup/farms?registro=s1", {
    view: { ...soilView, unusual },
    answers: {
      "POST /Soil/Update": () => ({ matchedCount: 1 }),
      "GET /Soil/GetByID": () => soil({ texture: "arenosa" }),
    },
  });
  await save();
  await user.clear(await field(/^Textura/));
  await user.type(await field(/^Textura/), "arenosa{Enter}");
  expect(await screen.findByText("É isto mesmo? O usual vai de 1 a 2.")).toBeTruthy();
  // The question has the focus, so that a second Enter saves nothing unread.
  await waitFor(() => expect(document.activeElement?.textContent).toMatch(/se for isto mesmo, salve de novo/));
  await user.keyboard("{Enter}");
  expect(screen.getByText(/se for isto mesmo, salve de novo/)).toBeTruthy();
  expect(api.count("POST /Soil/Update")).toBe(0);
  await user.click(await save());
  await waitFor(() => expect(api.count("POST /Soil/Update")).toBe(1));
});

it("asks about a change with wide effects in its own words, and opens the history from the top", async () => {
  const { api, user } = await open("/setup/farms?registro=s1", {
    view: {
      ...soilView,
      unusual: ({ texture }, _lists, record) =>
        record && record.texture !== texture ? [{ field: "texture", id: "crop-under-way", days: 70 }] : [],
    },
    answers: { "GET /Audit/GetByRecordID": () => ({ items: [], next: null }) },
  });
  await save();
  await user.clear(await field(/^Textura/));
  await user.type(await field(/^Textura/), "arenosa");
  await user.click(await save());
  expect(await screen.findByText(/A safra está no dia 70 após o plantio/)).toBeTruthy();
  expect(screen.getByText(/Esta mudança refaz o que já foi calculado/)).toBeTruthy();
  expect(api.count("POST /Soil/Update")).toBe(0);
  await user.click(screen.getByRole("button", { name: "Histórico" }));
  expect(document.activeElement?.tagName).toBe("SUMMARY");
  expect(document.querySelector("details")?.open).toBe(true);
});

it("shows a refusal of the API at the field that it names", async () => {
  const { user } = await open("/setup/farms?registro=s1", {
    answers: {
      "POST /Soil/Update": (_request, response) =>
        sendFaults(response, { field: "texture", id: "x", message: "Textura desconhecida." }),
    },
  });
  await save();
  await user.type(await field(/^Textura/), "!");
  await user.click(await save());
  expect(await screen.findByText("Textura desconhecida.")).toBeTruthy();
  expect((await field(/^Textura/)).getAttribute("aria-invalid")).toBe("true");
});

it("keeps a draft across a reload, and asks before the user leaves a changed form", async () => {
  const { user, router } = await open("/setup/farms?registro=s1");
  await save();
  await user.type(await field(/^Nome/), " roxo");
  void router.navigate("/elsewhere");
  const dialog = await screen.findByRole("alertdialog", { name: "Sair sem salvar?" });
  expect(router.state.location.pathname).toBe("/setup/farms");
  await user.click(within(dialog).getByText("Guardar rascunho"));
  await screen.findByText("Outra tela");
  cleanup();
  queryClient.clear();
  const again = await open("/setup/farms?registro=s1");
  expect((await field(/^Nome/)).value).toBe("Latossolo roxo");
  await again.user.click(await screen.findByRole("button", { name: "Descartar rascunho" }));
  await waitFor(async () => expect((await field(/^Nome/)).value).toBe("Latossolo"));
});

it("does not block the way to the login when the session ends, and keeps the draft", async () => {
  const { user, router } = await open("/setup/farms?registro=s1");
  await save();
  await user.type(await field(/^Nome/), " roxo");
  void router.navigate("/login", { replace: true });
  await screen.findByText("Entrar");
  cleanup();
  queryClient.clear();
  await open("/setup/farms?registro=s1");
  expect((await field(/^Nome/)).value).toBe("Latossolo roxo");
});

it("shows both versions when another user saved first, and saves the chosen fields", async () => {
  const current = soil({ texture: "arenosa", name: "Do outro", updatedAt: "2026-01-03T00:00:00.000Z" });
  let tries = 0;
  const { api, user } = await open("/setup/farms?registro=s1", {
    answers: {
      "POST /Soil/Update": (_request, response) => {
        if (++tries > 1) return { matchedCount: 1 };
        response.writeHead(409, { "content-type": "application/problem+json" });
        response.end(JSON.stringify({ title: "Alterado", status: 409, id: "conflict", current }));
      },
      "GET /Audit/GetByRecordID": () => ({ items: [], next: null }),
    },
  });
  await save();
  await user.clear(await field(/^Nome/));
  await user.type(await field(/^Nome/), "Meu");
  await user.click(await save());
  const version = (words: string) => screen.findByLabelText<HTMLInputElement>(words);
  expect((await version("Sua versão: Meu")).checked).toBe(true);
  expect((await version("Versão atual: Do outro")).checked).toBe(false);
  await user.click(screen.getByText("Salvar escolhas"));
  await waitFor(() => expect(tries).toBe(2));
  expect(api.requests.filter(({ url }) => url === "/Soil/Update").at(-1)?.body).toEqual({
    _id: "s1",
    name: "Meu",
    updatedAt: "2026-01-03T00:00:00.000Z",
  });
});

it("says who saved the other version and when, and draws both outlines", async () => {
  const updatedAt = "2026-01-03T12:00:00.000Z";
  const entry = { ...{ _id: "a1", date: updatedAt, userId: "u2", userName: "bruno" }, entity: "Soil", recordId: "s1" };
  const { user } = await open("/setup/farms?registro=s1", {
    answers: {
      "POST /Soil/Update": (_request, response) =>
        sendProblem(response, 409, "conflict", undefined, soil({ name: "Do outro", updatedAt })),
      "GET /Audit/GetByRecordID": () => ({ items: [{ ...entry, action: "update", changes: [] }], next: null }),
    },
  });
  await user.type(await field(/^Nome/), " roxo");
  await user.click(await save());
  expect(await screen.findByText(/^bruno salvou em 03\/01\/2026 09:00, depois que você abriu/)).toBeDefined();
  const square = (side: number) => ({
    type: "Polygon",
    coordinates: [
      [
        [-45, -12],
        [-45 + side, -12],
        [-45 + side, -12 + side],
        [-45, -12 + side],
        [-45, -12],
      ],
    ],
  });
  const drawn = drawnVersions(square(0.01), square(0.02));
  const { container } = render(
    <>
      {drawn?.mine}
      {drawn?.current}
    </>,
  );
  expect(container.textContent).toMatch(/^4 pontos, 12\d,\d ha4 pontos, 4\d\d,\d ha$/);
  expect(container.querySelectorAll("svg path")).toHaveLength(4);
  expect(drawnVersions([{ name: "Estrada", kind: "road", points: square(1).coordinates[0] }], null)).not.toBeNull();
  expect(drawnVersions("a", ["b"])).toBeNull();
});

it("offers only actions that the rights allow", async () => {
  await open("/setup/farms?registro=s1", { edit: false });
  await screen.findByText(/pode ver, mas não alterar/);
  for (const name of ["Salvar", "Excluir", "Adicionar camada"])
    expect(screen.queryByRole("button", { name })).toBeNull();
  expect(screen.queryByRole("link", { name: "Novo solo" })).toBeNull();
});

it("asks for confirmation with the record's name before it deletes", async () => {
  let stored = [soil()];
  const { api, user } = await open("/setup/farms?registro=s1", {
    answers: {
      "GET /Soil/GetByClientID": () => stored,
      "DELETE /Soil/Delete": () => {
        stored = [];
        return { deletedCount: 1 };
      },
      "POST /Soil/Insert": () => soil({ _id: "s2" }),
    },
  });
  await user.click(await screen.findByRole("button", { name: "Excluir" }));
  const dialog = (await screen.findByText("Excluir o solo?")).closest("dialog") as HTMLElement;
  expect(within(dialog).getByText(/“Latossolo” será excluído/)).toBeTruthy();
  await user.click(within(dialog).getByText("Excluir"));
  await screen.findByText("Nenhum solo cadastrado");
  expect(api.count("DELETE /Soil/Delete")).toBe(1);
});

it("continues where it ended when a record that belongs to a new one was not stored", async () => {
  const stored: object[] = [soil()];
  const sector = (name: string) => ({
    name,
    entity: "pivotSector" as const,
    fields: () => ({ pivotId: "p1", soilId: "s1", name, angleStart: 0, angleEnd: 180 }),
  });
  const names: string[] = [];
  let refuse = true;
  const { api, user } = await open("/setup/farms?novo=s1", {
    view: { ...soilView, related: () => [sector("A"), sector("B")] },
    answers: {
      "GET /Soil/GetByClientID": () => stored,
      "POST /Soil/Insert": ({ body }) => {
        const added = soil({ ...(body as object), _id: "s2" });
        stored.push(added);
        return added;
      },
      "POST /PivotSector/Insert": ({ body }, response) => {
        const sent = body as { name: string };
        if (sent.name === "B" && refuse) {
          response.writeHead(503).end("{}");
          return undefined;
        }
        names.push(sent.name);
        return soil({ ...sent, _id: sent.name });
      },
    },
  });
  const name = (await field(/^Nome/)).value;
  await user.click(await save());
  await waitFor(() => expect(api.count("POST /PivotSector/Insert")).toBe(2));
  await waitFor(async () => expect((await save()).getAttribute("aria-busy")).not.toBe("true"));
  expect((await field(/^Nome/)).value).toBe(name);
  refuse = false;
  await user.click(await save());
  await waitFor(() => expect(names).toEqual(["A", "B"]));
  expect(api.count("POST /Soil/Insert")).toBe(1);
  const keys = api.requests
    .filter(({ url }) => url === "/PivotSector/Insert")
    .map(({ headers }) => headers["idempotency-key"]);
  expect(keys[1]).toBe(keys[2]);
});
