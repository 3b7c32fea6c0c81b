import { createHmac } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { User } from "@lamina/shared/access/user";
import { UNSUBSCRIBE_PATH } from "@lamina/shared/views/mail";
import { expect } from "vitest";
import { problemsOf, setSize, THEMES } from "../browser/appearance.ts";
import { JOURNEY_SIZES } from "../browser/visitor.ts";
import { journey } from "../journey.ts";
import { startApi } from "../product/api.ts";
import { bffEnvironment, startBff } from "../product/bff.ts";
import { openSession } from "../product/session.ts";
import { signIn } from "../screens.ts";

const CLIENT = "demo-santa-clara";
const EMAIL = "ana@example.com";
/** A mail server that does not answer, so that requested mails wait. */
const MAILS = {
  SMTP_URL: "smtps://localhost:1",
  MAIL_FROM: "avisos@example.com",
  APP_URL: "https://lamina.example.com",
};

/** The link of a mail, as the API signs it. */
function linkOf(key: string, claims: object): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const content = `${part({ alg: "HS256" })}.${part({ aud: "unsubscribe", exp: 4_102_444_800, ...claims })}`;
  return `${UNSUBSCRIBE_PATH}?token=${content}.${createHmac("sha256", key).update(content).digest("base64url")}`;
}

journey(
  "a monthly report begins on its page and ends there, or by the link of a mail without a login",
  async ({ keep, visit }) => {
    const folder = mkdtempSync(join(tmpdir(), "lamina-mails-"));
    await keep(
      Promise.resolve({ [Symbol.asyncDispose]: async () => rmSync(folder, { recursive: true, force: true }) }),
    );
    const api = await keep(startApi({ ...MAILS, DATA_DIR: folder, DEMO_HISTORY_DAYS: "0" }));
    const bff = await keep(startBff(bffEnvironment(api)));
    const session = await openSession(bff.url, "admin");
    const users = await session.get<User[]>(`/User/GetByClientID?ID=${CLIENT}`);
    const ana = users.find(({ userName }) => userName === "ana");
    await session.post("/User/Update", { _id: ana?._id, email: EMAIL });
    const visitor = await visit(bff.url);
    const { page } = visitor;
    await signIn(visitor, "ana");
    await page.goto("/report/waterconsuption");
    await page.getByRole("button", { name: "Enviar por e-mail" }).click();
    const dialog = page.getByRole("dialog", { name: "Enviar o relatório por e-mail" });
    await dialog.getByRole("button", { name: "Receber todo mês" }).click();
    await dialog.getByText(`Você recebe este relatório todo mês em ${EMAIL}.`, { exact: false }).waitFor();
    for (const size of JOURNEY_SIZES) {
      await setSize(page, size);
      expect(await problemsOf(visitor, { themes: THEMES }), "report by mail").toEqual([]);
    }

    const key = readFileSync(join(folder, "unsubscribe-key"), "utf8");
    const link = linkOf(key, { sub: ana?.userId, kind: "consumption", client: CLIENT });
    const reader = await visit(bff.url);
    await reader.page.goto(link);
    await reader.page.getByText("O relatório mensal de consumo de água de Agropecuária Santa Clara.").waitFor();
    for (const size of JOURNEY_SIZES) {
      await setSize(reader.page, size);
      expect(await problemsOf(reader, { themes: THEMES }), "end of a mail").toEqual([]);
    }
    // A program that opens links ends nothing.
    await page.reload();
    await page.getByRole("button", { name: "Enviar por e-mail" }).click();
    await dialog.getByRole("button", { name: "Parar de receber" }).waitFor();

    await reader.page.getByRole("button", { name: "Parar de receber" }).click();
    await reader.page.getByText("Pronto: você não recebe mais este e-mail.").waitFor();
    await reader.page.reload();
    await reader.page.getByText("Pronto: você não recebe mais este e-mail.").waitFor();
    reader.expectError(/status of 401/);
    await reader.page.goto(`${link}x`);
    await reader.page.getByText("Este link não vale mais").waitFor();
    await page.reload();
    await page.getByRole("button", { name: "Enviar por e-mail" }).click();
    await dialog.getByRole("button", { name: "Receber todo mês" }).waitFor();
    await page.keyboard.press("Escape");

    await page.getByRole("button", { name: /^Notificações/ }).click();
    await page.getByRole("button", { name: "Quando avisar" }).click();
    const settings = page.getByRole("dialog", { name: "Quando avisar" });
    await settings.getByRole("radio", { name: "Tudo uma vez por dia" }).check();
    await settings.getByLabel("Hora do resumo").fill("6h30");
    await settings.getByRole("checkbox", { name: `Também por e-mail, em ${EMAIL}` }).check();
    for (const size of JOURNEY_SIZES) {
      await setSize(page, size);
      expect(await problemsOf(visitor, { themes: THEMES }), "settings of alerts").toEqual([]);
    }
    await settings.getByRole("button", { name: "Salvar" }).click();
    await settings.waitFor({ state: "hidden" });
    await page.reload();
    await page.getByRole("button", { name: /^Notificações/ }).click();
    await page.getByRole("button", { name: "Quando avisar" }).click();
    expect(await settings.getByLabel("Hora do resumo").inputValue()).toBe("06:30");
  },
);
