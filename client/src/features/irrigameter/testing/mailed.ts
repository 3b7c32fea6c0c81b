import type { ManagementReport } from "@lamina/shared/views/report";
import { areaOf } from "@lamina/shared/views/report-totals";
import { expect } from "vitest";
import { formatNumber } from "../../../ui/format.ts";

/** A mail of a report, with its CSV. */
export interface MailedText {
  text: string;
  file: string;
}

/** An alert of irrigation in a daily mail: `Aviso · 14/09, 19:00 · Pivô 05: irrigar hoje, …` and its link. */
const IRRIGATION = /· (\S+, \S+) · (.*: (?:regando|irrigar|precisa de água).*)\n\S*[?&]pivo=([^&\s]+)/;

/** The alerts of irrigation in a mail, each with its moment as the mail writes it. */
export const alertsOfMail = (mail: string): { moment: string; pivotId: string; text: string }[] =>
  mail.split("\n\n").flatMap((part) => {
    const [, moment, text, pivotId] = IRRIGATION.exec(part) ?? [];
    return moment && text && pivotId ? [{ moment, pivotId, text }] : [];
  });

/** A moment on the clock of the demo's clients, as a mail writes it. */
export const mailMoment = (at: number) =>
  new Date(at).toLocaleString("pt-BR", {
    ...{ day: "2-digit", month: "2-digit", hour: "2-digit", minute: "2-digit" },
    timeZone: "America/Sao_Paulo",
  });

/** The rows of a CSV by the names of its columns. */
function rowsOf(file: string): Record<string, string>[] {
  const [head = "", ...lines] = file.replace("\uFEFF", "").trimEnd().split("\r\n");
  const names = head.split(";");
  return lines.map((line) => Object.fromEntries(line.split(";").map((cell, place) => [names[place] ?? "", cell])));
}

const numberOf = (cell = "") => Number(cell.replace(",", "."));
const sumOf = (rows: readonly Record<string, string>[], column: string) =>
  rows.reduce((sum, row) => sum + numberOf(row[column]), 0);

/** The totals of a mail equal the days of its file: depths as means by area, days as counts. */
export function expectManagementTotals({ text, file }: MailedText, sections: ManagementReport["sectors"]): void {
  const rows = rowsOf(file);
  const days = sections.flatMap((section) => section.rows.map((row) => ({ section, row })));
  expect(rows.length).toBe(days.length);
  if (days.length === 0) return;
  const areaHa = areaOf(sections.filter((section) => section.rows.length > 0));
  const mean = (column: string) =>
    days.reduce((sum, { section }, place) => sum + numberOf(rows[place]?.[column]) * section.areaHa, 0) / areaHa;
  const daysWith = (is: (row: (typeof days)[number]["row"]) => boolean) => days.filter(({ row }) => is(row)).length;
  // Each day of the file is rounded to a tenth.
  const within = Math.max(...sections.map((section) => section.rows.length)) * 0.05 + 0.05;
  const near = (line: RegExp, expected: number) => {
    const [, written] = line.exec(text) ?? [];
    expect(Math.abs(numberOf(written) - expected), `${line} ${expected}\n${text}`).toBeLessThanOrEqual(within);
  };
  near(/^Irrigação aplicada: ([\d,]+) mm em média/m, mean("Aplicado (mm)"));
  near(/^Irrigação requerida: ([\d,]+) mm em média/m, mean("Necessário (mm)"));
  near(/^Chuva: ([\d,]+) mm/m, mean("Chuva (mm)"));
  near(/efetiva ([\d,]+) mm/m, mean("Chuva efetiva (mm)"));
  near(/^ETc ajustada: ([\d,]+) mm/m, mean("ETc aj. (mm)"));
  expect(text).toContain(`Dias-setor em estresse (Ks < 1): ${daysWith(({ ks }) => (ks ?? 1) < 1)}\n`);
  expect(text).toMatch(new RegExp(`Dias-setor com excesso: ${daysWith(({ dp }) => dp > 0)}\\s`));
}

/** The totals of a mail equal the sums of the cells of its file, as they are written. */
export function expectConsumptionTotals({ text, file }: MailedText): void {
  const rows = rowsOf(file);
  expect(rows.length).toBeGreaterThan(0);
  expect(text).toContain(`Volume captado: ${formatNumber(sumOf(rows, "Volume (m³)"), 0)} m³`);
  expect(text).toContain(`Bombeamento: ${formatNumber(sumOf(rows, "Bombeamento (h)"), 1)} h`);
  if (text.includes("Energia: "))
    expect(text).toContain(`Energia: ${formatNumber(sumOf(rows, "Energia (kWh)"), 0)} kWh`);
  if (text.includes("Custo da energia: "))
    expect(text).toContain(`Custo da energia: R$ ${formatNumber(sumOf(rows, "R$ total"), 2)}`);
}
