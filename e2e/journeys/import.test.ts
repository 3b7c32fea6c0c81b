import { readFile } from "node:fs/promises";
import { views } from "@lamina/shared/calls/views";
import { addDays, farmDay } from "@lamina/shared/core/farm-time";
import { HOUR_MS, MINUTE_MS } from "@lamina/shared/core/time";
import type { Locator } from "playwright-core";
import { expect, inject } from "vitest";
import { isLongFor } from "../../scripts/testing/long.ts";
import { csvFile, ownName } from "../forms.ts";
import { journey } from "../journey.ts";
import { addClient, plantFarm } from "../product/farm.ts";
import { openSession, type Session } from "../product/session.ts";
import { signIn } from "../screens.ts";

const { url } = inject("product");

const TIME_ZONE = "America/Sao_Paulo";
const ROWS = 5000;
const HEADER = ["Setor", "Início", "Lâmina bruta (mm)", "Fim", "Observação"];
/** Body limit of the BFF, in bytes. */
const BODY_LIMIT = 1_048_576;

/** Bad rows: the changed cells, then the expected column and reason. */
const BAD = [
  [{ 0: "Pivô 99 · Setor X" }, "Setor", "“Pivô 99 · Setor X” não está cadastrado."],
  [{ 0: "" }, "Setor", "Campo obrigatório."],
  [{ 1: "31/02/2026 08:00" }, "Início", "Data e hora inválidas."],
  [{ 1: "ontem" }, "Início", "Data e hora inválidas."],
  [{ 1: "" }, "Início", "Campo obrigatório."],
  [{ 1: "01/01/2099 08:00" }, "Início", "Programe no máximo 7 dias à frente."],
  [{ 2: "cinco" }, "Lâmina bruta", "Informe um número."],
  [{ 2: "150,5" }, "Lâmina bruta", "Deve ser no máximo 100."],
  [{ 2: "" }, "Lâmina bruta", "Informe a lâmina, o percentímetro ou as horas."],
  [{ 3: "01/01/2001 08:00" }, "Fim", "O fim não pode vir antes do início."],
] as const;
const BAD_COUNT = 20;
/** Thousands of rows take long on a busy machine. */
const patiently = { timeout: 60_000 };

/** A moment in Brazilian notation: `21/11/2026 08:00`, in the farm's zone. */
function moment(at: number): string {
  return new Date(at).toLocaleString("pt-BR", { timeZone: TIME_ZONE }).replace(",", "").slice(0, 16);
}

/** Rows one hour apart until yesterday, and the bad ones with their lines in the file, where the header is line 1. */
function wateringRows(sector: string): { rows: string[][]; bad: { line: number; field: string; reason: string }[] } {
  const last = Math.floor(Date.now() / HOUR_MS) * HOUR_MS - 24 * HOUR_MS;
  const rows = Array.from({ length: ROWS }, (_, index) => {
    return [sector, moment(last - index * HOUR_MS), "0,5", "", `nº ${index + 1}`];
  });
  const bad = Array.from({ length: BAD_COUNT }, (_, number) => {
    const [cells, field, reason] = BAD[number % BAD.length] ?? BAD[0];
    const index = 37 + number * 240;
    for (const [column, cell] of Object.entries(cells)) (rows[index] as string[])[Number(column)] = cell;
    return { line: index + 2, field, reason };
  });
  return { rows, bad };
}

/** The number of a client's waterings in the API. */
async function countWaterings(session: Session, clientId: string): Promise<number> {
  let count = 0;
  for (let after: string | null = ""; after !== null; ) {
    const path = `${views.wateringPage.path}?ID=${clientId}&limit=1000${after && `&after=${encodeURIComponent(after)}`}`;
    const page: { items: unknown[]; next: string | null } = await session.get(path);
    count += page.items.length;
    after = page.next;
  }
  return count;
}

async function choose(dialog: Locator, file: ReturnType<typeof csvFile>): Promise<void> {
  await dialog.getByLabel("Planilha ou arquivo").setInputFiles(file);
}

