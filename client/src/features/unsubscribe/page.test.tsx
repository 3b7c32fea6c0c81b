import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { startApiServer } from "../../testing/api-server.ts";
import { prepareScreens } from "../../testing/screen.tsx";
import { Component } from "./page.tsx";

const open = prepareScreens(Date.parse("2026-01-02T12:00:00Z"));
const show = () => open(<Component />, "/unsubscribe", "/unsubscribe?token=a.b.link");
const report = { kind: "management", clientName: "Santa Clara", active: true };

it("asks before it ends anything, and sends the token of the link", async () => {
  const api = await startApiServer({
    "GET /MailSubscription/GetOwn": () => report,
    "POST /MailSubscription/End": () => ({ matchedCount: 1 }),
  });
  show();
  expect(await screen.findByText("O relatório mensal de manejo da irrigação de Santa Clara.")).toBeTruthy();
  expect(api.count("POST /MailSubscription/End")).toBe(0);
  await userEvent.click(screen.getByRole("button", { name: "Parar de receber" }));
  expect(await screen.findByText("Pronto: você não recebe mais este e-mail.")).toBeTruthy();
  expect(api.requests.map(({ headers }) => headers.authorization)).toEqual(["Bearer a.b.link", "Bearer a.b.link"]);
});

it("says that it has ended already", async () => {
  await startApiServer({ "GET /MailSubscription/GetOwn": () => ({ ...report, active: false }) });
  show();
  expect(await screen.findByText("Pronto: você não recebe mais este e-mail.")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Parar de receber" })).toBeNull();
});

it("says what to do with a link that does not hold", async () => {
  await startApiServer({});
  open(<Component />, "/unsubscribe", "/unsubscribe");
  expect(await screen.findByText("Este link não vale mais")).toBeTruthy();
});
