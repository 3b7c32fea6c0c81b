import type { Notification } from "@lamina/shared/records/alert";
import { QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
import { cleanup, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router-dom";
import { afterEach, expect, test, vi } from "vitest";
import { connectCredentials } from "../../api/credentials.ts";
import { startApiServer } from "../../testing/api-server.ts";
import { NowProvider } from "../../ui/now.tsx";
import { AlertInbox, ClosedAlerts } from "./alert-inbox.tsx";

const NOW = Date.parse("2026-11-21T07:00:00Z");

vi.mock("../clients/use-clients.ts", () => ({ useSelectedClient: () => ({ _id: "c", timezone: "America/Cuiaba" }) }));

afterEach(cleanup);

function alert(given: Partial<Notification>): Notification {
  return {
    _id: "n",
    clientId: "c",
    createdAt: "2026-11-21T06:14:00Z",
    updatedAt: "2026-11-21T06:14:00Z",
    active: true,
    date: "2026-11-21T06:14:00Z",
    type: "pivot-stopped",
    severity: "warning",
    title: "Mensagem",
    message: "Pivô 03 parou em 214° (baixa pressão) às 02:14",
    readBy: [],
    ...given,
  };
}

function show(items: Notification[], given: { mayAct?: boolean; closed?: boolean } = {}) {
  const acts = { take: vi.fn(), resolve: vi.fn(), onOpen: vi.fn() };
  function Inbox() {
    const query = useQuery({ queryKey: ["c", "alerts"], queryFn: async () => ({ items, next: null }) });
    const alerts = {
      query,
      isUnread: ({ readBy }: Notification) => readBy.length === 0,
      isUnsent: () => false,
      waiting: 0,
      mayAct: given.mayAct ?? true,
      take: acts.take,
      resolve: acts.resolve,
      markRead: async () => {},
    };
    const List = given.closed ? ClosedAlerts : AlertInbox;
    return <List alerts={alerts as never} onOpen={acts.onOpen} />;
  }
  render(
    <NowProvider clock={() => NOW}>
      <QueryClientProvider client={new QueryClient()}>
        <MemoryRouter>
          <Inbox />
        </MemoryRouter>
      </QueryClientProvider>
    </NowProvider>,
  );
  return acts;
}

test("lists the most severe alert first, in any order of arrival", async () => {
  show([alert({ _id: "a", severity: "info", message: "Chuva de 12 mm" }), alert({ _id: "b", severity: "critical" })]);
  const articles = await screen.findAllByRole("article");
  expect(within(articles[0] as HTMLElement).getByText("Crítico")).toBeTruthy();
});

test("takes an alert, resolves it, and links to its place", async () => {
  const user = userEvent.setup();
  const acts = show([alert({ link: "/irrigameter/calculated-pivot?pivo=p3" })]);
  await user.click(await screen.findByRole("button", { name: /^Assumir:/ }));
  await user.type(screen.getByLabelText("O que foi feito?"), "Filtro limpo");
  await user.click(screen.getByRole("button", { name: "Resolver" }));
  expect(acts.take).toHaveBeenCalledOnce();
  expect(acts.resolve).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ _id: "n" }), "Filtro limpo");
  expect(screen.getByRole("link", { name: /^Abrir:/ }).getAttribute("href")).toBe(
    "/irrigameter/calculated-pivot?pivo=p3",
  );
});

test("does not offer to take an alert that another user has taken", async () => {
  show([alert({ takenBy: "u", takenByName: "Bruno Alves" })]);
  expect(await screen.findByText("Assumido por Bruno Alves")).toBeTruthy();
  expect(screen.queryByRole("button", { name: /^Assumir:/ })).toBeNull();
});

test("without the right to act shows no buttons; an external link is not shown", async () => {
  show([alert({ link: "https://example.com" })], { mayAct: false });
  await screen.findByRole("article");
  expect(screen.queryByRole("button", { name: /^Resolver:/ })).toBeNull();
  expect(screen.queryByRole("link")).toBeNull();
});

