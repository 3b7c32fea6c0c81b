import { unitsOf } from "@lamina/shared/core/convert";
import { DAY_MS } from "@lamina/shared/core/time";
import type { Series } from "@lamina/shared/records/readings";
import { type Sensor, Variable } from "@lamina/shared/records/telemetry";
import { variableRow } from "@lamina/shared/records/variables";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useSelectedClient } from "../../../core/clients/use-clients.ts";
import { saveFile } from "../../../core/save-file.ts";
import { now } from "../../../platform/clock.ts";
import { ChartPanel } from "../../../ui/chart/chart-panel.tsx";
import type { ChartModel, ChartSeries } from "../../../ui/chart/model/model.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { QueryView } from "../../../ui/feedback/query-view.tsx";
import { useForm } from "../../../ui/form/form-context.ts";
import { formatNumber } from "../../../ui/format.ts";
import { parseNumber } from "../../../ui/parse-number.ts";
import type { PartProps } from "../records/data/screen-config.ts";
import { type Calibration, recalibrated } from "./calibration.ts";
import styles from "./device-aside.module.css";
import { seriesQuery } from "./queries.ts";
import { text } from "./text.ts";

const words = text.sensor;
const PREVIEW_DAYS = 3;

/** Recent readings as stored, and as computed with the calibration in the form. */
export function CalibrationPreview({ record }: PartProps<"sensor">) {
  const { values } = useForm();
  const [a, b] = [parseNumber(String(values.calibA ?? "")), parseNumber(String(values.calibB ?? ""))];
  const to = useMemo(() => calibrationOf(a, b), [a, b]);
  return (
    <>
      <Units />
      {record && to && <Comparison sensor={record} to={to} />}
    </>
  );
}

/** The calibrations of a device that sends in another unit, each as a button that fills them in. */
function Units() {
  const { values, set } = useForm();
  const { data: variable } = Variable.safeParse(values.variable);
  const others = variable ? unitsOf(variableRow(variable).unit).slice(1) : [];
  if (others.length === 0) return null;
  return (
    <div>
      <p className={styles.hint}>{words.units}</p>
      {others.map(({ name, factor, offset = 0 }) => {
        const [a, b] = [formatNumber(offset, 4), formatNumber(factor, 6)];
        return (
          <Button
            key={name}
            onClick={() => {
              set("calibA", a);
              set("calibB", b);
            }}
          >
            {words.unitRow(name, a, b)}
          </Button>
        );
      })}
    </div>
  );
}

function calibrationOf(a: number | undefined, b: number | undefined): Calibration | null {
  return a === undefined || b === undefined || Number.isNaN(a) || Number.isNaN(b) ? null : { a, b };
}

function Comparison({ sensor, to }: { sensor: Sensor; to: Calibration }) {
  const { timeZone } = useForm();
  const client = useSelectedClient();
  const [range] = useState(() => ({ from: now() - PREVIEW_DAYS * DAY_MS, to: now() }));
  const query = useQuery(
    seriesQuery(client, sensor._id, new Date(range.from).toISOString(), new Date(range.to).toISOString()),
  );
  const { calibA, calibB } = sensor;
  const from = useMemo((): Calibration => ({ a: calibA, b: calibB }), [calibA, calibB]);
  return (
    <div>
      <p className={styles.hint}>
        {words.before}: {lineOf(from)} · {words.after}: {lineOf(to)}
      </p>
      <QueryView query={query} rows={4}>
        {([series]) =>
          series && series.at.length > 0 ? (
            <Lines series={series} from={from} to={to} range={range} timeZone={timeZone} />
          ) : (
            <p className={styles.hint}>{words.none}</p>
          )
        }
      </QueryView>
    </div>
  );
}

interface LinesProps {
  series: Series;
  from: Calibration;
  to: Calibration;
  range: { from: number; to: number };
  timeZone: string;
}

function Lines({ series, from, to, range, timeZone }: LinesProps) {
  const model = useMemo((): ChartModel => {
    const line = (key: string, name: string, tone: ChartSeries["tone"], value: readonly (number | null)[]) => ({
      key,
      name,
      tone,
      value,
      unit: series.unit,
      shape: "line" as const,
      axis: "value",
      step: "raw" as const,
      at: series.at,
    });
    return {
      ...range,
      timeZone,
      title: words.preview,
      axes: [{ key: "value", unit: series.unit }],
      series: [
        line("before", words.before, "muted", series.mean),
        line(
          "after",
          words.after,
          1,
          series.mean.map((value) => recalibrated(value, from, to)),
        ),
      ],
    };
  }, [series, from, to, range, timeZone]);
  return <ChartPanel model={model} height={220} name={[words.preview]} save={saveFile} />;
}

const lineOf = ({ a, b }: Calibration) => words.line(formatNumber(a, 3), formatNumber(b, 3));
