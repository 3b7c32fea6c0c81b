import { DAY_MINUTES, HOUR_MINUTES } from "@lamina/shared/core/time";
import { overlap, TariffWindow } from "@lamina/shared/records/config";
import { useMemo, useState } from "react";
import { Button } from "../../../ui/controls/button.tsx";
import { Banner } from "../../../ui/feedback/banner.tsx";
import type { FieldSpec } from "../../../ui/form/field-spec.ts";
import { useField, useForm } from "../../../ui/form/form-context.ts";
import { FormField } from "../../../ui/form/form-fields.tsx";
import { type FormValue, fromFormValue } from "../../../ui/form/form-values.ts";
import { Rows } from "../../../ui/form/rows.tsx";
import { formatNumber } from "../../../ui/format.ts";
import { type Brush, brushesOf, sameTariff, type WrittenWindow } from "./brushes.ts";
import styles from "./tariff-windows.module.css";
import { text } from "./text.ts";
import type { Area } from "./use-week-paint.ts";
import { isIn } from "./use-week-paint.ts";
import { SLOT_MIN, weekOf, windowsOf } from "./week.ts";
import { WeekBrushes } from "./week-brushes.tsx";
import { WeekGrid } from "./week-grid.tsx";

const words = text.tariff;

/** The windows of a tariff, painted on the week or typed as rows. A change of one updates the other. */
export function TariffWindows({ field }: { field: FieldSpec }) {
  const { readOnly } = useForm();
  const { value, set } = useField(field.path);
  const all = (value ?? []) as readonly FormValue[];
  const whole = useMemo(() => all.flatMap((row) => hoursOf(row) ?? []), [all]);
  const week = useMemo(() => weekOf(whole), [whole]);
  const brushes = brushesOf(whole);
  const [chosen, setChosen] = useState<Brush>();
  const brush = brushes.find((one) => chosen && sameTariff(one, chosen)) ?? brushes[0];
  const covered = overlap(whole);
  const gapHours = week.filter((window) => window === null).length / HOUR_MINUTES;

  // Incomplete rows have no hours yet, and stay.
  const write = (windows: readonly WrittenWindow[]) =>
    set([...windows.map((window) => ({ ...window })), ...all.filter((row) => !hoursOf(row))]);

  function paint(area: Area) {
    if (!brush) return;
    const painted = brush.kind === null ? null : { days: [], from: "", to: "", kind: brush.kind, brlKwh: brush.brlKwh };
    const next = week.map((window, minute) => {
      const at = { day: Math.floor(minute / DAY_MINUTES), slot: Math.floor((minute % DAY_MINUTES) / SLOT_MIN) };
      return isIn(area, at) ? painted : window;
    });
    write(windowsOf(next, sameTariff));
  }

  return (
    <div className={styles.part}>
      {gapHours > 0 && all.length > 0 && (
        <Banner tone="warning">{words.gaps(gapHours, formatNumber(gapHours, gapHours % 1 === 0 ? 0 : 1))}</Banner>
      )}
      {covered && !readOnly && (
        <Banner
          tone="warning"
          action={
            <Button variant="quiet" onClick={() => write(windowsOf(week, sameTariff))}>
              {words.apart}
            </Button>
          }
        >
          {words.covered(covered[0] + 1, covered[1] + 1)}
        </Banner>
      )}
      {brush && <WeekBrushes brushes={brushes} chosen={brush} onChoose={setChosen} readOnly={readOnly} />}
      <WeekGrid week={week} onPaint={readOnly ? undefined : paint} />
      {field.rows && <Rows field={field} rows={field.rows} draw={(inner) => <FormField field={inner} />} />}
    </div>
  );
}

/** A row as a window; null while its hours are missing. */
function hoursOf(row: FormValue): WrittenWindow | null {
  const { brlKwh } = row as { brlKwh: string };
  const hours = Hours.safeParse(fromFormValue(Hours, row));
  return hours.success ? { ...hours.data, brlKwh } : null;
}

const Hours = TariffWindow.omit({ brlKwh: true });
