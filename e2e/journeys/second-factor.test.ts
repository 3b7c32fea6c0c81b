import { createHmac } from "node:crypto";
import { DOCUMENTED_DEMO_PASSWORD } from "@lamina/shared/messages/runtime-config";
import { expect, inject } from "vitest";
import { freePort } from "../../scripts/testing/free-port.ts";
import { SIZES } from "../browser/visitor.ts";
import { ownName } from "../forms.ts";
import { journey } from "../journey.ts";
import { startApi } from "../product/api.ts";
import { bffEnvironment, startBff } from "../product/bff.ts";
import { addClient } from "../product/farm.ts";
import { openSession } from "../product/session.ts";
import { addUser, OWN_PASSWORD } from "../product/users.ts";
import { expectPath, logIn } from "../screens.ts";

const { url } = inject("product");
const CLIENT = "demo-santa-clara";
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
  { timeout: 240_000 },
  async ({ keep, visit }) => {
    const port = await freePort();
    const origin = `http://localhost:${port}`;
    const api = await keep(startApi({ DEMO_HISTORY_DAYS: "0", PASSKEY_ORIGINS: origin }));
    const bff = await keep(startBff({ ...bffEnvironment(api), PORT: String(port) }));
    const session = await openSession(bff.url, "ana");
    const [config] = await session.get<{ _id: string }[]>(`/Config/GetByClientID?ID=${CLIENT}`);
    await session.post("/Config/Update", { ...config, commandConfirmation: "passkey" });
    const current = Buffer.from(DOCUMENTED_DEMO_PASSWORD).toString("base64");
    const { secret } = await session.post<{ secret: string }>("/User/StartSecondFactor", { current });
    await session.post("/User/ConfirmSecondFactor", { code: authenticatorCode(secret, 0) });

    const desk = await visit(bff.url, SIZES[1]);
    const { page } = desk;
    desk.expectError(/40[139]/);
    const devices = await page.context().newCDPSession(page);
    await devices.send("WebAuthn.enable");
    await page.goto("/login");
    await logIn(desk, "ana");
    await page.getByLabel("Código").fill(authenticatorCode(secret, 1));
    await page.getByRole("button", { name: "Entrar", exact: true }).click();
    await page.waitForURL("**/irrigameter/*");

    // Without a lock of its own the device offers nothing.
    const account = page.getByRole("button", { name: "Usuário: ana" });
    const own = page.getByRole("dialog", { name: "Meus acessos" });
    await account.click();
    await page.getByRole("button", { name: "Meus acessos" }).click();
    await own.getByRole("heading", { name: "PIN dos comandos" }).waitFor();
    expect(await own.getByRole("button", { name: "Adicionar biometria deste aparelho" }).count()).toBe(0);
    await own.getByRole("button", { name: "Fechar" }).click();

    await devices.send("WebAuthn.addVirtualAuthenticator", {
      options: {
        ...{ protocol: "ctap2", transport: "internal", hasResidentKey: true },
        ...{ hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true },
      },
    });
    await page.getByRole("button", { name: "Meus acessos" }).click();
    await own.getByRole("button", { name: "Adicionar biometria deste aparelho" }).click();
    await own.getByLabel("Senha atual").fill(DOCUMENTED_DEMO_PASSWORD);
    await own.getByRole("button", { name: "Continuar" }).click();
    await own.getByRole("button", { name: /^Remover a biometria de / }).waitFor();
    expect(await own.getByText("este aparelho").count()).toBe(2);
    expect(await desk.accessibilityProblems()).toEqual([]);
    await own.getByRole("button", { name: "Fechar" }).click();

    await page.getByRole("button", { name: "Sair" }).click();
    await page.waitForURL("**/login");
    // The page reloads itself after a logout.
    await page.goto("/login");
    await logIn(desk, "ana");
    const use = page.getByRole("button", { name: "Usar a biometria deste aparelho" });
    await use.waitFor();
    expect(await desk.accessibilityProblems()).toEqual([]);
    await use.click();
    await page.waitForURL("**/irrigameter/*");

    // Whether an interlock holds the order back depends on the farm; its person is confirmed in both cases.
    await page
      .getByRole("button", { name: /^Mais ações de / })
      .first()
      .click();
    await page.getByRole("button", { name: /^Ligar agora: / }).click();
    const dialog = page.getByRole("dialog", { name: /^Ligar / });
    await dialog.getByRole("button", { name: /^Ligar agora: / }).click();
    await dialog.getByText("O cliente pede a biometria do aparelho").waitFor();
    expect(await desk.accessibilityProblems()).toEqual([]);
    const answer = page.waitForResponse((one) => one.request().postData()?.includes('"passkey"') ?? false);
    await use.click();
    expect([200, 409]).toContain((await answer).status());
  },
);
