import { views } from "@lamina/shared/calls/views";
import { startOfFarmDay } from "@lamina/shared/core/farm-time";
import { DAY_MS } from "@lamina/shared/core/time";
import type { Balance } from "@lamina/shared/records/balance";
import { SeasonFields } from "@lamina/shared/records/crop";
import { useState } from "react";
import { call } from "../../../api/http.ts";
import { saveFile } from "../../../core/save-file.ts";
import { ChartPanel } from "../../../ui/chart/chart-panel.tsx";
import type { ChartModel } from "../../../ui/chart/model/model.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { Failure } from "../../../ui/feedback/failure.tsx";
import { useForm } from "../../../ui/form/form-context.ts";
import { type FormValues, fromFormValues } from "../../../ui/form/form-values.ts";
import { failureText } from "../records/data/failure-text.ts";
import { DEFAULT_TIMEZONE } from "../records/data/time-zone.ts";
import { text } from "./text.ts";

const words = text.preview;

/** The balance of the season in the form, from planting to harvest, computed without being stored. */
export function SeasonPreview() {
  const { values } = useForm();
  const [preview, setPreview] = useState<{ rows: readonly Balance[]; of: FormValues }>();
  const [failure, setFailure] = useState<string>();
  const [pending, setPending] = useState(false);
  // A result for earlier values of the form is not shown.
  const rows = preview?.of === values ? preview.rows : undefined;

  async function make() {
    const season = SeasonFields.safeParse(fromFormValues(SeasonFields, values));
    setFailure(season.success ? undefined : words.incomplete);
    if (!season.success) return;
    setPending(true);
    try {
      setPreview({ rows: await call(views.balancePreview, { body: season.data }), of: values });
    } catch (error) {
      setFailure(failureText(error));
    } finally {
      setPending(false);
    }
  }

  return (
    <div className="close-stack">
      <h3 className="hint">{words.title}</h3>
      <p className="hint">{words.hint}</p>
      <Failure>{failure}</Failure>
      <div>
        <Button pending={pending} onClick={() => void make()}>
          {words.make}
        </Button>
      </div>
      {rows?.length === 0 && <p className="hint">{words.none}</p>}
      {rows && rows.length > 0 && (
        <ChartPanel model={previewModel(rows)} height={240} name={[words.title]} save={saveFile} />
      )}
    </div>
  );
}

/** Depletion downwards, between field capacity above and readily and totally available water below. */
function previewModel(rows: readonly Balance[]): ChartModel {
  const at = rows.map(({ date }) => startOfFarmDay(date, DEFAULT_TIMEZONE));
  const projectedFrom = at[rows.map(({ origin }) => origin).lastIndexOf("measured") + 1];
  const line = (key: "dr" | "raw" | "taw", name: string, tone: "strong" | 2 | "muted") => ({
    key,
    name,
    unit: "mm",
    shape: "line" as const,
    tone,
    axis: "dr",
    step: "day" as const,
    at,
    value: rows.map((row) => row[key]),
    ...(projectedFrom !== undefined && key === "dr" && { projectedFrom }),
  });
  return {
    title: words.title,
    // The days of the balance are calendar days, not moments in a time zone.
    timeZone: DEFAULT_TIMEZONE,
    from: at[0] ?? 0,
    to: (at.slice(-1)[0] ?? 0) + DAY_MS,
    axes: [{ key: "dr", unit: "mm", inverse: true, include: [0] }],
    series: [line("dr", words.dr, "strong"), line("raw", words.afd, 2), line("taw", words.cad, "muted")],
  };
}
