import type { Locator } from "playwright-core";
import type { Visitor } from "./browser/visitor.ts";

/**
 * The field of a form by its label, without the unit and the mark of a required field. The first one when rows repeat
 * it.
 */
export function field(scope: Pick<Locator, "getByLabel">, label: string): Locator {
  const literal = label.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return scope.getByLabel(new RegExp(`^${literal}( \\(|\\s*\\*?$)`)).first();
}

/** Fills fields, or selects their options, in order. */
export async function fillForm(scope: Pick<Locator, "getByLabel">, values: Readonly<Record<string, string>>) {
  for (const [label, value] of Object.entries(values)) {
    const found = field(scope, label);
    const isChoice = (await found.evaluate((element) => element.tagName)) === "SELECT";
    await (isChoice ? found.selectOption({ label: value }) : found.fill(value));
  }
}

/** Saves the open form and waits for the confirmation. */
export async function save({ page }: Visitor, said: RegExp): Promise<void> {
  await page.getByRole("button", { name: "Salvar", exact: true }).click();
  await page.getByText(said).first().waitFor();
}

/** A name that is unique among journeys, because they share one product. */
export function ownName(name: string): string {
  return `${name} ${process.pid}-${Math.floor(performance.now())}`;
}

/** Adds a client as an administrator does, from the list of clients. Its first steps are then shown. */
export async function addClient({ page }: Visitor, name: string): Promise<void> {
  await page.getByRole("button", { name: /^Cliente: / }).click();
  await page.getByRole("button", { name: "Novo cliente" }).click();
  await page.getByLabel("Nome do cliente").fill(name);
  await page.getByRole("button", { name: "Criar cliente" }).click();
  await page.waitForURL("**/setup/farms?passos**");
}

/** A CSV file for an import, in the format of Brazilian spreadsheets. */
export function csvFile(name: string, rows: readonly (readonly string[])[]) {
  const text = `\uFEFF${rows.map((row) => row.join(";")).join("\r\n")}\r\n`;
  return { name, mimeType: "text/csv", buffer: Buffer.from(text, "utf8") };
}
