import { grossDepth } from "@lamina/agronomy/machine/pivot";
import { views } from "@lamina/shared/calls/views";
import { DetectionEntry } from "@lamina/shared/records/entries";
import type { Detection, DetectionResolve } from "@lamina/shared/records/irrigation";
import { fieldErrors } from "@lamina/shared/rules/rule-text";
import type { SectorCard } from "@lamina/shared/views/irrigameter";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../../api/http.ts";
import { useSelectedClient } from "../../../core/clients/use-clients.ts";
import { matched, refusalOr } from "../../../core/refusals/refusal.ts";
import { classNames } from "../../../ui/class-names.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { TextField } from "../../../ui/controls/text-field.tsx";
import { toast } from "../../../ui/feedback/toast.tsx";
import { fromFormValues } from "../../../ui/form/form-values.ts";
import { readFields } from "../../../ui/form/read-fields.ts";
import { formatNumber, formatShortDay } from "../../../ui/format.ts";
import { Icon } from "../../../ui/icons/icon.tsx";
import { mm } from "../amounts.ts";
import { unitOfSector, useBoard } from "../board-context.ts";
import { type BoardData, irrigameterQuery } from "../queries.ts";
import { text } from "../text.ts";
import { detectionText } from "./detection-text.ts";
import styles from "./detections.module.css";
import { MeterItem } from "./meter-item.tsx";

/** Shows a few at first, so that the list stays on the screen. */
const SHOWN_AT_FIRST = 1;

/** Unrecorded irrigations, each waiting for an answer by the user. */
export function Detections() {
  const { data, mode, mayRecord } = useBoard();
  const resolve = useResolve();
  const [all, setAll] = useState(false);
  // "Hoje" asks about a detection that blocks a recommendation.
  const asked = mode === "calculated" ? data.sectors.flatMap(askedDetection) : [];
  const open = data.detections.filter(({ _id, state }) => state === "open" && !asked.includes(_id));
  const shown = all ? open : open.slice(0, SHOWN_AT_FIRST);
  if (open.length === 0) return null;
  return (
    <>
      <ul className="grid gap-2" aria-label={detectionText.title}>
        {shown.map((detection) =>
          detection.evidence === "meter" ? (
            <MeterItem key={detection._id} detection={detection} {...(mayRecord && { onResolve: resolve })} />
          ) : (
            <DetectionItem key={detection._id} detection={detection} {...(mayRecord && { onResolve: resolve })} />
          ),
        )}
      </ul>
      {shown.length < open.length && (
        <Button variant="quiet" onClick={() => setAll(true)}>
          {detectionText.more(open.length - shown.length)}
        </Button>
      )}
    </>
  );
}

function askedDetection({ recommendation }: SectorCard): string[] {
  const id = recommendation?.blockedBy === "contradicted" ? recommendation.contradiction?.detectionId : null;
  return id ? [id] : [];
}

interface DetectionItemProps {
  detection: Detection;
  onResolve?: (answer: DetectionResolve) => void;
}

function DetectionItem({ detection, onResolve }: DetectionItemProps) {
  const { units } = useBoard();
  const { _id, date, evidence, risePoints, estimatedMm, sectorId } = detection;
  const unit = unitOfSector(units, sectorId);
  // The detected water is that in the soil.
  const detected = formatNumber(grossDepth(estimatedMm, unit?.pivot.efficiencyPct ?? 100), 1);
  const depths = detectionText.depths(mm(estimatedMm), `${detected}\u00a0mm`);
  const [amount, setAmount] = useState(detected);
  const [error, setError] = useState<string | undefined>();
  const [answering, setAnswering] = useState(false);
  const sector = unit?.sectors.find((card) => card.sector._id === sectorId)?.sector.name;
  const name = unit ? (unit.sectors.length > 1 ? `${unit.name} · ${sector}` : unit.name) : "";
  const confirm = (as: "irrigation" | "rain") => {
    const { fields, rules } = readFields(DetectionEntry, fromFormValues(DetectionEntry, { mm: amount }));
    setError(fieldErrors(rules).mm);
    // Without another depth the API records the detected one, and adds it to the day's rain.
    if (fields) onResolve?.({ _id, as, ...(amount !== detected && fields) });
  };
  return (
    <li className={classNames(styles.item, onResolve && !answering && styles.waiting)}>
      <Icon name="drop" />
      <div className={styles.words}>
        <p className="strong">
          {name}: {detectionText.question}
        </p>
        <p className={styles.evidence}>
          {evidence === "probe"
            ? detectionText.probe(formatNumber(risePoints, 1), formatShortDay(date), depths)
            : detectionText.pivot(formatShortDay(date), depths)}
        </p>
      </div>
      {onResolve && !answering && (
        <Button className={styles.ask} data-print="hide" onClick={() => setAnswering(true)}>
          {detectionText.answer}
        </Button>
      )}
      {onResolve && (
        <div className={styles.answer} data-print="hide">
          <TextField
            label={detectionText.depth}
            error={error}
            inputMode="decimal"
            className={styles.depth}
            value={amount}
            onValue={setAmount}
          />
          <Button variant="primary" onClick={() => confirm("irrigation")}>
            {detectionText.confirm}
          </Button>
          <Button onClick={() => confirm("rain")}>{detectionText.rain}</Button>
          <Button variant="quiet" onClick={() => onResolve({ _id, as: "ignored" })}>
            {detectionText.ignore}
          </Button>
        </div>
      )}
    </li>
  );
}

/** Shows an answer at once, and takes it back when the API refuses it. */
function useResolve(): (answer: DetectionResolve) => void {
  const client = useSelectedClient();
  const queryClient = useQueryClient();
  const { queryKey } = irrigameterQuery(client);
  const { mutate } = useMutation({
    mutationFn: (body: DetectionResolve) => matched(call(views.detectionResolve, { body })),
    async onMutate({ _id }) {
      await queryClient.cancelQueries({ queryKey, exact: true });
      const before = queryClient.getQueryData(queryKey);
      queryClient.setQueryData(
        queryKey,
        // Without its version, because it no longer is what the API sent.
        (data: BoardData | undefined) =>
          data && { ...data, version: "", detections: data.detections.filter((other) => other._id !== _id) },
      );
      return before;
    },
    onError(error, _answer, before) {
      queryClient.setQueryData(queryKey, before);
      toast(refusalOr(error, text.failedShort));
    },
    onSuccess: (_reply, { as }) => toast(detectionText.done[as]),
    onSettled: () => queryClient.invalidateQueries({ queryKey: [client._id, "irrigameter"] }),
  });
  return mutate;
}
