import { views } from "@lamina/shared/calls/views";
import { HOUR_MS } from "@lamina/shared/core/time";
import { isRun } from "@lamina/shared/views/machine-day";
import { queryOptions, type UseQueryResult, useQuery } from "@tanstack/react-query";
import { call } from "../../../api/http.ts";
import { groupAlerts, severityRank } from "../../../core/alerts/groups.ts";
import { useAlerts } from "../../../core/alerts/use-alerts.ts";
import { recordWords } from "../../../core/outbox/record-words.ts";
import { useOutbox } from "../../../core/outbox/use-outbox.ts";
import { useRights } from "../../../core/rights/use-rights.ts";
import { farmClock } from "../../../field/farm-clock.ts";
import { now } from "../../../platform/clock.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { DialogFooter } from "../../../ui/feedback/dialog.tsx";
import { isAsking } from "../ask/is-asking.ts";
import type { IrrigationCard } from "../board.ts";
import { useBoard } from "../board-context.ts";
import { outWords } from "../out/out-words.ts";
import { handoverText } from "./handover-text.ts";
import { TakeOverForm } from "./take-over-form.tsx";

const SHIFT_MS = 12 * HOUR_MS;

/** The notes of a client in the last shift. */
const notesQuery = (clientId: string) =>
  queryOptions({
    queryKey: [clientId, "irrigameter", "shift-notes"],
    queryFn: ({ signal }) => {
      const query = { ID: clientId, from: new Date(now() - SHIFT_MS).toISOString(), limit: 100 };
      return call(views.fieldNotePage, { query, signal });
    },
    meta: { entities: ["FieldNote"] },
  });

/** What a farm's next shift must know, and the act by which a new manager takes over. */
export function Handover({ unit: { farm }, onDone }: { unit: IrrigationCard; onDone: () => void }) {
  const { clientId, data, todayOf } = useBoard();
  const { can } = useRights();
  const { query, mayAct, take } = useAlerts({ _id: clientId });
  const { entries } = useOutbox();
  const notesQueried = useQuery(notesQuery(clientId));
  const notes = notesQueried.data;
  const names = { timeZone: farm.timezone, today: todayOf(farm.timezone) };
  const clock = (moment: string | null) => farmClock(moment, names.timeZone, names.today);
  const machines = data.machines.filter(({ farmId }) => farmId === farm._id);
  const nameOf = (id: string) => machines.find(({ pivotId }) => pivotId === id)?.name;
  const sectors = data.sectors.filter(({ sector }) => nameOf(sector.pivotId) !== undefined);
  const sectorName = (id: string) => {
    const found = sectors.find(({ sector }) => sector._id === id)?.sector;
    return found && `${nameOf(found.pivotId)} · ${found.name}`;
  };
  const questions = [
    ...sectors.filter(isAsking).map(({ sector }) => `${sectorName(sector._id)}: ${handoverText.asks}`),
    ...data.detections.flatMap(({ sectorId, state }) => {
      const name = state === "open" && sectorName(sectorId);
      return name ? [`${name}: ${handoverText.noRecord}`] : [];
    }),
  ];
  const alerts = (query.data?.items ?? [])
    .filter(({ farmId }) => farmId == null || farmId === farm._id)
    .sort((one, other) => severityRank(one) - severityRank(other));
  const [free, taken] = [alerts.filter(({ takenBy }) => !takenBy), alerts.filter(({ takenBy }) => takenBy)];
  const runs = machines.flatMap(({ name, decision }) =>
    isRun(decision) && decision.isUnderWay ? [`${name}, ${handoverText.runUntil(clock(decision.endAt))}`] : [],
  );
  const out = machines.flatMap((day) => {
    const words = outWords(day, names);
    return words ? [`${day.name}, ${[words.what, ...words.why].join("; ")}`] : [];
  });
  const unsent = entries
    .filter((entry) => entry.clientId === clientId)
    .map((entry) => `${recordWords(entry)} · ${entry.label}`);
  const seen = (notes?.items ?? []).flatMap(({ pivotId, at, note, userName }) => {
    const name = nameOf(pivotId);
    return name ? [`${name}, ${clock(at)}${userName ? `, ${userName}` : ""}: ${note ?? ""}`] : [];
  });
  return (
    <div className="grid gap-4">
      <Part title={handoverText.questions} lines={questions} />
      <Part
        title={handoverText.free}
        unread={unreadWords(query, handoverText.alertsFailed)}
        lines={groupAlerts(free).map((group) => group.map(({ message }) => message))}
      />
      {mayAct && free.length > 0 && (
        <DialogFooter>
          <Button variant="primary" onClick={() => free.forEach(take)}>
            {handoverText.takeAll(free.length)}
          </Button>
        </DialogFooter>
      )}
      {taken.length > 0 && (
        <Part
          title={handoverText.taken}
          lines={groupAlerts(taken).map((group) => [
            ...group.map(({ message }) => message),
            handoverText.takenBy(group[0].takenByName ?? ""),
          ])}
        />
      )}
      <Part title={handoverText.runs} lines={runs} />
      <Part title={handoverText.out} lines={out} />
      <Part title={handoverText.unsent} lines={unsent} />
      <Part title={handoverText.notes} unread={unreadWords(notesQueried, handoverText.notesFailed)} lines={seen} />
      {can("user", "edit") && <TakeOverForm clientId={clientId} onDone={onDone} />}
    </div>
  );
}

/** What a list without an answer says, because "nada" would be a promise; null for one that was read or is not the user's. */
function unreadWords({ data, isError, fetchStatus }: Answer, failed: string): string | null {
  if (data !== undefined) return null;
  if (isError) return failed;
  return fetchStatus === "idle" ? null : handoverText.reading;
}

type Answer = Pick<UseQueryResult, "data" | "isError" | "fetchStatus">;

interface PartProps {
  title: string;
  /** An item of several lines is a group. */
  lines: readonly (string | readonly string[])[];
  unread?: string | null;
}

function Part({ title, lines, unread = null }: PartProps) {
  return (
    <section aria-label={title}>
      <h3 className="medium">{title}</h3>
      {lines.length === 0 ? (
        <p className="muted">{unread ?? handoverText.nothing}</p>
      ) : (
        <ul className="grid gap-2">
          {lines.map((item) => (
            <li key={String(item)}>
              {[item].flat().map((line) => (
                <p key={line}>{line}</p>
              ))}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
