import { views } from "@lamina/shared/calls/views";
import { BalanceAdjust } from "@lamina/shared/records/balance";
import type { Season } from "@lamina/shared/records/crop";
import { useState } from "react";
import { call } from "../../../api/http.ts";
import { queryClient } from "../../../api/query-client.ts";
import { useRights } from "../../../core/rights/use-rights.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { TextField } from "../../../ui/controls/text-field.tsx";
import { DateField } from "../../../ui/date/date-field.tsx";
import { toast } from "../../../ui/feedback/toast.tsx";
import { Form } from "../../../ui/form/form.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import { parseNumber } from "../../../ui/parse-number.ts";
import { AuditPanel } from "../records/audit-panel.tsx";
import { failureText } from "../records/data/failure-text.ts";
import type { RelatedRecords } from "../records/data/screen-config.ts";
import { sectorTimeZone } from "../records/data/sectors.ts";
import { DEFAULT_TIMEZONE } from "../records/data/time-zone.ts";
import styles from "./kc-graph.module.css";
import { text } from "./text.ts";

const words = text.adjust;
const EMPTY = { date: "", dr: "", reason: "" };

/** Sets the depletion of a season's sector, with a reason, or recomputes its balance. */
export function BalanceCard({ record: season, lists }: { record: Season; lists: RelatedRecords }) {
  const { can } = useRights();
  const [written, setWritten] = useState(EMPTY);
  const [failure, setFailure] = useState<string>();
  const [pending, setPending] = useState(false);

  async function run(work: () => Promise<unknown>, done: string) {
    setPending(true);
    setFailure(undefined);
    try {
      await work();
      await queryClient.invalidateQueries({ queryKey: [season.clientId] });
      toast(done);
    } catch (error) {
      setFailure(failureText(error));
    } finally {
      setPending(false);
    }
  }

  async function adjust() {
    const { date, dr, reason } = written;
    const body = BalanceAdjust.safeParse({ sectorId: season.sectorId, date, drMm: parseNumber(dr), reason });
    if (!body.success) setFailure(words.wrong);
    else
      await run(async () => {
        await call(views.balanceAdjust, { body: body.data });
        setWritten(EMPTY);
      }, words.done);
  }

  const recompute = () =>
    void run(
      () => call(views.balanceRecompute, { body: { sectorId: season.sectorId, from: season.plantingDate } }),
      words.recomputed,
    );
  const input = (name: keyof typeof EMPTY) => ({
    name,
    value: written[name],
    onValue: (typed: string) => setWritten({ ...written, [name]: typed }),
  });
  const timeZone = sectorTimeZone(lists, season.sectorId) ?? DEFAULT_TIMEZONE;
  if (!can("balance", "edit")) return null;
  return (
    <Card title={words.title}>
      <Form failure={failure} onSubmit={adjust}>
        <div className={styles.form}>
          <DateField label={words.date} timeZone={timeZone} {...input("date")} />
          <TextField label={words.dr} {...input("dr")} inputMode="decimal" autoComplete="off" />
          <TextField label={words.reason} {...input("reason")} autoComplete="off" />
        </div>
        <div className="controls">
          <Button type="submit" pending={pending}>
            {words.save}
          </Button>
          <Button variant="quiet" pending={pending} onClick={recompute}>
            {words.recompute}
          </Button>
        </div>
      </Form>
      <AuditPanel
        title={words.history}
        entity="season"
        id={season.sectorId}
        only="Balance"
        fields={[]}
        timeZone={timeZone}
      />
    </Card>
  );
}
