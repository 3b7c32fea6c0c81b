import { addDays, farmDay } from "@lamina/shared/core/farm-time";
import { CloseCode } from "@lamina/shared/messages/realtime";
import { expect, inject } from "vitest";
import { isLongFor } from "../../scripts/testing/long.ts";
import { fillForm, ownName, save } from "../forms.ts";
import { journey } from "../journey.ts";
import { addClient, plantFarm } from "../product/farm.ts";
import { openSession, type Session } from "../product/session.ts";
import { expectLive, expectPath, logIn, signIn, stored } from "../screens.ts";

declare global {
  var noteClose: (code: number) => void;
}

const { url } = inject("product");

const TIME_ZONE = "America/Sao_Paulo";
const PASSWORD = "uma senha só dela";
const base64 = (text: string) => Buffer.from(text).toString("base64");

/** A new user of a client, who has set a password with the invitation's code. */
async function addUser(session: Session, user: { clientId: string; userName: string; name: string; groupId: string }) {
  const { _id } = await session.post<{ _id: string }>("/User/Insert", user);
  const { code } = await session.post<{ code: string }>("/User/Invite", { _id });
  const byCode = await openSession(url, user.userName, code);
  await byCode.post("/User/SetPassword", { next: base64(PASSWORD) });
}

/** The status of an API call through the BFF with this token. */
async function answerStatus(token: string, path: string): Promise<number> {
  return (await fetch(`${url}/api${path}`, { headers: { authorization: `Bearer ${token}` } })).status;
}

journey(
  "rights apply at once in menu and buttons; a removed right or user loses screens and API calls",
  async ({ keep, visit }) => {
    const session = await openSession(url, "admin");
    const { clientId } = await keep(addClient(session, ownName("Direitos"), 1));
    const plantingDate = addDays(farmDay(Date.now(), TIME_ZONE), -10);
    const serial = `DIR-${process.pid}`;
    await plantFarm(session, { clientId, name: "Ipê", timezone: TIME_ZONE, plantingDate, serial, sensors: {} });
    const every = { view: true, create: true, edit: true, remove: false };
    await session.post("/UsersGroup/Insert", {
      clientId,
      name: "Equipe",
      permissions: ["irrigameter", "farms", "watering"].map((screen) => ({ screen, ...every })),
    });
    const userName = `vera-${process.pid}`;
    await addUser(session, { clientId, userName, name: "Vera Lima", groupId: "consulta" });

    // Consulta: may view, and is offered no other action.
    const [vera, admin] = [await visit(url), await visit(url)];
    const closed: number[] = [];
    await vera.context.exposeFunction("noteClose", (code: number) => closed.push(code));
    await vera.context.addInitScript(() => {
      globalThis.WebSocket = class extends WebSocket {
        constructor(...parameters: ConstructorParameters<typeof WebSocket>) {
          super(...parameters);
          this.addEventListener("close", ({ code }) => globalThis.noteClose(code));
        }
      };
    });
    await vera.page.goto("/login");
    await logIn(vera, userName, PASSWORD);
    await vera.page.getByRole("article", { name: "Pivô de Ipê" }).waitFor();
    expect(await vera.page.getByRole("button", { name: "Irriguei" }).count()).toBe(0);
    await vera.page.goto("/setup/farms");
    await vera.page
      .getByRole("link", { name: "Ipê" })
      .or(vera.page.getByRole("button", { name: "Ipê" }))
      .first()
      .click();
    await vera.page.getByText(/pode ver, mas não alterar/).waitFor();
    for (const name of ["Salvar", "Excluir"])
      expect(await vera.page.getByRole("button", { name, exact: true }).count()).toBe(0);
    for (const name of ["Nova fazenda", "Duplicar", "Usuários", "Grupos de usuários"])
      expect(await vera.page.getByRole("link", { name, exact: true }).count()).toBe(0);
    expect(await vera.page.getByRole("region", { name: /^Primeiros passos/ }).count()).toBe(0);
    await vera.page.goto("/setup/user");
    await vera.page.getByText("Sem acesso a esta tela").waitFor();
    await vera.page.goto("/setup/farms");
    await expectLive(vera);

    // Another group: its actions are offered without a reload.
    await signIn(admin, "admin", clientId);
    await admin.page.goto("/setup/user");
    const openUser = () => admin.page.getByRole("main").getByText("Vera Lima", { exact: true }).first().click();
    await openUser();
    await fillForm(admin.page, { Grupo: "Equipe" });
    await save(admin, /Vera Lima: salvo/);
    await vera.page.getByRole("link", { name: "Nova fazenda" }).waitFor();

    // After the right is removed, the screen is gone, and no cache answers the earlier requests.
    const token = (await stored(vera, "token")) ?? "";
    const farms = `/Farm/GetByClientID?ID=${clientId}`;
    expect(await answerStatus(token, farms)).toBe(200);
    vera.expectError(/403|Erro ao carregar/);
    await admin.page.goto("/setup/usersgroup");
    await admin.page.getByRole("main").getByText("Equipe", { exact: true }).first().click();
    await admin.page.getByRole("checkbox", { name: /^Ver.*Fazendas/ }).uncheck();
    await save(admin, /Equipe: salvo/);
    expect(await answerStatus(token, farms)).toBe(403);
    await vera.page.getByText("Sem acesso a esta tela").waitFor();
    await expect.poll(() => vera.page.getByRole("link", { name: "Fazendas", exact: true }).count()).toBe(0);
    await vera.page.getByRole("link", { name: "Irrigações", exact: true }).first().waitFor();

    // A deleted user loses the page, the token and realtime.
    vera.expectError(/401/);
    await admin.page.goto("/setup/user");
    await openUser();
    await admin.page.getByRole("button", { name: "Excluir", exact: true }).click();
    const question = admin.page.getByRole("alertdialog", { name: "Excluir o usuário?" });
    await question.getByText("“Vera Lima”", { exact: false }).waitFor();
    await question.getByRole("button", { name: "Excluir" }).click();
    await admin.page.getByText("Vera Lima: excluído.").waitFor();
    expect(await answerStatus(token, "/Client/GetAll")).toBe(401);
    await expectPath(vera, "/login");
    await expect.poll(() => stored(vera, "token")).toBeNull();
    await expect.poll(() => closed).toContain(CloseCode.unauthorized);
  },
);

// Not skipped elsewhere, because a skipped test is a failure in CI.
if (isLongFor("client/src/features/setup/users/", "reference/api/access/"))
  journey("the last administrator of a client cannot be removed, and the screen says why", async ({ visit }) => {
    const visitor = await visit(url);
    const { page } = visitor;
    await signIn(visitor, "admin", "demo-santa-clara");
    await page.goto("/setup/user");
    await page.getByRole("main").getByText("Ana Martins", { exact: true }).first().click();
    await page.getByRole("checkbox", { name: "Ativo" }).uncheck();
    visitor.expectError(/409/);
    await page.getByRole("button", { name: "Salvar", exact: true }).click();
    await page
      .getByText(/último administrador deste cliente/)
      .first()
      .waitFor();
    await page.getByRole("checkbox", { name: "Ativo" }).check();
    await page.getByRole("button", { name: "Excluir", exact: true }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Excluir" }).click();
    await page
      .getByRole("alertdialog")
      .getByText(/último administrador deste cliente/)
      .waitFor();
  });
