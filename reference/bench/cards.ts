import { addDays, farmMoment } from "@lamina/shared/core/farm-time";
import {
  type Decision,
  type DecisionOf,
  isRun,
  type MachineDay,
  MachineDays,
  type SectorDay,
} from "@lamina/shared/views/machine-day";
import { logIn } from "../../bench/client.ts";
import { startApi } from "../../e2e/product/api.ts";
import { clockEnvironment, offsetAt } from "../../e2e/product/clock.ts";

/**
 * All cards of the demo farm on twelve days of a year, as the tables of `docs/cards.md`: machine and sectors, advice, its day, its
 * limit and its money. Sectors of a machine with the same advice are one row.
 *
 *   npm run bench:cards -- [days] [first of the twelve, from 1]
 */
const TIME_ZONE = "America/Sao_Paulo";
const FIRST = "2026-11-26";
const DAYS_APART = 31;
const TIMES = ["07:05", "13:40", "20:25"];
const days = Number(process.argv[2] ?? 12);
const first = Number(process.argv[3] ?? 1) - 1;

const kinds = new Map<string, number>();

async function machinesOf(send: (path: string) => Promise<unknown>): Promise<MachineDay[]> {
  const clients = (await send("/Client/GetAll")) as { _id: string }[];
  const answers = await Promise.all(clients.map(({ _id }) => send(`/MachineDay/GetByClientID?ID=${_id}`)));
  return answers.flatMap((answer) => MachineDays.parse(answer).machines);
}

function rowsOf(machine: MachineDay): string[][] {
  const groups = Map.groupBy(machine.sectors, ({ decision, status }) =>
    [kindOf(decision), status, adviceOf(decision), dayOf(decision)].join("|"),
  );
  return [...groups.values()].flatMap((sectors) => {
    const [one] = sectors;
    if (one === undefined) return [];
    const { decision, status } = one;
    const kind = kindOf(decision);
    kinds.set(kind, (kinds.get(kind) ?? 0) + sectors.length);
    const name = `${machine.name} · ${sectors.map((sector) => sector.name).join(", ")}`;
    return [
      [
        name,
        status,
        kind,
        adviceOf(decision),
        dayOf(decision),
        sectors.map(waterOf).join("; "),
        moneyOf(machine, decision),
      ],
    ];
  });
}

function kindOf(decision: Decision): string {
  switch (decision.kind) {
    case "run":
      return decision.limit ?? (decision.isUnderWay ? "under way" : decision.isLeftOut ? "not today" : "irrigate");
    case "stop":
      return "stop";
    case "blocked":
      return `blocked: ${decision.by}`;
    default:
      return `${decision.kind}: ${decision.rule}`;
  }
}

const mm = (value: number | null | undefined) => (value == null ? "–" : `${value.toFixed(1)} mm`);

function adviceOf(decision: Decision): string {
  if (isRun(decision)) {
    const { passes, depthPerPassMm, percent } = decision.run;
    const setting = percent === null ? "" : ` at ${percent} %`;
    const rest = decision.kind === "stop" ? `, stop: ${whyStop(decision)}` : "";
    return `${passes} × ${mm(depthPerPassMm)}${setting}${rest}`;
  }
  if (decision.kind !== "wait") return "–";
  const rain =
    (decision.rainMm ?? 0) > 0 ? `, rain ${mm(decision.rainMm)} at ${Math.round(decision.rainPct ?? 100)} %` : "";
  return `wait${rain}; else ${mm(decision.otherwiseMm)}`;
}

const whyStop = ({ waiting, facts, rainPct }: DecisionOf<"stop">) =>
  waiting ? `${waiting.name} needs its ${waiting.forWhat}` : `rain ${mm(facts.rainMm)}, ${rainPct} %`;

function dayOf(decision: Decision): string {
  if (isRun(decision)) return decision.startAt === null ? "–" : local(decision.startAt);
  return decision.kind === "blocked"
    ? `since ${decision.since?.slice(0, 10) ?? "–"}`
    : `until ${decision.until ?? "–"}`;
}

const clock = new Intl.DateTimeFormat("sv-SE", { timeZone: TIME_ZONE, dateStyle: "short", timeStyle: "short" });
const local = (moment: string) => clock.format(new Date(moment)).slice(5);

const waterOf = ({ drMm, rawMm }: SectorDay) =>
  drMm === null || rawMm === null ? "–" : `${drMm.toFixed(0)} of ${rawMm.toFixed(0)}`;

function moneyOf({ money }: MachineDay, decision: Decision): string {
  const brl = (value: number) => `R$ ${value.toFixed(0)}`;
  if (decision.kind === "stop") return `saves ${brl(decision.savedBrl)}, risks ${brl(decision.riskedBrl)}`;
  if (!isRun(decision) || money.wholeBrl === null) return "–";
  return `${brl(money.wholeBrl)}${money.lossBrl ? `, loses ${brl(money.lossBrl)}` : ""}`;
}

for (let index = first; index < first + days; index += 1) {
  const day = addDays(FIRST, index * DAYS_APART);
  const time = TIMES[index % TIMES.length] ?? "07:05";
  const moment = new Date(farmMoment(day, time, TIME_ZONE)).toISOString();
  const { NODE_OPTIONS = "", CLOCK_OFFSET_MS = "0" } = clockEnvironment(offsetAt(moment));
  await using api = await startApi({ NODE_OPTIONS, CLOCK_OFFSET_MS });
  const client = await logIn(api, "ana", api.demo?.password ?? "");
  const machines = await machinesOf(client.send);
  client.close();
  console.log(`\n### ${day}, ${time}\n`);
  console.log(
    "| machine · sectors | status | kind | advice | day | deficit of AFD, mm | money |\n|---|---|---|---|---|---|---|",
  );
  for (const machine of machines) for (const row of rowsOf(machine)) console.log(`| ${row.join(" | ")} |`);
}
console.log("\n### Kinds\n\n| kind | cards |\n|---|---|");
for (const [kind, count] of [...kinds].sort(([, a], [, b]) => b - a)) console.log(`| ${kind} | ${count} |`);
