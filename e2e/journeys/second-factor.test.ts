import { createHmac } from "node:crypto";
import { encodeBase64 } from "@lamina/shared/core/base64";
import type { DeviceSecret } from "@lamina/shared/records/telemetry";
import { expect, inject } from "vitest";
import { SIZES } from "../browser/visitor.ts";
import { ownName } from "../forms.ts";
import { journey } from "../journey.ts";
import { addClient, plantFarm } from "../product/farm.ts";
import { openPanel } from "../product/panel.ts";
import { openSession } from "../product/session.ts";
import { addUser, OWN_PASSWORD } from "../product/users.ts";
import { expectPath, logIn } from "../screens.ts";

const { url, api } = inject("product");
const STEP_MS = 30_000;
const BASE_32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** What an authenticator shows for a secret (RFC 6238), `later` steps from now. */
function authenticatorCode(secret: string, later: number): string {
  const bits = [...secret].map((letter) => BASE_32.indexOf(letter).toString(2).padStart(5, "0")).join("");
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / STEP_MS) + later));
  const digest = createHmac("sha1", key).update(counter).digest();
  const number = digest.readUInt32BE((digest.at(-1) ?? 0) & 0xf) & 0x7fffffff;
  return String(number % 1_000_000).padStart(6, "0");
}

journey(
  "a group requires a second factor: it is set up at the login, asked at the next one, and ended in the account",
  { timeout: 120_000 },
  async ({ keep, visit }) => {
    const session = await openSession(url, "admin");
    const { clientId } = await keep(addClient(session, ownName("Fator"), 1));
    const view = { view: true, create: false, edit: false, remove: false };
    const { _id: groupId } = await session.post<{ _id: string }>("/UsersGroup/Insert", {
      ...{ clientId, name: "Com código", secondFactor: true },
      permissions: [{ screen: "irrigameter", ...view }],
    });
    const userName = `zelia-${process.pid}`;
    await addUser(url, session, { clientId, userName, name: "Zélia Prado", groupId });

    const phone = await visit(url, SIZES[0]);
    await phone.page.goto("/login");
    await logIn(phone, userName, OWN_PASSWORD);
    const dialog = phone.page.getByRole("dialog", { name: "Segundo fator" });
    await dialog.getByText("O seu grupo de usuários exige o segundo fator").waitFor();
    await dialog.getByRole("button", { name: "Ativar" }).click();
    const secret = (await dialog.locator("code").innerText()).replaceAll(" ", "");
    expect(await phone.accessibilityProblems()).toEqual([]);
    await dialog.getByRole("textbox", { name: "Código" }).fill(authenticatorCode(secret, 0));
    await dialog.getByRole("button", { name: "Confirmar" }).click();
    const codes = phone.page.getByRole("dialog", { name: "Códigos de recuperação" });
    await expect.poll(() => codes.locator("code").count()).toBe(10);
    const recoveryCode = await codes.locator("code").first().innerText();
    expect(await phone.accessibilityProblems()).toEqual([]);
    await codes.getByRole("button", { name: "Guardei os códigos" }).click();
    await phone.page.waitForURL("**/irrigameter/*");

    const desk = await visit(url, SIZES[1]);
    desk.expectError(/401/);
    await desk.page.goto("/login");
    await logIn(desk, userName, OWN_PASSWORD);
    const code = desk.page.getByLabel("Código");
    await code.fill("000000");
    expect(await code.getAttribute("autocomplete")).toBe("one-time-code");
    await desk.page.getByRole("button", { name: "Entrar", exact: true }).click();
    await desk.page.getByText("Código incorreto, já usado ou fora do tempo").waitFor();
    expect(await desk.accessibilityProblems()).toEqual([]);
    await code.fill(authenticatorCode(secret, 1));
    await desk.page.getByRole("button", { name: "Entrar", exact: true }).click();
    await desk.page.waitForURL("**/irrigameter/*");

    await desk.page.getByRole("button", { name: `Usuário: ${userName}` }).click();
    await desk.page.getByRole("button", { name: "Segundo fator" }).click();
    const own = desk.page.getByRole("dialog", { name: "Segundo fator" });
    await own.getByText("Restam 10 códigos de recuperação").waitFor();
    await own.getByLabel("Senha atual").fill(OWN_PASSWORD);
    await own.getByLabel("Código").fill(recoveryCode);
    await own.getByRole("button", { name: "Desativar" }).click();
    await desk.page.getByText("Segundo fator desativado.").waitFor();
    await expectPath(desk, "/irrigameter/calculated-pivot");
  },
);

