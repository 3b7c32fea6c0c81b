import { addDays, farmDay } from "@lamina/shared/core/farm-time";
import type { StationFault, WeatherQuality } from "@lamina/shared/records/weather";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useSelectedClient } from "../../../../core/clients/use-clients.ts";
import { DoubtAnswers, doubtWords } from "../../../../core/rain-doubt/rain-doubt.tsx";
import { ButtonLink } from "../../../../ui/controls/button.tsx";
import { Field } from "../../../../ui/controls/field.tsx";
import { RecordSelect, Select } from "../../../../ui/controls/input.tsx";
import { Segments } from "../../../../ui/controls/segments.tsx";
import { Banner } from "../../../../ui/feedback/banner.tsx";
import { QueryView } from "../../../../ui/feedback/query-view.tsx";
import { EmptyState, Skeleton } from "../../../../ui/feedback/states.tsx";
import { formatAmount, formatNumber, formatSigned } from "../../../../ui/format.ts";
import { useNow } from "../../../../ui/now.tsx";
import { useLists } from "../../records/data/use-lists.ts";
import { qualityQuery } from "../queries.ts";
import { text } from "../text.ts";
import styles from "./quality.module.css";
import { QualityTable } from "./quality-table.tsx";

const words = text.quality;
const FARMS = { entity: "farm", uses: [] } as const;
const SPANS = ["7", "14", "30"] as const;

/** The daily values of each station of a farm, with the filled and rejected ones and the reasons. */
export function QualityScreen() {
  const { lists, query, ready } = useLists(FARMS);
  const [chosen, setChosen] = useState<string>();
  const [span, setSpan] = useState<(typeof SPANS)[number]>("14");
  const farms = lists.of("farm");
  const farm = farms.find(({ _id }) => _id === chosen) ?? farms[0];
  if (farm === undefined && query.error) return <QueryView query={query}>{() => null}</QueryView>;
  if (farm === undefined) return ready ? <EmptyState icon="farm" title={words.noFarm} /> : <Skeleton outline="table" />;
  return (
    <>
      <div className={styles.choices}>
        {farms.length > 1 && (
          <Field label={words.farm}>
            {(control) => (
              <RecordSelect {...control} records={farms} value={farm._id} onValue={(id) => id && setChosen(id)} />
            )}
          </Field>
        )}
        <Segments
          label={words.span}
          options={SPANS.map((value) => ({ value, label: words.days(value) }))}
          value={span}
          onChange={setSpan}
        />
      </div>
      <FarmQuality key={farm._id} farmId={farm._id} timezone={farm.timezone} days={Number(span)} />
    </>
  );
}

interface FarmQualityProps {
  farmId: string;
  timezone: string;
  days: number;
}

function FarmQuality({ farmId, timezone, days }: FarmQualityProps) {
  const to = addDays(farmDay(useNow(), timezone), -1);
  const query = useQuery(qualityQuery(useSelectedClient(), farmId, addDays(to, 1 - days), to));
  return (
    <QueryView query={query} outline="table">
      {({ stations }) => (stations.length === 0 ? <None /> : <Stations stations={stations} />)}
    </QueryView>
  );
}

function None() {
  return (
    <EmptyState icon="sensor" title={words.none}>
      <p>{words.noneHint}</p>
    </EmptyState>
  );
}

function Stations({ stations }: Pick<WeatherQuality, "stations">) {
  const [chosen, setChosen] = useState<string>();
  const station = stations.find(({ deviceId }) => deviceId === chosen) ?? stations[0];
  if (station === undefined) return null;
  const nameOf = ({ name, serial }: typeof station) => (name ? `${name} (${serial})` : serial);
  return (
    <>
      {stations.length > 1 && (
        <div className={styles.choices}>
          <Field label={words.station}>
            {(control) => (
              <Select {...control} value={station.deviceId} onChange={({ target }) => setChosen(target.value)}>
                {stations.map((one) => (
                  <option key={one.deviceId} value={one.deviceId}>
                    {nameOf(one)}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        </div>
      )}
      {station.faults?.map((fault) => (
        <Fault key={fault.id} fault={fault} />
      ))}
      <DoubtedRain serial={station.serial} days={station.days} />
      <QualityTable name={nameOf(station)} days={station.days} />
    </>
  );
}

/** A lasting fault of a station: what was seen, its effect on ETo, and the remedy. */
function Fault({ fault }: { fault: StationFault }) {
  const { id, effectMm } = fault;
  const effect = effectMm === null ? [] : [words.effect(`${formatSigned(effectMm, 2)} mm`)];
  return (
    <div className={styles.question}>
      <Banner tone="warning" icon="sensor">
        {[words.faults[id](faultValue(fault)), ...effect, words.remedies[id]].join(" ")}
      </Banner>
    </div>
  );
}

function faultValue({ id, value }: StationFault): string {
  if (id === "night-offset") return `${formatSigned(value, 0)} W/m²`;
  if (id === "above-clear-sky") return formatNumber(value, 2);
  return value > 0 ? words.late(formatAmount(value, "h")) : words.early(formatAmount(-value, "h"));
}

/** The question about the doubted rain of a station, with its answers. */
function DoubtedRain({ serial, days }: Pick<WeatherQuality["stations"][number], "serial" | "days">) {
  const client = useSelectedClient();
  const doubts = days.flatMap(({ values }) => values.flatMap(({ doubt }) => doubt ?? []));
  const [largest] = [...doubts].sort((one, other) => other.mm - one.mm);
  if (largest === undefined) return null;
  const ofSensor = doubts.filter(({ sensorId }) => sensorId === largest.sensorId);
  const doubt = { ...largest, days: ofSensor.flatMap((one) => one.days).sort() };
  return (
    <div className={styles.question}>
      <Banner
        tone="warning"
        icon="rain"
        action={
          <>
            <DoubtAnswers doubt={doubt} clientId={client._id} />
            <ButtonLink to="/setup/watering?parte=chuvas">{words.recordRain}</ButtonLink>
          </>
        }
      >
        {doubtWords(doubt, serial)}
      </Banner>
    </div>
  );
}
