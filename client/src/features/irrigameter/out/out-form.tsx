import { addDays, farmMoment } from "@lamina/shared/core/farm-time";
import { keysOf } from "@lamina/shared/core/keys";
import { Day, TimeOfDay } from "@lamina/shared/core/record";
import type { OutOfServiceReason } from "@lamina/shared/records/machine/out-of-service";
import { outOfServiceNames } from "@lamina/shared/records/text";
import { useId, useState } from "react";
import { useOutbox } from "../../../core/outbox/use-outbox.ts";
import { now } from "../../../platform/clock.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { Checks } from "../../../ui/controls/checks.tsx";
import { TextField } from "../../../ui/controls/text-field.tsx";
import { TimeInput } from "../../../ui/controls/time-input.tsx";
import { DateInput } from "../../../ui/date/date-input.tsx";
import { DialogFooter } from "../../../ui/feedback/dialog.tsx";
import { Form, useSubmit } from "../../../ui/form/form.tsx";
import { useNow } from "../../../ui/now.tsx";
import type { IrrigationCard } from "../board.ts";
import { useBoard } from "../board-context.ts";
import { text } from "../text.ts";
import { toastRecorded } from "../toast-recorded.ts";
import { outText } from "./out-text.ts";

const reasons = keysOf(outOfServiceNames).map((value) => ({ value, label: outText.reason(outOfServiceNames[value]) }));
const untils = keysOf(outText.untils);
type Until = (typeof untils)[number];

/** "Quebrou / fora de serviço": every question has its usual answer already. */
export function OutForm({ unit: { pivot, farm }, onDone }: { unit: IrrigationCard; onDone: () => void }) {
  const { clientId, data, todayOf } = useBoard();
  const { add, discard } = useOutbox();
  const shownNow = useNow();
  const id = useId();
  const [reason, setReason] = useState<OutOfServiceReason>("broken");
  const [place, setPlace] = useState<"machine" | "source">("machine");
  const [until, setUntil] = useState<Until>("unknown");
  const tomorrow = addDays(todayOf(farm.timezone), 1);
  const [moment, setMoment] = useState({ day: tomorrow as string, time: "07:00" });
  const [note, setNote] = useState("");
  const [error, setError] = useState<string | null>(null);
  const source = data.plans.flatMap(({ sources = [] }) => sources).find(({ _id }) => _id === pivot.waterSourceId);

  /** ISO-8601; null without a forecast, undefined for input that is no moment after now. */
  function end(): string | null | undefined {
    if (until === "unknown") return null;
    const { day, time } = until === "tomorrow" ? { day: tomorrow, time: "07:00" } : moment;
    if (!Day.safeParse(day).success || !TimeOfDay.safeParse(time).success) return undefined;
    const at = farmMoment(day, time, farm.timezone);
    return at > shownNow ? new Date(at).toISOString() : undefined;
  }

  const { pending, submit } = useSubmit(async () => {
    const back = end();
    if (back === undefined) return setError(outText.invalid);
    const isSource = place === "source" && source !== undefined;
    const fields = {
      farmId: farm._id,
      ...(isSource ? { waterSourceId: source._id } : { pivotId: pivot._id }),
      from: new Date(now()).toISOString(),
      until: back,
      reason,
      ...(note.trim() && { note: note.trim() }),
    };
    const label = isSource ? source.name : pivot.name;
    const key = await add({ clientId, label }, { kind: "out", fields });
    if (key === null) return setError(outText.full);
    onDone();
    toastRecorded(outText.done(label), key, discard);
    return true;
  });

  return (
    <Form id={id} failure={error} onSubmit={submit}>
      <Checks legend={outText.why} type="radio" options={reasons} chosen={[reason]} onChoose={setReason} />
      {source && (
        <Checks
          legend={outText.what}
          type="radio"
          options={[
            { value: "machine", label: outText.onlyMachine(pivot.name) },
            { value: "source", label: outText.wholeSource(source.name) },
          ]}
          chosen={[place]}
          onChoose={setPlace}
        />
      )}
      <Checks
        legend={outText.until}
        type="radio"
        options={untils.map((value) => ({ value, label: outText.untils[value] }))}
        chosen={[until]}
        onChoose={setUntil}
      />
      {until === "other" && (
        <div className="controls">
          <DateInput
            aria-label={outText.day}
            timeZone={farm.timezone}
            value={moment.day}
            onValue={(day) => setMoment({ ...moment, day })}
          />
          <TimeInput aria-label={outText.time} value={moment.time} onValue={(time) => setMoment({ ...moment, time })} />
        </div>
      )}
      <TextField label={outText.note} hint={outText.noteHint} value={note} onValue={setNote} />
      <DialogFooter>
        <Button onClick={onDone}>{text.cancel}</Button>
        <Button type="submit" form={id} variant="primary" pending={pending}>
          {outText.save}
        </Button>
      </DialogFooter>
    </Form>
  );
}
