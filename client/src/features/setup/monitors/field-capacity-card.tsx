import { views } from "@lamina/shared/calls/views";
import type { Client } from "@lamina/shared/records/client";
import type { FieldCapacitySuggestion, Monitor } from "@lamina/shared/records/telemetry";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError } from "../../../api/error.ts";
import { call } from "../../../api/http.ts";
import { useSelectedClient } from "../../../core/clients/use-clients.ts";
import { logFailure } from "../../../core/log-failure.ts";
import { matched, refusalOr } from "../../../core/refusals/refusal.ts";
import { useRights } from "../../../core/rights/use-rights.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { Failure } from "../../../ui/feedback/failure.tsx";
import { QueryView } from "../../../ui/feedback/query-view.tsx";
import { formatAmount, formatNumber, NO_VALUE } from "../../../ui/format.ts";
import { Card } from "../../../ui/layout/card.tsx";
import { type Column, Table } from "../../../ui/layout/table.tsx";
import styles from "./field-capacity-card.module.css";
import { text } from "./text.ts";

const words = text.capacity;
type Depth = FieldCapacitySuggestion["depths"][number];
interface Choice {
  sensorId: string;
  /** % vol; null for the soil's. */
  fcPct: number | null;
}

/** A smaller difference to the capacity in use changes nothing, % vol. */
const MIN_CHANGE = 0.05;

/** Whether the wettings contradict the capacity in use: a difference within their own spread is not significant. */
function differs({ suggestedPct, usedPct, spreadPct }: Depth): boolean {
  return suggestedPct !== null && Math.abs(suggestedPct - usedPct) > (spreadPct ?? 0) + MIN_CHANGE;
}

function suggestionQuery(client: Pick<Client, "_id">, monitorId: string) {
  return queryOptions({
    queryKey: [client._id, "field-capacity", monitorId],
    queryFn: ({ signal }) =>
      logFailure(words.loadFailed, call(views.fieldCapacity, { query: { ID: monitorId }, signal })),
    meta: { entities: ["Monitor", "Soil"] },
  });
}

/** Field capacities that the probe's own wettings suggest, for each depth. A person takes them over, or goes back. */
export function FieldCapacityCard({ record }: { record: Monitor }) {
  const query = useQuery(suggestionQuery(useSelectedClient(), record._id));
  return (
    <Card title={words.title}>
      <p className={styles.hint}>{words.hint}</p>
      <QueryView query={query} rows={4}>
        {({ depths }) =>
          depths.length === 0 ? (
            <p className={styles.hint}>{words.none}</p>
          ) : (
            <Suggestions monitor={record} depths={depths} onAccepted={() => void query.refetch()} />
          )
        }
      </QueryView>
    </Card>
  );
}

interface SuggestionsProps {
  monitor: Monitor;
  depths: readonly Depth[];
  onAccepted: () => void;
}

function Suggestions({ monitor, depths, onAccepted }: SuggestionsProps) {
  const { can } = useRights();
  const [pending, setPending] = useState(false);
  const [failed, setFailed] = useState<string | null>(null);
  const better = depths
    .filter(differs)
    .map(({ sensorId, suggestedPct }): Choice => ({ sensorId, fcPct: suggestedPct }));
  const accepted = Object.keys(monitor.fieldCapacities ?? {});

  async function accept(choices: Choice[]) {
    setPending(true);
    setFailed(null);
    try {
      await matched(call(views.fieldCapacityAccept, { body: { _id: monitor._id, depths: choices } }));
      onAccepted();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFailed(refusalOr(error, words.failed));
    } finally {
      setPending(false);
    }
  }

  return (
    <>
      <Table caption={words.title} columns={columns} rows={depths} rowKey={({ sensorId }) => sensorId} />
      <Failure>{failed}</Failure>
      {can("monitor", "edit") && (
        <div className={styles.buttons}>
          {better.length > 0 && (
            <Button variant="primary" pending={pending} onClick={() => void accept(better)}>
              {words.accept(better.length)}
            </Button>
          )}
          {accepted.length > 0 && (
            <Button
              pending={pending}
              onClick={() => void accept(accepted.map((sensorId) => ({ sensorId, fcPct: null })))}
            >
              {words.back}
            </Button>
          )}
        </div>
      )}
    </>
  );
}

const columns: Column<Depth>[] = [
  { key: "depth", header: words.depth, cell: ({ depthCm }) => formatAmount(depthCm, "cm") },
  { key: "used", header: words.used, numeric: true, cell: ({ usedPct }) => formatNumber(usedPct, 1) },
  {
    key: "suggested",
    header: words.suggested,
    numeric: true,
    cell: (depth) =>
      depth.suggestedPct === null ? (
        <span className={styles.value}>
          {NO_VALUE}
          <small className="fine-print block">{words.tooFew}</small>
        </span>
      ) : (
        <span className={styles.value}>
          {formatNumber(depth.suggestedPct, 1)} ± {formatNumber(depth.spreadPct, 1)}
          <small className="fine-print block">{words.wettings(depth.wettings)}</small>
          {!differs(depth) && <small className="fine-print block">{words.same}</small>}
        </span>
      ),
  },
];