journey(
  "5,000 waterings with 20 bad rows: 4,980 are imported, 20 are returned for repair, and none is stored twice",
  async ({ keep, visit }) => {
    const session = await openSession(url, "admin");
    const name = ownName("Irrigações em massa");
    const { clientId } = await keep(addClient(session, name, 1));
    const plantingDate = addDays(farmDay(Date.now(), TIME_ZONE), -30);
    const serial = `IMP-${process.pid}`;
    await plantFarm(session, { clientId, name: "Mutum", timezone: TIME_ZONE, plantingDate, serial, sensors: {} });
    const { rows, bad } = wateringRows("Pivô de Mutum · Setor único");
    const file = csvFile("irrigacoes.csv", [HEADER, ...rows]);

    const visitor = await visit(url);
    const { page } = visitor;
    await signIn(visitor, "admin", clientId);
    await page.goto("/setup/watering");
    await page.getByRole("button", { name: "Importar arquivo" }).first().click();
    const dialog = page.getByRole("dialog", { name: /^Importar/ });
    await choose(dialog, file);

    // The preview: the number of valid rows, and each bad row with its line, column and reason.
    await dialog.getByText("4.980 linhas prontas · 20 linhas com problema").waitFor();
    const problems = dialog.getByRole("region", { name: "Linhas com problema" }).getByRole("row");
    const shown = await problems.evaluateAll((all) =>
      all.slice(1).map((row) => [...row.querySelectorAll("th, td")].map((cell) => cell.textContent)),
    );
    expect(shown).toEqual(bad.map(({ line, field, reason }) => [`Linha ${line}`, field, reason]));
    expect(await countWaterings(session, clientId)).toBe(0);
    expect(await visitor.accessibilityProblems()).toEqual([]);

    // The button is pressed twice, and the answer to the third part is lost after the API has stored it.
    const sent: { key: string; bytes: number }[] = [];
    await page.route(`**/api${views.wateringImport.path}`, async (route) => {
      const body = route.request().postData() ?? "";
      sent.push({ key: JSON.parse(body).key, bytes: Buffer.byteLength(body) });
      const answer = await route.fetch();
      await (sent.length === 3 ? route.abort() : route.fulfill({ response: answer }));
    });
    visitor.expectError(/Failed to load resource/);
    await dialog.getByRole("button", { name: "Importar 4.980" }).dblclick();
    await dialog.getByText(/continua de onde parou/).waitFor(patiently);
    await dialog.getByText("Importando: 1.000 de 4.980 linhas").waitFor();
    expect(await dialog.getByRole("progressbar").getAttribute("value")).toBe("1000");
    await dialog.getByRole("button", { name: "Continuar importação" }).click();
    await dialog.getByText("4.980 importadas.", { exact: true }).waitFor(patiently);
    const keys = sent.map(({ key }) => key);
    expect(keys[3]).toBe(keys[2]);
    expect(new Set(keys).size).toBe(keys.length - 1);
    expect(Math.max(...sent.map(({ bytes }) => bytes))).toBeLessThan(BODY_LIMIT);
    expect(await countWaterings(session, clientId)).toBe(ROWS - BAD_COUNT);

    const downloading = page.waitForEvent("download");
    await dialog.getByRole("button", { name: "Baixar as 20 linhas com problema" }).click();
    const repair = await readFile(await (await downloading).path(), "utf8");
    const lines = repair
      .replace("\uFEFF", "")
      .trim()
      .split("\r\n")
      .map((line) => line.split(";"));
    expect(lines[0]).toEqual([...HEADER, "Problema"]);
    expect(lines.slice(1).map((cells) => cells.at(-1))).toEqual(bad.map(({ field, reason }) => `${field}: ${reason}`));

    // The list continues after the first page of the API.
    await dialog.getByRole("button", { name: "Fechar" }).click();
    await page.getByText("Aqui estão os 1.000 mais novos.", { exact: false }).waitFor();
    await page.getByRole("button", { name: "Carregar mais antigos" }).click();
    await page.getByText("Aqui estão os 2.000 mais novos.", { exact: false }).waitFor();

    // The same file again, and then the repaired one: only missing rows are added.
    await page.unroute(`**/api${views.wateringImport.path}`);
    await page.getByRole("button", { name: "Importar arquivo" }).first().click();
    await choose(dialog, file);
    await dialog.getByRole("button", { name: "Importar 4.980" }).click();
    await dialog.getByText("0 importadas, 4.980 já existiam.").waitFor(patiently);
    await dialog.getByRole("button", { name: "Fechar" }).click();
    // Each bad row gets the values of the good ones and a separate time.
    const repaired = lines.slice(1).map((cells, index) => {
      const at = moment(Date.now() - (index + 1) * MINUTE_MS);
      return [rows[0]?.[0] ?? "", at, "0,5", "", ...cells.slice(4)];
    });
    await page.getByRole("button", { name: "Importar arquivo" }).first().click();
    await choose(dialog, csvFile("corrigidas.csv", [lines[0] ?? [], ...repaired]));
    await dialog.getByText("20 linhas prontas", { exact: true }).waitFor();
    await dialog.getByRole("button", { name: "Importar 20" }).click();
    await dialog.getByText("20 importadas.", { exact: true }).waitFor(patiently);
    expect(await countWaterings(session, clientId)).toBe(ROWS);
  },
);

