import { keysOf } from "@lamina/shared/core/keys";
import { WHEN_FAILS } from "@lamina/shared/records/text";
import { useState } from "react";
import { farmClock } from "../../../field/farm-clock.ts";
import { copyText } from "../../../platform/clipboard.ts";
import { printPage } from "../../../platform/print-page.ts";
import { shareText } from "../../../platform/share-text.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { Segments } from "../../../ui/controls/segments.tsx";
import { DialogFooter } from "../../../ui/feedback/dialog.tsx";
import { toast } from "../../../ui/feedback/toast.tsx";
import { named } from "../../../ui/named.ts";
import { useNow } from "../../../ui/now.tsx";
import type { IrrigationCard } from "../board.ts";
import { useBoard } from "../board-context.ts";
import { text } from "../text.ts";
import styles from "./night-orders.module.css";
import { ordersText } from "./orders-text.ts";
import { ordersMessage, type Shift, type ShiftOrder, shiftOrders, shiftSpan } from "./shift-orders.ts";

const shifts = keysOf(ordersText.shifts).map((value) => ({ value, label: ordersText.shifts[value] }));

/** The sheet of a farm's shift: what to start, watch and stop, in order; on the screen, on paper or as a message. */
export function NightOrders({ unit: { farm } }: { unit: IrrigationCard }) {
  const { data, todayOf } = useBoard();
  const now = useNow();
  const [shift, setShift] = useState<Shift>("morning");
  const timeZone = farm.timezone;
  const today = todayOf(timeZone);
  const span = shiftSpan(shift, now, { timeZone, today });
  const own = data.machines.filter(({ farmId }) => farmId === farm._id);
  const { orders, out } = shiftOrders(own, { span, timeZone, today });
  const [from, to] = [span.from, span.to].map((at) => farmClock(at, timeZone, today));
  const when = ordersText.span(from ?? "", to ?? "");
  const fails = farm.whenFails || WHEN_FAILS;
  const print = printPage();

  async function send() {
    const title = ordersText.title(farm.name);
    const words = ordersMessage(`${title}. ${when}`, orders, [...out, `${ordersText.fails}: ${fails}`]);
    if (await shareText(title, words)) return;
    toast((await copyText(words)) ? ordersText.copied : ordersText.notShared);
  }

  return (
    <div className="grid gap-3">
      <Segments label={ordersText.shift} options={shifts} value={shift} onChange={setShift} />
      <p className="strong">{when}</p>
      {orders.length === 0 && <p>{ordersText.none}</p>}
      <ol className="grid">
        {orders.map((order) => (
          <li key={order.pivotId}>
            <Order order={order} />
          </li>
        ))}
      </ol>
      {out.map((words) => (
        <p key={words} className="strong">
          {words}
        </p>
      ))}
      <section className={styles.fails}>
        <h3>{ordersText.fails}</h3>
        <p>{fails}</p>
      </section>
      <p className={styles.sign}>{ordersText.operator}</p>
      <DialogFooter>
        <Button onClick={() => void send()}>{ordersText.share}</Button>
        {print && (
          <Button variant="primary" onClick={print}>
            {ordersText.print}
          </Button>
        )}
      </DialogFooter>
    </div>
  );
}

function Order({ order }: { order: ShiftOrder }) {
  const { act, mayRecord } = useBoard();
  const { sectorId, name, isRunning, settings, passes, until, rests } = order;
  return (
    <article className={styles.order} aria-label={name}>
      <p className={styles.head}>
        <strong>{name}</strong> <strong>{order.act}</strong>
      </p>
      {settings.length > 0 && (
        <table className={styles.settings}>
          <thead className="only-read">
            <tr>
              <th>{ordersText.angle}</th>
              <th>{ordersText.setting}</th>
            </tr>
          </thead>
          <tbody>
            {settings.map(({ where, setting }) => (
              <tr key={where}>
                <td>{where}</td>
                <td>
                  <strong>{setting}</strong>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <p>{[passes, until, rests].filter(Boolean).join("; ")}</p>
      <p className={styles.sign}>{ordersText.done}</p>
      {mayRecord && (
        <div className="controls" data-print="hide">
          <Button
            aria-label={named(isRunning ? text.irrigated : ordersText.started, name)}
            onClick={() => act({ action: isRunning ? "watering" : "started", sectorId })}
          >
            {isRunning ? text.irrigated : ordersText.started}
          </Button>
        </div>
      )}
    </article>
  );
}
