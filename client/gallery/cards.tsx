import type { Status } from "@lamina/shared/records/balance";
import { TypeChart } from "@lamina/shared/records/client";
import type { Recommendation } from "@lamina/shared/records/recommendation";
import type { Irrigameter, SectorCard } from "@lamina/shared/views/irrigameter";
import type { StatusSource } from "@lamina/shared/views/urgency";
import { QueryClientProvider } from "@tanstack/react-query";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { queryClient } from "../src/api/query-client.ts";
import { Questions } from "../src/features/irrigameter/ask/questions.tsx";
import { buildCards } from "../src/features/irrigameter/board.ts";
import { type Board, BoardContext, CardContext } from "../src/features/irrigameter/board-context.ts";
import { UnitCard } from "../src/features/irrigameter/card/unit-card.tsx";
import {
  AT,
  irrigameter,
  monitorRow,
  recommendationRow,
  sectorCard,
} from "../src/features/irrigameter/testing/fixtures.ts";
import { useView } from "../src/features/irrigameter/view-params.ts";
import { NowProvider } from "../src/ui/now.tsx";

const TODAY = "2026-05-14";
const NOTHING = { netMm: null, grossMm: null, percent: null, hoursToCritical: null, startAt: null, endAt: null };
const advice = (change: Partial<Recommendation>): Partial<SectorCard> => ({
  recommendation: recommendationRow(change),
});
const waits = { ...NOTHING, action: "wait" } as const;
const blocked = (blockedBy: string) =>
  ({ ...NOTHING, action: "nodata", blockedBy, blockedSince: "2026-05-12" }) as const;
const planted = sectorCard({}).season;

/** Every face of a card, by its name. */
const faces: Readonly<Record<string, Partial<SectorCard>>> = {
  "Irrigar, uma volta": advice({ passes: 1, depthPerPassMm: 12 }),
  "Irrigar, duas voltas": {
    status: "stress",
    ...advice({ passes: 2, grossMm: 32.8, depthPerPassMm: 16.4, percent: 32, cannotKeepUp: true }),
  },
  Regando: {},
  "Aguardar até um dia": { status: "ok", drNowMm: 9.8, ...advice({ ...waits, waitUntil: "2026-05-17" }) },
  "Aguardar a chuva": {
    ...advice({
      ...waits,
      otherwiseMm: 12,
      rainWait: { rainMm: 14, expectedMm: 9, savedBrl: 800, riskedBrl: 120 },
    }),
  },
  "Não irrigar": { status: "excess", drNowMm: 0, ...advice({ ...NOTHING, action: "none" }) },
  Conferir: {
    monitors: [monitorRow("s5", { drMm: 12.1, status: "ok" })],
    sensorStatus: "ok",
    differenceMm: -13.3,
    differenceTooLarge: true,
    ...advice({
      ...blocked("contradicted"),
      contradiction: { by: "probe", balanceMm: 25.4, measuredMm: 12.1, detectionId: null, at: AT },
    }),
  },
  "Sem dados": {
    status: "nodata",
    ...advice({ ...blocked("stale-rain"), missingRain: { gauge: "EST-01", days: ["2026-05-12", "2026-05-13"] } }),
  },
  "Dado velho": { dataAt: "2026-05-13T02:00:00.000Z", dataStaleAt: "2026-05-13T05:00:00.000Z" },
  "Sem cultivo": { status: "fallow", balance: null, drNowMm: null, recommendation: null, season: null },
  "Colheita pendente": {
    status: "ok",
    season: planted,
    ...advice({
      ...NOTHING,
      action: "none",
      reasons: [{ key: "harvestPending", value: null, unit: null, source: null, at: TODAY }],
    }),
  },
};

const measured = (status: Status, drMm: number, meanPct: number): Partial<SectorCard> => ({
  monitors: [monitorRow("s", { drMm, meanPct, status })],
  sensorStatus: status,
  differenceMm: 25.4 - drMm,
});

