import type { MailedReport } from "@lamina/shared/views/mail";
import type { ConsumptionReport, ManagementReport } from "@lamina/shared/views/report";
import { summaryOf } from "@lamina/shared/views/report-totals";
import type { Caller } from "../../http/caller.ts";
import { consumptionCsv, costOf } from "./consumption-csv.ts";
import { rounded } from "./csv.ts";
import { managementCsv } from "./management-csv.ts";
import type { Reports } from "./service.ts";
import { mailText, totalsText } from "./text.ts";

/** The report of some days, of the caller's farms or of a part of them. */
export interface ReportChoice {
  report: MailedReport;
  clientId: string;
  from: string;
  to: string;
  farmId?: string | undefined;
  pivotId?: string | undefined;
}

interface ReportFile {
  file: { name: string; type: string; content: Uint8Array };
  /** Its key totals, one in a line. */
  totals: string;
}

/** @throws HttpProblem 400, 403, 404 like the report itself */
export async function reportFile(reports: Reports, caller: Caller, choice: ReportChoice): Promise<ReportFile> {
  const { report, from, to } = choice;
  const { content, totals } =
    report === "management"
      ? managementContent(await sectionsOf(reports, caller, choice))
      : consumptionContent(await reports.consumption(caller, { ID: choice.clientId, from, to }), choice);
  const name = mailText.fileName(report, from, to);
  return { file: { name, type: "text/csv; charset=utf-8", content }, totals: totals.join("\n") };
}

/** All pages of the report. */
async function sectionsOf(
  reports: Reports,
  caller: Caller,
  { clientId: ID, from, to, farmId, pivotId }: ReportChoice,
): Promise<ManagementReport["sectors"]> {
  const sections: ManagementReport["sectors"] = [];
  for (let after: string | undefined; ; ) {
    const page = await reports.management(caller, { ID, from, to, pivotId, after });
    sections.push(...page.sectors.filter((section) => farmId === undefined || section.farmId === farmId));
    if (!page.next) return sections;
    after = page.next;
  }
}

function managementContent(sections: ManagementReport["sectors"]) {
  const content = managementCsv(sections);
  const inSeason = sections.filter(({ rows }) => rows.length > 0);
  if (inSeason.length === 0) return { content, totals: [totalsText.noSeason] };
  const { appliedM3, totals: sums } = summaryOf(inSeason);
  const totals = [
    totalsText.applied(sums.appliedMm, appliedM3),
    totalsText.required(sums.requiredMm),
    totalsText.rain(sums.rain, sums.rainEff),
    totalsText.etc(sums.etcAdj),
    totalsText.stress(sums.stressDays),
    totalsText.excess(sums.excessDays),
    ...(sums.outDays ? [totalsText.outOfService(sums.outDays, sums.outStressDays ?? 0)] : []),
  ];
  return { content, totals };
}

function consumptionContent(report: ConsumptionReport, { farmId, pivotId, from, to }: ReportChoice) {
  const rows = report.rows.filter(
    (row) => (farmId === undefined || row.farmId === farmId) && (pivotId === undefined || row.pivotId === pivotId),
  );
  const content = consumptionCsv(rows);
  if (rows.length === 0) return { content, totals: [totalsText.noUse] };
  // Of the cells of the file, so that they add up to the mail's totals.
  const sum = (amount: (row: (typeof rows)[number]) => number | null, decimals: number) =>
    rows.reduce((total, row) => total + (rounded(amount(row), decimals) ?? 0), 0);
  const isKnown = (amount: (row: (typeof rows)[number]) => number | null) => rows.some((row) => amount(row) !== null);
  const permits = report.permits.filter(
    (permit) =>
      (farmId === undefined || permit.farmId === farmId) &&
      permit.month >= from.slice(0, 7) &&
      permit.month <= to.slice(0, 7),
  );
  const totals = [
    totalsText.volume(sum(({ m3 }) => m3, 0)),
    totalsText.hours(sum(({ hours }) => hours, 1)),
    ...(isKnown(({ kwh }) => kwh) ? [totalsText.energy(sum(({ kwh }) => kwh, 0))] : []),
    ...(isKnown(({ brlTotal }) => brlTotal) ? [totalsText.cost(sum(costOf, 2))] : []),
    ...permits.map(({ number, month, usedPct }) => totalsText.permit(number, month, usedPct)),
  ];
  return { content, totals };
}
