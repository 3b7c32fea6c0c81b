import type { RunFigures } from "@lamina/shared/records/run-figures";
import type { DecisionOf } from "@lamina/shared/views/machine-day";
import { brl, day, dayAndTime, duration, hoursAndMinutes, number, time, when } from "../observe/text.ts";

const at = (angle: number | null) => (angle === null ? "" : ` em ${number(angle)}°`);

/** `R$ 310 hoje, R$ 980 no total`; the whole alone where all of it is today's or the part is unknown. */
function ofToday(today: number | null, whole: number | null, write: (value: number) => string): string {
  const [part, all] = [today, whole].map((value) => (value === null ? "" : write(value)));
  return !part || !all || part === all ? all || part || "" : `${part} hoje, ${all} no total`;
}

/** Messages of the alerts. `site` is the name of the farm, system or sector; times are the farm's. */
export const text = {
  silent: (device: string, minutes: number, since: Date, timezone: string) =>
    `${device} sem comunicar há ${duration(minutes)}, desde ${dayAndTime(since, timezone)}`,
  unusable: (device: string) => `${device} envia, mas nada serve: veja as razões na página do equipamento`,
  lowBattery: (device: string, percent: number) => `${device} com bateria baixa: ${number(percent)} %`,
  diverges: (site: string, computedMm: number, measuredMm: number) =>
    `${site}: déficit calculado de ${number(computedMm, 1)} mm, medido de ${number(measuredMm, 1)} mm`,
  faults: {
    "low-pressure": "baixa pressão",
    power: "falta de energia",
    cable: "cabo rompido",
    misalignment: "desalinhamento",
    safety: "circuito de segurança",
  },
  onTower: (fault: string, tower: number) => `${fault} na torre ${tower}`,
  permit: (farm: string, permit: string, { pct, m3, ofM3 }: { pct: number; m3: number; ofM3: number }) =>
    `${farm}: ${number(Math.floor(pct))} % da outorga ${permit} usados no mês, ${number(m3)} de ${number(ofM3)} m³`,
  permitEnded: (site: string, end: string, permit: string) => `${site} rega sem outorga: ${end} da outorga ${permit}`,
  permitEnds: {
    date: "acabou a validade",
    hours: "acabaram as horas do dia",
    volume: "acabou o volume do mês",
    days: "acabaram os dias do mês",
  },
  runsWithFault: (site: string, fault: string, angle: number | null, moment: string) =>
    `${site} com ${fault}${at(angle)}${moment}`,
  stoppedByFault: (site: string, fault: string, angle: number | null, moment: string) =>
    `${site} parou${at(angle)} (${fault})${moment}`,
  started: (site: string, angle: number | null, moment: string) => `${site} partiu${at(angle)}${moment}`,
  stopped: (site: string, angle: number | null, moment: string) => `${site} parou${at(angle)}${moment}`,
  /** Added to a message when the moment is known. */
  moment: (since: Date | null, now: Date, timezone: string) => (since === null ? "" : when(since, now, timezone)),
  runsOut: (site: string, angle: number | null, moment: string) =>
    `${site} está ligada${at(angle)}${moment}, mas consta fora de serviço`,
  /** @param person whom to call, with the phone */
  unproved: (site: string, command: string, moment: string, person: { name: string; phone: string } | null) =>
    `${site}: ${command}${moment}. ${
      person === null ? "Vá à máquina" : `Vá à máquina, ou ligue para ${person.name}, ${person.phone}`
    }`,
  commands: {
    start: "ligar",
    stop: "parar",
    speed: "mudar velocidade",
    direction: "inverter sentido",
    pump: "comando da bomba",
  },
  /** Of an alert with which a rule stops a machine. */
  noProof: "sem prova da telemetria",
  unsentStop: "a parada automática não foi enviada",
  stopAsked: (machine: string, cause: string) => `${machine}: parada automática pedida. ${cause}`,
  lowPressure: (site: string, bar: number) => `${site} com baixa pressão: ${number(bar, 1)} bar`,
  /** @param wait the recommendation to wait, if that is the one of the day */
  stress: (
    site: string,
    since: string | null,
    { dr, raw }: { dr: number; raw: number },
    wait?: { until: string; otherwiseMm: number },
  ) =>
    [
      `${site} entrou em estresse${since === null ? "" : ` em ${day(since)}`}: déficit de ${number(dr, 1)} mm, AFD de ${number(raw, 1)} mm`,
      ...(wait ? [`aguardar até ${day(wait.until)}`, `se não chover, ${number(wait.otherwiseMm, 1)} mm`] : []),
    ].join("; "),
  excess: (site: string, date: string, dp: number) =>
    `${site} com excesso de água em ${day(date)}: ${number(dp, 1)} mm percolados`,
  sectors: (system: string, count: number) => `${system} (${count} setores)`,
  /**
   * A machine has the figures of its run, as on its card: passes, depth, P, hours and money.
   * @param beginsLater whether the run of today's plan begins after midnight
   * @param hasTable whether the panel changes the setting by sector
   * @param limit why the plan leaves the run out, where no other hour resolves it
   */
  irrigateToday: (
    site: string,
    run: RunFigures | null,
    {
      isRunning = false,
      hasTable = false,
      beginsLater = false,
      limit,
    }: { isRunning?: boolean; hasTable?: boolean; beginsLater?: boolean; limit?: string | undefined } = {},
  ) => {
    if (run === null) return `${site}: irrigar hoje`;
    const { passes, depthPerPassMm, percent, hours, hoursToday, costBrl, costTodayBrl } = run;
    const depth = depthPerPassMm === null ? "" : `${passes > 1 ? `${passes} × ` : ""}${number(depthPerPassMm, 1)} mm`;
    const setting = percent === null ? hasTable && "P por setor" : `${number(percent)} % no painel`;
    const isOut = hoursToday === 0;
    const toDo = beginsLater ? "irrigar a partir de amanhã" : "irrigar hoje";
    const what = isOut ? `precisa de água, ${limit ?? "não cabe hoje"}` : toDo;
    const isToday = !(isOut || beginsLater);
    return [
      `${site}: ${isRunning ? "regando" : what}`,
      [depth, setting].filter(Boolean).join(" · "),
      ofToday(isToday ? hoursToday : null, hours, hoursAndMinutes),
      ofToday(isToday ? costTodayBrl : null, costBrl, brl),
    ]
      .filter(Boolean)
      .join(", ");
  },
  stopRun: (machine: string, { facts, rainPct, drainsMm, savedBrl, riskedBrl, waiting }: DecisionOf<"stop">) =>
    `Pare ${machine} agora: ${[
      ...(waiting ? [`${waiting.name} precisa da ${waiting.forWhat === "source" ? "bomba" : "outorga"}`] : []),
      ...(facts.rainMm >= 1 ? [`${number(facts.rainMm, 1)} mm previstos (${number(rainPct)} %)`] : []),
      ...(drainsMm >= 1 ? [`${number(drainsMm, 1)} mm do que falta percolariam`] : []),
      `economiza ${brl(savedBrl)}, arrisca ${brl(riskedBrl)}`,
    ].join("; ")}`,
  coldNow: (farm: string, celsius: number, moment: Date, timezone: string) =>
    `${farm}: geada, ${number(celsius, 1)} °C às ${time(moment, timezone)}`,
  dryAir: (farm: string, percent: number, moment: Date, timezone: string) =>
    `${farm}: umidade do ar em ${number(percent)} % às ${time(moment, timezone)}`,
  wind: (farm: string, kmh: number, moment: Date, timezone: string) =>
    `${farm}: vento de ${number(kmh)} km/h às ${time(moment, timezone)}`,
  rained: (farm: string, mm: number, moment: Date, timezone: string) =>
    `${farm}: chuva de ${number(mm, 1)} mm hoje até ${time(moment, timezone)}`,
  frostAhead: (farm: string, date: string, celsius: number) =>
    `${farm}: risco de geada em ${day(date)}, mínima prevista de ${number(celsius, 1)} °C`,
} as const;