test("groups the alerts of one cause on a machine, with the time of its first event, and acts on all of them", async () => {
  const user = userEvent.setup();
  const stress = { type: "stress", pivotId: "p5", severity: "critical" } as const;
  const acts = show([
    alert({ ...stress, _id: "a", message: "Pivô 05 · Setor A", since: "2026-11-20T10:10:00Z" }),
    alert({ ...stress, _id: "b", message: "Pivô 05 · Setor B", since: "2026-11-19" }),
    alert({ ...stress, _id: "c", message: "Pivô 07", pivotId: "p7", since: "2026-11-20T10:10:00Z" }),
    alert({ ...stress, _id: "d", message: "Sem energia", type: "power" }),
  ]);
  const [first, second, ...others] = await screen.findAllByRole("article");
  expect(others).toHaveLength(1);
  expect(first?.textContent).toContain("2 alertasdesde 19/11Pivô 05 · Setor BPivô 05 · Setor A");
  // The event's own time in the farm's zone, not that of the message.
  expect(second?.textContent).toContain("desde 20/11 06:10");
  await user.click(within(first as HTMLElement).getByRole("button", { name: /^Assumir:/ }));
  expect(acts.take.mock.calls.map(([{ _id }]) => _id)).toEqual(["b", "a"]);
});

test("says when a filter matches nothing", async () => {
  const user = userEvent.setup();
  show([alert({ severity: "info" })]);
  await user.click(await screen.findByRole("radio", { name: "Crítico" }));
  expect(screen.getByText("Nenhum alerta aberto desta gravidade")).toBeTruthy();
});

test("says when there are no open alerts", async () => {
  show([]);
  expect(await screen.findByText("Nenhum alerta aberto")).toBeTruthy();
});

test("lists untaken alerts before taken ones of the same severity", async () => {
  show([alert({ _id: "a", message: "Pivô 01", takenBy: "u", takenByName: "Bia" }), alert({ _id: "b" })]);
  const articles = await screen.findAllByRole("article");
  expect(within(articles[1] as HTMLElement).getByText("Assumido por Bia")).toBeTruthy();
});

test("shows the worst of many alerts first although it is the oldest, and the others on request", async () => {
  const many = Array.from({ length: 150 }, (_, index) => alert({ _id: `w${index}`, message: `Sonda ${index}` }));
  show([...many, alert({ _id: "worst", severity: "critical" })]);
  const articles = await screen.findAllByRole("article");
  expect(within(articles[0] as HTMLElement).getByText("Crítico")).toBeTruthy();
  expect(articles).toHaveLength(100);
  await userEvent.click(screen.getByRole("button", { name: "Mostrar mais" }));
  expect(screen.getAllByRole("article")).toHaveLength(151);
});

test("shows closed alerts with the reason of their end", async () => {
  await startApiServer({
    "GET /Notification/GetByClientID": () => ({
      items: [
        alert({ _id: "a", message: "Sonda 1", resolvedAt: "2026-11-21T06:40:00Z" }),
        alert({
          _id: "b",
          message: "Sonda 2",
          resolvedAt: "2026-11-21T06:50:00Z",
          resolvedByName: "Bia",
          note: "Pilha",
        }),
      ],
      next: null,
    }),
  });
  connectCredentials({ token: () => "a.b.c", missing() {}, refused() {} });
  show([], { closed: true });
  expect(await screen.findByText(/^A causa terminou em/)).toBeTruthy();
  expect(screen.getByText(/^Resolvido por Bia em .*: Pilha$/)).toBeTruthy();
  expect(screen.queryByRole("button", { name: /^Resolver:/ })).toBeNull();
});

test("shows older closed alerts on request", async () => {
  await startApiServer({
    "GET /Notification/GetByClientID": ({ url }) => {
      const isSecond = new URL(url, "http://bff").searchParams.get("after") === "b";
      const [_id, message] = isSecond ? ["c", "Sonda 2"] : ["b", "Sonda 1"];
      return { items: [alert({ _id, message, resolvedAt: "2026-11-21T06:40:00Z" })], next: isSecond ? null : "b" };
    },
  });
  connectCredentials({ token: () => "a.b.c", missing() {}, refused() {} });
  show([], { closed: true });
  await userEvent.click(await screen.findByRole("button", { name: "Mostrar mais" }));
  expect(await screen.findByText("Sonda 2")).toBeTruthy();
  expect(screen.getByText("Sonda 1")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Mostrar mais" })).toBeNull();
});
