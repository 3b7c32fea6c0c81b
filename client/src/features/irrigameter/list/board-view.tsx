import { useMemo } from "react";
import { PermissionLine } from "../../../core/notifications/permission-line.tsx";
import { SetUpFirst } from "../../../core/rights/set-up-first.tsx";
import { classNames } from "../../../ui/class-names.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { EmptyState } from "../../../ui/feedback/states.tsx";
import { ActionDialog } from "../actions/action-dialog.tsx";
import { isFiltered, shownCards } from "../board.ts";
import { unitOfSector, useBoard } from "../board-context.ts";
import { BackToList, SectorDetail } from "../detail/sector-detail.tsx";
import { OperatorHome } from "../operator/operator-home.tsx";
import { DaySummary } from "../plan/day-summary.tsx";
import { PlanView } from "../plan/plan-view.tsx";
import { text } from "../text.ts";
import { machinesToday, todaysLists } from "../today/machines-today.ts";
import { Today } from "../today/today.tsx";
import styles from "./board-view.module.css";
import { Cards } from "./cards.tsx";
import { Detections } from "./detections.tsx";
import { useLayout } from "./layout.ts";
import { StatusStrip } from "./status-strip.tsx";
import { Toolbar } from "./toolbar.tsx";

/**
 * Today's decisions, and below them the machines that they do not name: each machine is on the screen once. A filter,
 * another order and the cards list all of them, and so does the list beside an open panel. On a phone the panel hides
 * the list.
 */
export function BoardView() {
  const { units, mode, data, view, filter, isOperator } = useBoard();
  const [layout, setLayout] = useLayout();
  const machines = useMemo(() => machinesToday(data, view.farmId), [data, view.farmId]);
  if (units.length === 0) return <SetUpFirst icon="pivot" words={text.noUnits} screen="farms" query="?passos" />;
  if (mode === "sensor" && units.every(({ sectors }) => sectors.every(({ monitors }) => monitors.length === 0))) {
    return <SetUpFirst icon="sensor" words={text.noMonitors} screen="monitor" />;
  }
  const open = openSector(units, view);
  const isPlanOpen = view.plan && data.plans.length > 0;
  const covers = open !== null || isPlanOpen;
  const hasToday = mode === "calculated" && !covers;
  const isRest = hasToday && layout === "rows" && !isFiltered(view);
  const { pressing, shown: orders, leftOut } = todaysLists(machines);
  const told = isOperator ? pressing : [...orders, ...leftOut];
  const named = new Set(isRest ? told.map(({ unit }) => unit.pivot._id) : []);
  const shown = shownCards(units, view, mode).filter(({ pivot }) => !named.has(pivot._id));
  return (
    <div className={classNames(styles.board, covers && styles.covered)}>
      {covers && (
        <div className={styles.back}>
          <BackToList />
        </div>
      )}
      <div className={styles.top}>
        {hasToday && (isOperator ? <OperatorHome machines={pressing} /> : <Today machines={machines} />)}
        {hasToday && <PermissionLine />}
        <Detections />
        <div className={styles.tools}>
          <StatusStrip />
          <Toolbar layout={layout} onLayout={setLayout} />
          <div className={styles.lead}>
            {!(hasToday && !isOperator) && <DaySummary />}
            {isRest && (
              <h2 className={styles.heading}>{shown.length > 0 ? text.otherMachines : text.noOtherMachines}</h2>
            )}
          </div>
        </div>
      </div>
      <section className={classNames(styles.list, styles[layout])} aria-label={text.list}>
        {shown.length === 0 && !isRest ? (
          <EmptyState
            icon="search"
            title={text.noneShown}
            action={
              <Button onClick={() => filter({ status: null, farmId: null, search: "" })}>{text.clearFilter}</Button>
            }
          />
        ) : (
          <Cards units={shown} layout={layout} selected={open?.card.sector._id ?? null} />
        )}
      </section>
      {covers && (
        <div className={styles.side}>
          {open ? <SectorDetail key={open.card.sector._id} unit={open.unit} card={open.card} /> : <PlanView />}
        </div>
      )}
      <ActionDialog />
    </div>
  );
}

type Units = ReturnType<typeof useBoard>["units"];

/** The sector in the address, or the first one of the pivot in the address. */
function openSector(units: Units, { sectorId, pivotId }: { sectorId: string | null; pivotId: string | null }) {
  const unit = unitOfSector(units, sectorId) ?? units.find(({ pivot }) => pivot._id === pivotId);
  if (!unit) return null;
  return { unit, card: unit.sectors.find(({ sector }) => sector._id === sectorId) ?? unit.mostUrgentSector };
}