// Not skipped elsewhere, because a skipped test is a failure in CI.
if (isLongFor("client/src/features/setup/importing/", "client/src/ui/export/", "client/src/ui/import/"))
  journey(
    "an export is imported again without a change, and one edited line is one change",
    async ({ keep, visit }) => {
      const session = await openSession(url, "admin");
      const { clientId } = await keep(addClient(session, ownName("Irrigações de volta"), 1));
      const plantingDate = addDays(farmDay(Date.now(), TIME_ZONE), -30);
      const serial = `EXP-${process.pid}`;
      const { sectorId } = await plantFarm(session, {
        clientId,
        name: "Jacu",
        timezone: TIME_ZONE,
        plantingDate,
        serial,
        sensors: {},
      });
      const since = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS - 48 * HOUR_MS;
      for (const [index, grossMm] of [7.4137, 12.04, 5].entries()) {
        const start = new Date(since + index * 8 * HOUR_MS + 41_377).toISOString();
        await session.post("/Watering/Insert", { clientId, sectorId, start, grossMm, note: `='${index}` });
      }
      const storedWaterings = async () => {
        const all: { _id: string; grossMm: number }[] = await session.get(`/Watering/GetByClientID?ID=${clientId}`);
        return all;
      };
      const before = await storedWaterings();

      const visitor = await visit(url);
      const { page } = visitor;
      await signIn(visitor, "admin", clientId);
      await page.goto("/setup/watering");
      await page.getByRole("button", { name: "Exportar" }).click();
      const downloading = page.waitForEvent("download");
      await page.getByRole("button", { name: "CSV (planilha)" }).click();
      const exported = await readFile(await (await downloading).path(), "utf8");
      const dialog = page.getByRole("dialog", { name: /^Importar/ });
      const importAgain = async (content: string, comparison: string, outcome: string) => {
        await page.getByRole("button", { name: "Importar arquivo" }).first().click();
        await choose(dialog, { name: "irrigacoes.csv", mimeType: "text/csv", buffer: Buffer.from(content) });
        await dialog.getByText(comparison, { exact: false }).waitFor(patiently);
        expect(await visitor.accessibilityProblems()).toEqual([]);
        await dialog.getByRole("button", { name: "Importar 3" }).click();
        await dialog.getByText(outcome, { exact: true }).waitFor(patiently);
        await dialog.getByRole("button", { name: "Fechar" }).click();
      };
      await importAgain(
        exported,
        "0 linhas novas; 0 alteram registros; 3 iguais, nada muda.",
        "0 importadas, 3 já existiam.",
      );
      expect(await storedWaterings()).toEqual(before);
      await importAgain(
        exported.replace("12,04;", "20,5;"),
        "0 linhas novas; 1 altera um registro; 2 iguais, nada muda.",
        "0 importadas, 1 alterada, 2 já existiam.",
      );
      expect((await storedWaterings()).map(({ grossMm }) => grossMm).sort()).toEqual([20.5, 5, 7.4137]);
    },
  );
