import { farmDay } from "@lamina/shared/core/farm-time";
import { useMemo } from "react";
import { useSelectedClient } from "../../core/clients/use-clients.ts";
import { saveFile } from "../../core/save-file.ts";
import { ChartPanel } from "../../ui/chart/chart-panel.tsx";
import { classNames } from "../../ui/class-names.ts";
import { Button } from "../../ui/controls/button.tsx";
import { Badge } from "../../ui/feedback/badge.tsx";
import { EmptyState } from "../../ui/feedback/states.tsx";
import { formatAge } from "../../ui/format.ts";
import { Card } from "../../ui/layout/card.tsx";
import { useNow } from "../../ui/now.tsx";
import styles from "./chart-card.module.css";
import type { ChartSource } from "./chart-sources.ts";
import { chartOf } from "./drawings/chart-of.ts";
import type { Drawing } from "./drawings/drawing.ts";
import { Facts } from "./facts.tsx";
import type { Subject } from "./steps.ts";
import { text } from "./text.ts";

interface ChartCardProps {
  subject: Subject;
  drawing: Drawing;
  source: ChartSource;
  busy: boolean;
  /** Called to choose a longer period. */
  onLonger: () => void;
}

/** A chart with its summary figures. */
export function ChartCard({ subject, drawing, source, busy, onLonger }: ChartCardProps) {
  const now = useNow();
  const client = useSelectedClient();
  const { model, facts, hasReadings } = useMemo(() => chartOf(subject, drawing), [subject, drawing]);
  const seen = source.lastSeen ? formatAge(source.lastSeen, now) : null;
  // While a new source loads, the old chart stays without the age of the source.
  const isOwn = drawing.sources.length === 1 && drawing.sources[0]?.id === source.id;
  const day = (moment: number) => farmDay(moment, model.timeZone);
  return (
    <Card title={model.title} aside={isOwn && <LastSeen source={source} />}>
      {hasReadings ? (
        <div className={classNames("stack", styles.body)}>
          <Facts facts={facts} />
          <ChartPanel
            model={model}
            busy={busy}
            height={subject === "soilmoisture" ? 420 : 340}
            name={[model.title, client.name, day(model.from), day(model.to - 1)]}
            save={saveFile}
          />
        </div>
      ) : (
        <EmptyState icon="chart" title={text.noReading} action={<Button onClick={onLonger}>{text.showMonth}</Button>}>
          <p>{text.noReadingHint(seen)}</p>
        </EmptyState>
      )}
    </Card>
  );
}

/** The farm of a station, when it last sent data, and its fault if it has one. */
function LastSeen({ source: { lastSeen, state, farm } }: { source: ChartSource }) {
  const now = useNow();
  // Stations of two farms may have one name, and a picture or a sheet has no list of sources beside it.
  return (
    <span className={styles.seen}>
      {state !== null && state !== "ok" && <Badge tone="warning">{text.state[state]}</Badge>}
      {[farm.name, lastSeen !== null && formatAge(lastSeen, now)].filter(Boolean).join(" · ")}
    </span>
  );
}