journey(
  "the biometry of a device: added in the account, it is the second step of a login and confirms a command",
  { timeout: 60_000 },
  async ({ keep, visit }) => {
    const admin = await openSession(url, "admin");
    const { clientId } = await keep(addClient(admin, ownName("Biometria"), 1));
    const farm = { clientId, name: ownName("Dedo"), timezone: "America/Sao_Paulo", plantingDate: "2026-11-01" };
    const { farmId, pivotId } = await plantFarm(admin, { ...farm, serial: `DEDO-EM-${process.pid}`, sensors: {} });
    await admin.post("/Config/Insert", { clientId, commandConfirmation: "passkey" });
    const serial = `DEDO-PAINEL-${process.pid}`;
    const { _id } = await admin.post<{ _id: string }>("/Device/Insert", {
      ...{ clientId, farmId, pivotId, serial, sensorTypeId: "pivot-panel", name: "Painel" },
    });
    const { secret: key } = await admin.post<DeviceSecret>("/Device/RotateSecret", { _id });
    const panel = await keep(openPanel(api, serial, key));
    const setting = { running: true, wet: false, direction: "forward", angleDeg: 10, percent: 50 };
    await panel.say("pivot", { date: new Date().toISOString(), ...setting });
    const userName = `nair-${process.pid}`;
    await addUser(url, admin, { clientId, userName, name: "Nair Prado", groupId: "gestor" });
    const session = await openSession(url, userName, OWN_PASSWORD);
    const current = encodeBase64(OWN_PASSWORD);
    const { secret } = await session.post<{ secret: string }>("/User/StartSecondFactor", { current });
    await session.post("/User/ConfirmSecondFactor", { code: authenticatorCode(secret, 0) });

    const desk = await visit(url, SIZES[1]);
    const { page } = desk;
    desk.expectError(/40[139]/);
    const devices = await page.context().newCDPSession(page);
    await devices.send("WebAuthn.enable");
    await page.goto("/login");
    await logIn(desk, userName, OWN_PASSWORD);
    await page.getByLabel("Código").fill(authenticatorCode(secret, 1));
    await page.getByRole("button", { name: "Entrar", exact: true }).click();
    await page.waitForURL("**/irrigameter/*");

    // Without a lock of its own the device offers nothing.
    const own = page.getByRole("dialog", { name: "Meus acessos" });
    const add = own.getByRole("button", { name: "Adicionar biometria deste aparelho" });
    await page.getByRole("button", { name: `Usuário: ${userName}` }).click();
    await page.getByRole("button", { name: "Meus acessos" }).click();
    await own.getByRole("heading", { name: "PIN dos comandos" }).waitFor();
    expect(await add.count()).toBe(0);
    await own.getByRole("button", { name: "Fechar" }).click();

    await devices.send("WebAuthn.addVirtualAuthenticator", {
      options: {
        ...{ protocol: "ctap2", transport: "internal", hasResidentKey: true },
        ...{ hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true },
      },
    });
    await page.getByRole("button", { name: "Meus acessos" }).click();
    await add.click();
    await own.getByLabel("Senha atual").fill(OWN_PASSWORD);
    await own.getByRole("button", { name: "Continuar" }).click();
    await own.getByRole("button", { name: /^Remover a biometria de / }).waitFor();
    expect(await own.getByText("este aparelho").count()).toBe(2);
    expect(await desk.accessibilityProblems()).toEqual([]);
    await own.getByRole("button", { name: "Fechar" }).click();

    await page.getByRole("button", { name: "Sair" }).click();
    await page.waitForURL("**/login");
    // The page reloads itself after a logout.
    await page.goto("/login");
    await logIn(desk, userName, OWN_PASSWORD);
    const use = page.getByRole("button", { name: "Usar a biometria deste aparelho" });
    await use.waitFor();
    expect(await desk.accessibilityProblems()).toEqual([]);
    await use.click();
    await page.waitForURL("**/irrigameter/*");

    await page.goto(`/irrigameter/pivo/${pivotId}`);
    await page.getByRole("button", { name: /^Mudar o que faz: / }).click();
    await page.getByRole("button", { name: "Girar no anti-horário" }).click();
    const dialog = page.getByRole("dialog", { name: /no sentido anti-horário/ });
    await dialog.getByRole("button", { name: /^Inverter agora: / }).click();
    await dialog.getByText("O cliente pede a biometria do aparelho").waitFor();
    expect(await desk.accessibilityProblems()).toEqual([]);
    await use.click();
    await dialog.waitFor({ state: "detached" });
    expect(await panel.order()).toMatchObject({ command: "direction", direction: "reverse" });
  },
);
