import { DOCUMENTED_DEMO_PASSWORD } from "@lamina/shared/messages/runtime-config";
import { expect, inject } from "vitest";
import { inLongRun, isLongFor } from "../../scripts/testing/long.ts";
import { SIZES, type Visitor } from "../browser/visitor.ts";
import { INSTALLED, journey } from "../journey.ts";
import { DATA, enter } from "../screens.ts";

const { url } = inject("product");
const [PHONE] = SIZES;

/**
 * Screens that an operator uses without a signal, and the end of the key of each answer on the device: one that the app
 * stores before it is opened, and one that it does not.
 */
const IN_THE_FIELD = [
  ["/irrigameter/calculated-pivot", '"irrigameter"]'],
  ["/report/irrigationmanager", '"management"'],
  ...inLongRun(["/maps", '"map"]'] as const, ["/charts/pluviometry", '"chart"'] as const),
] as const;

/** Screens with data that the app stores before they are opened. */
const NEVER_OPENED = ["/maps", "/forecast/forecastweekly", "/irrigameter/calculated-pivot"];
/** A picture of one pixel. */
const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
/** The stored data with their age, and the correction of a stored record, have tests in jsdom too. */
const isEach = isLongFor("client/src/core/offline/", "client/src/core/outbox/", "client/src/api/");
/** Time between two keys of a fast typist. */
const TYPING_MS = 80;

// Not skipped elsewhere, because a skipped test is a failure in CI.
if (isEach)
  journey("without a connection the app opens with the last data, and says so", async ({ visit }) => {
    const visitor = await visit(url, PHONE, INSTALLED);
    const { page, context } = visitor;
    visitor.expectConnectionLoss();
    await enter(visitor, "bruno");
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready;
    });
    const data = page.locator(DATA).filter({ visible: true }).first();
    for (const [path, key] of IN_THE_FIELD) {
      await page.goto(path);
      await data.waitFor();
      await expect.poll(() => snapshot(visitor)).toContain(key);
    }
    await context.setOffline(true);
    const main = page.getByRole("main");
    for (const [path] of IN_THE_FIELD) {
      await page.goto(path);
      await main.getByText(/^Sem internet\. Dados recebidos /).waitFor();
      await data.waitFor();
      expect(await main.getByRole("alert").count(), path).toBe(0);
      expect(await visitor.accessibilityProblems(), path).toEqual([]);
    }
    await context.setOffline(false);
    await main.getByText(/^Sem internet\./).waitFor({ state: "detached" });
  });

journey("offline right after the first login every page opens, also after a reload", async ({ visit }) => {
  const visitor = await visit(url, PHONE, INSTALLED);
  const { page, context } = visitor;
  visitor.expectConnectionLoss();
  await page.goto("/login");
  await page.getByLabel("Usuário", { exact: true }).pressSequentially("bruno", { delay: TYPING_MS });
  await page.getByLabel("Senha", { exact: true }).pressSequentially(DOCUMENTED_DEMO_PASSWORD, { delay: TYPING_MS });
  await page.getByRole("button", { name: "Entrar", exact: true }).click();
  await page.waitForURL("**/irrigameter/*");
  await page.getByRole("button", { name: /^(Ao vivo|Conectando)/ }).click();
  const panel = page.getByRole("dialog", { name: "Conexão" });
  // On a busy machine the files of the app take a while.
  await panel.getByText("pronto sem sinal").waitFor({ timeout: 60_000 });
  await page.keyboard.press("Escape");
  await expect.poll(() => snapshot(visitor), { timeout: 20_000 }).toContain('"irrigameter","records"]');
  expect(await page.evaluate(() => navigator.serviceWorker.controller !== null), "controlled").toBe(true);
  await context.setOffline(true);
  const main = page.getByRole("main");
  const data = page.locator(DATA).filter({ visible: true }).first();
  for (const path of NEVER_OPENED) {
    await page.goto(path);
    await main.getByText(/^Sem internet\. /).waitFor();
    await data.waitFor();
    expect(await main.getByText(/versão/).count(), path).toBe(0);
    expect(await main.getByText(/^(Sem internet|Mostrando dados)/).count(), `banners of ${path}`).toBe(1);
  }
  // The operator's home, opened without a connection.
  await main.getByText(/^pronto sem sinal/).waitFor();
  await page.goto("/irrigameter/calculated-pivot?plano=1");
  await main.getByText("Plano do dia").waitFor();
  await page.goto("/irrigameter/pivo/demo-pivo-05");
  await main.getByRole("table", { name: "Registros de 30 dias" }).getByRole("row").nth(1).waitFor();
  // Pages without data on the device open too, and say so.
  await page.goto("/report/waterconsuption");
  await main.getByText("Ainda não guardado neste aparelho").waitFor();
  expect(await page.evaluate(() => localStorage.getItem("config"))).toContain("version");

  // A note with a photo waits on the device, and arrives with the connection.
  await page.goto("/irrigameter/pivo/demo-pivo-05");
  await page.getByRole("button", { name: "Anotar" }).click();
  const form = page.getByRole("dialog", { name: /^Anotar · / });
  await form.getByLabel("O que você viu").fill("Bocal 12 entupido");
  await form.getByLabel("Incluir foto").setInputFiles({ name: "a.png", mimeType: "image/png", buffer: PIXEL });
  await form.getByRole("img", { name: "Foto deste registro" }).waitFor();
  expect(await visitor.accessibilityProblems(), "note").toEqual([]);
  await form.getByRole("button", { name: "Registrar" }).click();
  await main.getByText("Anotação com foto").waitFor();
  await context.setOffline(false);
  const thumb = main.getByRole("button", { name: /^Abrir foto: .*Bocal 12 entupido/ });
  await thumb.click({ timeout: 20_000 });
  await page
    .getByRole("dialog", { name: /^Foto: / })
    .getByRole("img")
    .waitFor();
  expect(await visitor.accessibilityProblems(), "photo").toEqual([]);
  await page.keyboard.press("Escape");

  if (!isEach) return;
  // So does its correction.
  await context.setOffline(true);
  await main.getByRole("button", { name: "Corrigir anotação: Bocal 12 entupido" }).click();
  const correction = page.getByRole("dialog", { name: "Corrigir anotação" });
  await correction.getByLabel("O que você viu").fill("Bocal 12 trocado");
  expect(await visitor.accessibilityProblems(), "correction").toEqual([]);
  await correction.getByRole("button", { name: "Salvar" }).click();
  await main.getByRole("table").getByText("Bocal 12 trocado", { exact: true }).waitFor();
  await context.setOffline(false);
  await page
    .getByText(/^Correção de anotação · .*: enviada e registrada/)
    .first()
    .waitFor({ timeout: 20_000 });
  await main.getByRole("table").getByText("Bocal 12 trocado", { exact: true }).waitFor();
});

/** The keys of the answers on the device. */
function snapshot({ page }: Visitor): Promise<string> {
  return page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        const opening = indexedDB.open("lamina");
        opening.onsuccess = () => {
          const reading = opening.result.transaction("keep").objectStore("keep").getAllKeys();
          reading.onsuccess = () => {
            opening.result.close();
            resolve(reading.result.filter((key) => String(key).startsWith("snapshot/")).join());
          };
        };
      }),
  );
}
