import type { Irrigameter } from "@lamina/shared/views/irrigameter";
import { beginsNow } from "../../../field/advice.ts";
import { farmClock } from "../../../field/farm-clock.ts";
import { groupBy } from "../../../platform/group-by.ts";
import { formatAmount, formatBrl, formatList, formatNumber } from "../../../ui/format.ts";
import { sumShown } from "../amounts.ts";
import type { MachineToday } from "./machines-today.ts";
import { orderText } from "./order-text.ts";

/** More hours than these are not listed. */
const MOST_HOURS = 2;

interface HeadInput {
  /** The machines with an order, and those that do not fit. */
  orders: readonly MachineToday[];
  leftOut: readonly MachineToday[];
  data: Pick<Irrigameter, "permits">;
  now: number;
  todayOf(timeZone: string): string;
}

/** `Ligue 2 máquinas às 21:11`, `R$ 995 e 9.869 m³ em 24 h (31 % da outorga do mês)`, `O atraso custa R$ 3.738`. */
export function dayHead({ orders, leftOut, data, now, todayOf }: HeadInput): string[] {
  const of = (stage: MachineToday["stage"]) => orders.filter((machine) => machine.stage === stage);
  const [irrigating, stopping, running] = [of("irrigate"), of("stop"), of("running")];
  const isCommanded = ({ unit: { decision } }: MachineToday) =>
    decision.kind === "run" && Boolean(decision.commandedBy);
  const [commanded, starting] = [irrigating.filter(isCommanded), irrigating.filter((one) => !isCommanded(one))];
  const runs = [...irrigating, ...stopping, ...running].map(({ unit }) => unit);
  const acts = [
    ...(stopping.length > 0 ? [orderText.stopAll(stopping.length)] : []),
    ...(starting.length > 0 ? [startWords(starting, now, todayOf)] : []),
    ...(commanded.length > 0 ? [orderText.commandedAll(commanded.length)] : []),
    ...(running.length > 0 ? [orderText.runningAll(running.length)] : []),
  ];
  if (acts.length === 0) return [orderText.nothing];
  const cost = sumShown(runs.map(({ day }) => day.money.todayBrl));
  const volume = sumShown(runs.map(({ day }) => day.water.todayM3)) ?? 0;
  const loss = sumShown([...runs, ...leftOut.map(({ unit }) => unit)].map(({ day }) => day.money.lossBrl ?? 0)) ?? 0;
  const permit = permitPct(runs, data.permits ?? []);
  return [
    acts.join("; "),
    ...(cost === null && volume === 0
      ? []
      : [
          orderText.sums(formatBrl(cost), formatAmount(volume, "m³")) +
            (permit === null ? "" : orderText.permit(`${formatNumber(permit, 0)} %`)),
        ]),
    ...(loss > 0 ? [orderText.delay(formatBrl(loss))] : []),
  ];
}

/** `Ligue 2 máquinas às 21:11 e 1 amanhã 08:41`; of many hours only the first. */
function startWords(machines: readonly MachineToday[], now: number, todayOf: HeadInput["todayOf"]): string {
  const moments = machines.flatMap(({ unit: { decision, farm } }) => {
    if (decision.kind !== "run" || decision.startAt === null) return [];
    if (beginsNow(decision.startAt, now)) return orderText.now;
    const clock = farmClock(decision.startAt, farm.timezone, todayOf(farm.timezone));
    return /^\d/.test(clock) ? orderText.at(clock) : clock;
  });
  const [first, ...others] = [...groupBy(moments, (moment) => moment)];
  const all = orderText.startAll(machines.length);
  if (first === undefined) return all;
  if (others.length >= MOST_HOURS) return `${all}, ${orderText.first(first[0])}`;
  return formatList([
    `${orderText.startAll(first[1].length)} ${first[0]}`,
    ...others.map(([moment, own]) => orderText.startAt(own.length, moment)),
  ]);
}

/** The used part of the permit of which most will be used after today, in %. */
function permitPct(runs: readonly MachineToday["unit"][], permits: NonNullable<Irrigameter["permits"]>): number | null {
  const used = permits.flatMap(({ pivotIds, m3Month, m3Left }) => {
    const own = runs.filter(({ pivot }) => pivotIds.includes(pivot._id));
    if (own.length === 0 || !m3Month || m3Left === undefined) return [];
    const today = own.reduce((sum, { day }) => sum + (day.water.todayM3 ?? 0), 0);
    return (100 * (m3Month - m3Left + today)) / m3Month;
  });
  return used.length === 0 ? null : Math.max(...used);
}
