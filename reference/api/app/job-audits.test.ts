import { expect, it } from "vitest";
import { describeApi } from "../../testing/api.ts";

/**
 * What each job writes that a person sees, and where its cause is read. A new job needs a row: with the reason of the
 * audit entry that it writes, or why none is due.
 */
const JOBS: Readonly<Record<string, string>> = {
  // Audited, by the program and with a reason.
  commands: "PivotCommand: the rule or the time that ended it",
  "reported runs": "Watering: by the panel",
  "pivot runs": "Watering: by the panel",
  "unrecorded irrigation": "Detection: explained, or the meter agrees",
  "daily weather": "Farm: days computed again after a changed fact",
  retention: "Client: what is older than the retention time",
  imports: "the records of the file, by their author",
  // Computed from stored facts, which have their own entries; a computed row is never changed by a person.
  balance: "adjustments are audited as Balance; the rows follow from facts",
  "day plans": "DayPlan is audited where a person decides",
  "late readings": "the weather follows from readings",
  "first forecasts": "forecasts are versions of their own",
  forecasts: "forecasts are versions of their own",
  "device states": "the time since the last message",
  "days of another clock": "the correction is audited by its author",
  // Records of their own, with a date, that are the notice themselves.
  alerts: "Notification",
  "alert round": "Notification",
  "alert digests": "mails",
  webhooks: "calls, with their outcomes",
  weatherlink: "device messages",
  "monthly reports": "mails",
  mail: "mails",
  // No data of a person.
  "months ahead": "empty partitions",
  "old device messages": "the newest messages of a device are kept by number",
  "readings of deleted sensors": "the deletion of the sensor is audited",
};

describeApi(
  "the jobs of the program",
  (api) => {
    it("each say where a person reads what they wrote", async () => {
      const text = await (await fetch(`http://127.0.0.1:${api().metricsPort}/metrics`)).text();
      const names = [...text.matchAll(/api_job_failures_total\{job="([^"]+)"\}/g)].map(([, name = ""]) => name);
      expect(names.length).toBeGreaterThan(15);
      expect(names.filter((name) => !(name in JOBS))).toEqual([]);
    });
  },
  { environment: { METRICS_PORT: "0" } },
);
