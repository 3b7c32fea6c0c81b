import { lazy, Suspense } from "react";
import { Dialog } from "../../../ui/feedback/dialog.tsx";
import { Skeleton } from "../../../ui/feedback/states.tsx";
import { unitOfSector, useBoard } from "../board-context.ts";
import { Handover } from "../handover/handover.tsx";
import { handoverText } from "../handover/handover-text.ts";
import { NightOrders } from "../orders/night-orders.tsx";
import { ordersText } from "../orders/orders-text.ts";
import { OutForm } from "../out/out-form.tsx";
import { outText } from "../out/out-text.ts";
import { WhyPart } from "../today/why-part.tsx";
import type { SectorAction } from "../view-params.ts";
import { AdjustForm } from "./adjust-form.tsx";
import { formText } from "./form-text.ts";
import { NoteForm } from "./note-form.tsx";
import { RainForm } from "./rain-form.tsx";
import { SpeedTable } from "./speed-table.tsx";
import { WateringForm } from "./watering-form.tsx";

// The chart is loaded with the first simulation, not with the list.
const Simulation = lazy(async () => ({ default: (await import("./simulation.tsx")).Simulation }));

const parts = {
  watering: WateringForm,
  started: WateringForm,
  rain: RainForm,
  note: NoteForm,
  why: WhyPart,
  adjust: AdjustForm,
  probe: AdjustForm,
  simulate: Simulation,
  speeds: SpeedTable,
  out: OutForm,
  orders: NightOrders,
  handover: Handover,
} as const;

const titles: Readonly<Record<SectorAction, (name: string) => string>> = {
  watering: formText.wateringTitle,
  started: formText.startedTitle,
  rain: formText.rainTitle,
  note: formText.noteTitle,
  why: formText.whyTitle,
  adjust: formText.adjustTitle,
  probe: formText.adjustTitle,
  simulate: formText.simulateTitle,
  speeds: formText.speedsTitle,
  out: outText.title,
  orders: ordersText.title,
  handover: handoverText.title,
};

/** Dialogs about the whole machine. */
const OF_MACHINE: readonly SectorAction[] = ["speeds", "note", "out"];

/** Dialogs about the whole farm. */
const OF_FARM: readonly SectorAction[] = ["orders", "handover"];

/** The sector dialog that the address names. */
export function ActionDialog() {
  const { view, units, act } = useBoard();
  const { open } = view;
  const unit = unitOfSector(units, open?.sectorId ?? null);
  const card = unit?.sectors.find(({ sector }) => sector._id === open?.sectorId);
  const close = () => act(null);
  const shown = open && unit && card ? { action: open.action, unit, card } : null;
  const Part = shown && parts[shown.action];
  const name = shown
    ? OF_FARM.includes(shown.action)
      ? shown.unit.farm.name
      : shown.unit.sectors.length > 1 && !OF_MACHINE.includes(shown.action)
        ? `${shown.unit.name} · ${shown.card.sector.name}`
        : shown.unit.name
    : "";
  return (
    <Dialog open={shown !== null} onClose={close} title={shown ? titles[shown.action](name) : ""} variant="sheet">
      {shown && Part && (
        <Suspense fallback={<Skeleton rows={4} />}>
          <Part
            key={`${shown.action} ${shown.card.sector._id}`}
            unit={shown.unit}
            card={shown.card}
            name={name}
            byProbe={shown.action === "probe"}
            isStarting={shown.action === "started"}
            onDone={close}
          />
        </Suspense>
      )}
    </Dialog>
  );
}
