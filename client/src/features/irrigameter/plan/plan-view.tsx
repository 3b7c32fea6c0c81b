import type { PlanItem } from "@lamina/shared/records/day-plan";
import type { Irrigameter } from "@lamina/shared/views/irrigameter";
import { isRun } from "@lamina/shared/views/machine-day";
import { Link } from "react-router-dom";
import { UnsentHint } from "../../../core/outbox/unsent-hint.tsx";
import { farmSpan, restWords } from "../../../field/farm-clock.ts";
import { runWords } from "../../../field/run-words.ts";
import { classNames } from "../../../ui/class-names.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { formatAmount, formatBrl, formatShortDay } from "../../../ui/format.ts";
import { Card } from "../../../ui/layout/card.tsx";
import { useNow } from "../../../ui/now.tsx";
import { duration, mm, sumShown } from "../amounts.ts";
import { useBoard } from "../board-context.ts";
import { onlyWatered } from "../card/recommendation.ts";
import { CloseLink } from "../close-link.tsx";
import { ordersText } from "../orders/orders-text.ts";
import styles from "./day-plan.module.css";
import { FarmBudgets } from "./farm-budgets.tsx";
import { partWords } from "./part-words.ts";
import { planReasons } from "./plan-reasons.ts";
import { planText } from "./plan-text.ts";
import drawing from "./source-timeline.module.css";
import { sumWords } from "./sum-words.ts";
import { DrawingLegend, TimeScale } from "./time-scale.tsx";
import { timelineOf, wetSpans } from "./timeline.ts";

type Plan = Irrigameter["plans"][number];

/** The day plan of each farm: the time of each pivot's run, its resources, and the reasons of the order. */
export function PlanView() {
  const { data, view } = useBoard();
  const plans = data.plans.filter(({ farmId }) => view.farmId === null || farmId === view.farmId);
  return (
    <Card title={planText.title} aside={<CloseLink />}>
      <div className={styles.plans}>
        {plans.map((plan) => (
          <FarmPlan key={plan.farmId} plan={plan} />
        ))}
      </div>
    </Card>
  );
}

function FarmPlan({ plan }: { plan: Plan }) {
  const { data, todayOf, addressOf, act } = useBoard();
  const farm = data.farms.find(({ _id }) => _id === plan.farmId);
  const timeZone = farm?.timezone ?? "UTC";
  const today = todayOf(timeZone);
  const pivot = (id: string) => data.pivots.find(({ _id }) => _id === id)?.name ?? id;
  const names = { pivot, timeZone, today };
  const runOf = (id: string) => {
    const decision = data.machines.find(({ pivotId }) => pivotId === id)?.decision;
    return decision && isRun(decision) ? runWords(decision.run) : null;
  };
  const now = useNow();
  const line = timelineOf(plan.items, timeZone, { now, bands: plan.bands });
  const { totals } = plan;
  /** The sum of what is shown of the runs, where the plan has a total of it. */
  const knownSum = (total: number | null, part: (item: PlanItem) => number | null) =>
    total === null ? null : sumShown(plan.items.map((item) => part(item) ?? 0));
  const lead = data.machines.find(({ farmId }) => farmId === plan.farmId)?.lead.calculated;
  return (
    <section className={styles.plan}>
      <h3>{planText.farmPlan(farm?.name ?? "", formatShortDay(plan.date))}</h3>
      {lead && (
        <div className="controls" data-print="hide">
          <Button variant="quiet" icon="report" onClick={() => act({ action: "orders", sectorId: lead })}>
            {ordersText.action}
          </Button>
        </div>
      )}
      {!line && <p className="muted">{planText.none}</p>}
      {line && (
        <>
          <TimeScale marks={line.marks} />
          <ol className="grid gap-4">
            {plan.items.map((item) => {
              const sectors = data.sectors.filter(({ sector }) => sector.pivotId === item.pivotId);
              const rests = restWords(item.pauses, timeZone, today);
              const part = [onlyWatered(item.sectorIds, sectors), partWords(item, names)].filter(Boolean).join(", ");
              return (
                <li key={item.pivotId} className={styles.run}>
                  <div className={drawing.track} aria-hidden="true">
                    {line.bands.map(({ at, kind, left, width }) => (
                      <span
                        key={at}
                        className={classNames(drawing.band, drawing[kind])}
                        style={{ left: `${left}%`, width: `${width}%` }}
                      />
                    ))}
                    {wetSpans(item).map((span) => {
                      const { left, width } = line.place(span);
                      return (
                        <span
                          key={span.startAt}
                          className={classNames(drawing.bar, item.underWay && drawing.running)}
                          style={{ left: `${left}%`, width: `${width}%` }}
                        />
                      );
                    })}
                    {line.now !== null && <span className={drawing.now} style={{ left: `${line.now}%` }} />}
                  </div>
                  <p className={styles.head}>
                    <Link to={addressOf({ sectorId: item.sectorIds[0] ?? "" })} className="strong">
                      {pivot(item.pivotId)}
                    </Link>
                    <strong>
                      {[item.underWay && planText.underWay, runOf(item.pivotId)].filter(Boolean).join(": ")}
                    </strong>
                    <span>{farmSpan(item.startAt, item.endAt, timeZone, today)}</span>
                  </p>
                  <p className={styles.costs}>
                    {[
                      formatAmount(item.volumeM3, "m³"),
                      formatAmount(item.energyKwh, "kWh"),
                      formatBrl(item.costBrl),
                    ].join(" · ")}
                  </p>
                  {farm && (
                    <UnsentHint
                      clientId={farm.clientId}
                      farmId={farm._id}
                      pivotId={item.pivotId}
                      sectorIds={sectors.map(({ sector }) => sector._id)}
                    />
                  )}
                  {rests && <p className={styles.costs}>{rests}</p>}
                  {part && <p className={styles.costs}>{part}</p>}
                  <p className={styles.reasons}>{planReasons(item.reasons, names).join(" · ")}</p>
                </li>
              );
            })}
          </ol>
          <DrawingLegend kinds={[...new Set(line.bands.map(({ kind }) => kind))]} />
          {plan.exact !== undefined && (
            <p className={styles.costs}>{plan.exact ? planText.exact : planText.improved}</p>
          )}
          {sumWords(plan) && <p className={styles.costs}>{sumWords(plan)}</p>}
          <p className={styles.totals}>
            <strong>{planText.totals}</strong>{" "}
            {[
              mm(totals.meanMm),
              formatAmount(sumShown(plan.items.map(({ volumeM3 }) => volumeM3)), "m³"),
              duration(totals.hours),
              formatAmount(
                knownSum(totals.energyKwh, ({ energyKwh }) => energyKwh),
                "kWh",
              ),
              formatBrl(knownSum(totals.costBrl, ({ costBrl }) => costBrl)),
            ].join(" · ")}
          </p>
        </>
      )}
      {plan.unplaced.length > 0 && (
        <div className={styles.unplaced}>
          <h4>{planText.unplaced}</h4>
          <ul>
            {plan.unplaced.map(({ pivotId, reasons }) => (
              <li key={pivotId}>
                <strong>{pivot(pivotId)}</strong>: {planReasons(reasons, names).join(" · ")}
              </li>
            ))}
          </ul>
        </div>
      )}
      <FarmBudgets farmId={plan.farmId} />
    </section>
  );
}