/** Every face of a card by its probe. */
const probeFaces: Readonly<Record<string, Partial<SectorCard>>> = {
  "Sonda em excesso": measured("excess", 0, 33.1),
  "Sonda adequada": measured("ok", 12.1, 29.4),
  "Sonda pede água": measured("irrigate", 28.9, 27.2),
  "Sonda em déficit": measured("stress", 38, 22.4),
  "Fora da tolerância": faces.Conferir ?? {},
  "Sonda sem leitura": {
    monitors: [monitorRow("s", { drMm: null, meanPct: null, trendPctDay: null, status: "nodata" })],
    sensorStatus: "nodata",
  },
  "Sem sonda": { monitors: [], sensorStatus: "nodata" },
};

/** One pivot of one sector for each face; the plan has the run under way. */
function gallery(faces: Readonly<Record<string, Partial<SectorCard>>>): Irrigameter {
  const data = irrigameter();
  const [pivot] = data.pivots;
  const [plan] = data.plans;
  const [run] = plan?.items ?? [];
  if (!pivot || !plan || !run) return data;
  const names = Object.keys(faces);
  const running = names.indexOf("Regando");
  return {
    ...data,
    pivots: names.map((name, index) => ({
      ...pivot,
      _id: `p${index}`,
      name,
      status: index === running ? pivot.status : null,
    })),
    sectors: names.map((name, index) =>
      sectorCard({ _id: `s${index}`, pivotId: `p${index}`, angleEnd: 360 }, { ...faces[name] }),
    ),
    plans: [
      {
        ...plan,
        items: [
          {
            ...run,
            pivotId: `p${running}`,
            sectorIds: [`s${running}`],
            startAt: "2026-05-14T06:00:00.000Z",
            underWay: true,
          },
        ],
      },
    ],
    detections: [],
  };
}

function Cards({ typeChart, mode }: { typeChart: TypeChart; mode: StatusSource }) {
  const view = useView();
  const data = gallery(mode === "sensor" ? probeFaces : faces);
  const units = buildCards(data, typeChart, mode);
  const board: Board = {
    ...view,
    isExplaining: false,
    clientId: "c1",
    data,
    mode,
    typeChart,
    units,
    todayOf: () => TODAY,
    selectSector: () => {},
    mayRecord: true,
    mayAdjust: true,
    mayCorrect: true,
    isOperator: false,
  };
  return (
    <BoardContext value={board}>
      <CardContext value={board}>
        <div
          style={{ display: "grid", gap: 16, gridTemplateColumns: "repeat(auto-fill, minmax(min(100%, 22rem), 1fr))" }}
        >
          {units.map((unit) => (
            <div key={unit.key}>
              <UnitCard unit={unit} selected={null} />
              <Questions unit={unit} card={unit.mostUrgentSector} />
            </div>
          ))}
        </div>
      </CardContext>
    </BoardContext>
  );
}

function Faces() {
  return (
    <main style={{ display: "grid", gap: 20, padding: 16 }}>
      <h1>Cartões</h1>
      <Cards typeChart={TypeChart.pivot} mode="calculated" />
      <h1>Réguas</h1>
      <Cards typeChart={TypeChart.bar} mode="calculated" />
      <h1>Sondas</h1>
      <Cards typeChart={TypeChart.pivot} mode="sensor" />
      <h1>Sondas em réguas</h1>
      <Cards typeChart={TypeChart.bar} mode="sensor" />
    </main>
  );
}

const router = createMemoryRouter([{ path: "*", element: <Faces /> }]);

/** The cards of the irrigâmetro, as circles, as rulers and by the probes. */
export function CardsPage() {
  return (
    <QueryClientProvider client={queryClient}>
      <NowProvider clock={() => Date.parse(AT)}>
        <RouterProvider router={router} />
      </NowProvider>
    </QueryClientProvider>
  );
}
