// `npm run bench:giant-file -- --rows 500000`: an archive of an automatic station by the screen: time and memory until its
// preview, its sending, the longest task of the page, and another person's call meanwhile. `--parts 200` stops after so many
// calls, because millions of readings take long on a busy machine.
import { parseArgs } from "node:util";
import { HOUR_MS } from "@lamina/shared/core/time";
import type { CDPSession } from "playwright-core";
import { openSession } from "../e2e/product/session.ts";
import { line, quantile } from "./figures.ts";
import { launch, logIn, settled, startProduct } from "./product.ts";

declare global {
  /** Of the page: milliseconds of its long tasks. */
  var tasks: number[];
}

const { values } = parseArgs({
  options: { rows: { type: "string", default: "500000" }, parts: { type: "string", default: "200" } },
});
const [rows, parts] = [Number(values.rows), Number(values.parts)];
const PART_READINGS = 2_000;

await using product = await startProduct();
const browser = await launch();
try {
  const page = await browser.newPage({ baseURL: product.url, serviceWorkers: "block" });
  const inspector = await page.context().newCDPSession(page);
  await logIn(page, "ana");
  await page.goto("/setup/device?parte=sensores");
  await settled(page);
  await page.evaluate(() => {
    globalThis.tasks = [];
    new PerformanceObserver((list) =>
      globalThis.tasks.push(...list.getEntries().map(({ duration }) => duration)),
    ).observe({
      type: "longtask",
    });
  });
  const before = await heapMb(inspector);
  await page.getByRole("button", { name: "Importar arquivo" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Importar leituras" });

  // The file is made in the page, because a test may hand at most 50 MB to it.
  const input = dialog.getByLabel("Planilha ou arquivo");
  await input.evaluate(makeArchive, { rows, hourMs: HOUR_MS });
  await settled(page);
  await longestTask();
  let startedAt = performance.now();
  await input.evaluate((file) => file.dispatchEvent(new Event("change", { bubbles: true })));
  const serial = dialog.getByLabel(/Número de série/).first();
  await serial.waitFor({ timeout: 600_000 });
  await serial.selectOption({ index: 1 });
  const send = dialog.getByRole("button", { name: /^Importar [\d.]+$/ });
  await send.waitFor({ timeout: 1_200_000 });
  const readings = Number((await send.innerText()).replace(/\D/g, ""));
  const previewS = (performance.now() - startedAt) / 1_000;
  line(
    "preview",
    `${rows} rows, ${readings} readings: ${previewS.toFixed(0)} s, longest task ${await longestTask()} ms, page ${before.toFixed(0)} → ${(await heapMb(inspector)).toFixed(0)} MB`,
  );

  const other = await openSession(product.url, "admin");
  const alone = await calls(other, async () => new Promise((resolve) => setTimeout(resolve, 5_000)));
  startedAt = performance.now();
  const beside = await calls(other, async () => {
    await send.click();
    await dialog.getByRole("progressbar").evaluate(
      (bar, wanted) =>
        new Promise<void>((resolve) => {
          const look = setInterval(() => {
            if (bar.isConnected && Number(bar.getAttribute("value")) < wanted) return;
            clearInterval(look);
            resolve();
          }, 250);
        }),
      Math.min(readings, parts * PART_READINGS),
    );
  });
  const seconds = (performance.now() - startedAt) / 1_000;
  const sent = Number((await dialog.getByRole("progressbar").getAttribute("value")) ?? readings);
  line(
    "sending",
    `${sent} readings in ${seconds.toFixed(0)} s, longest task ${await longestTask()} ms, page ${(await heapMb(inspector)).toFixed(0)} MB, another person's call p95 ${p95(alone)} ms alone, ${p95(beside)} ms beside it`,
  );

  async function longestTask(): Promise<string> {
    return page.evaluate(() => Math.max(0, ...globalThis.tasks.splice(0)).toFixed(0));
  }
} finally {
  await browser.close();
}

function p95(times: readonly number[]): string {
  return quantile(times, 0.95).toFixed(0);
}

/** Memory of the page's objects after a collection. */
async function heapMb(inspector: CDPSession): Promise<number> {
  await inspector.send("HeapProfiler.collectGarbage");
  return (await inspector.send("Runtime.getHeapUsage")).usedSize / 1e6;
}

/** The times of one call after the other during some work. */
async function calls(
  session: { get(path: string): Promise<unknown> },
  work: () => Promise<unknown>,
): Promise<number[]> {
  const times: number[] = [];
  let isOver = false;
  const done = work().finally(() => {
    isOver = true;
  });
  while (!isOver) {
    const startedAt = performance.now();
    await session.get("/Client/GetAll");
    times.push(performance.now() - startedAt);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  await done;
  return times;
}

/** Runs in the page: puts an archive into the input, in the form of INMET, an hour a row, that ends a year ago. */
function makeArchive(input: Element, { rows, hourMs }: { rows: number; hourMs: number }): void {
  const two = (value: number) => String(value).padStart(2, "0");
  const decimal = (value: number) => value.toFixed(1).replace(".", ",").replace(/^0,/, ",");
  const lines = [
    "REGIAO:;CO",
    "UF:;DF",
    "ESTACAO:;BRASILIA",
    "CODIGO (WMO):;A001",
    "Data;Hora UTC;PRECIPITAÇÃO TOTAL, HORÁRIO (mm);PRESSAO ATMOSFERICA AO NIVEL DA ESTACAO, HORARIA (mB);RADIACAO GLOBAL (Kj/m²);TEMPERATURA DO AR - BULBO SECO, HORARIA (°C);TEMPERATURA DO PONTO DE ORVALHO (°C);TEMPERATURA MÁXIMA NA HORA ANT. (AUT) (°C);TEMPERATURA MÍNIMA NA HORA ANT. (AUT) (°C);UMIDADE REL. MAX. NA HORA ANT. (AUT) (%);UMIDADE REL. MIN. NA HORA ANT. (AUT) (%);UMIDADE RELATIVA DO AR, HORARIA (%);VENTO, DIREÇÃO HORARIA (gr) (° (gr));VENTO, RAJADA MAXIMA (m/s);VENTO, VELOCIDADE HORARIA (m/s);",
  ];
  const end = Math.floor(Date.now() / hourMs) - 8_760;
  for (let row = 0; row < rows; row++) {
    const at = new Date((end - rows + row) * hourMs);
    const hour = (at.getUTCHours() + 21) % 24;
    const sun = Math.max(0, Math.sin((Math.PI * (hour - 6)) / 12));
    const day = `${at.getUTCFullYear()}/${two(at.getUTCMonth() + 1)}/${two(at.getUTCDate())}`;
    const warm = 18 + 10 * sun + (row % 7) / 10;
    lines.push(
      `${day};${two(at.getUTCHours())}00 UTC;${row % 29 === 0 ? decimal((row % 40) / 10) : "0"};${decimal(887 + (row % 30) / 10)};${sun > 0 ? decimal(3_000 * sun) : ""};${decimal(warm)};17,9;${decimal(warm + 0.5)};${decimal(warm - 0.5)};91;${60 + (row % 20)};${65 + (row % 20)};187;3,3;${decimal(1 + (row % 25) / 10)};`,
    );
  }
  const transfer = new DataTransfer();
  transfer.items.add(new File([lines.join("\r\n")], "INMET_A001.CSV", { type: "text/csv" }));
  if (input instanceof HTMLInputElement) input.files = transfer.files;
}
