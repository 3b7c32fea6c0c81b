import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { beganAt, groupAlerts, severityRank, sinceText } from "../../../core/alerts/groups.ts";
import { openAlertsQuery } from "../../../core/alerts/queries.ts";
import { text as alertText } from "../../../core/alerts/text.ts";
import { useSelectedClient } from "../../../core/clients/use-clients.ts";
import { StopMachine } from "../../../core/commands/stop-machine.tsx";
import { Button } from "../../../ui/controls/button.tsx";
import { usePrinting } from "../../../ui/data-table/use-printing.ts";
import { Badge } from "../../../ui/feedback/badge.tsx";
import { QueryView } from "../../../ui/feedback/query-view.tsx";
import { formatAge } from "../../../ui/format.ts";
import { Icon } from "../../../ui/icons/icon.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import { useNow } from "../../../ui/now.tsx";
import type { IrrigationCard } from "../board.ts";
import styles from "./pivot.module.css";
import { pivotText } from "./pivot-text.ts";

const tones = { critical: "danger", warning: "warning", info: "neutral" } as const;
const icons = { critical: "alert", warning: "bell", info: "info" } as const;

/** Alerts shown before the user expands the list. */
const FIRST_ALERTS = 3;

/** The open alerts of a pivot and its sectors, the most severe first. */
export function PivotAlerts({ unit }: { unit: IrrigationCard }) {
  const query = useQuery(openAlertsQuery(useSelectedClient()));
  const now = useNow();
  const printing = usePrinting();
  const [isWhole, setWhole] = useState(false);
  const sectorIds = unit.sectors.map(({ sector }) => sector._id);
  return (
    <Card title={pivotText.alerts}>
      <QueryView query={query} rows={2}>
        {({ items }) => {
          const own = groupAlerts(
            items
              .filter(({ pivotId, sectorId }) => pivotId === unit.pivot._id || sectorIds.includes(sectorId ?? ""))
              .sort((a, b) => severityRank(a) - severityRank(b)),
          );
          if (own.length === 0) return <p>{pivotText.noAlerts}</p>;
          return (
            <div className="stack at-start">
              <StopMachine machine={unit} isAdvised={unit.decision.kind === "stop"} />
              <ul className={styles.alerts}>
                {(isWhole || printing ? own : own.slice(0, FIRST_ALERTS)).map((group) => {
                  const [{ _id, severity, takenByName }] = group;
                  return (
                    <li key={_id}>
                      <Badge tone={tones[severity]}>
                        <Icon name={icons[severity]} /> {alertText.severity[severity]}
                      </Badge>
                      <span>
                        {group.map(({ message }) => message).join(" · ")} ·{" "}
                        <time dateTime={beganAt(group[0])} title={formatAge(beganAt(group[0]), now)}>
                          {sinceText(group[0], unit.farm.timezone)}
                        </time>
                        {takenByName && ` · ${pivotText.takenBy(takenByName)}`}
                      </span>
                    </li>
                  );
                })}
              </ul>
              {!isWhole && own.length > FIRST_ALERTS && (
                <Button variant="quiet" data-print="hide" onClick={() => setWhole(true)}>
                  {pivotText.allAlerts(own.length)}
                </Button>
              )}
            </div>
          );
        }}
      </QueryView>
    </Card>
  );
}
