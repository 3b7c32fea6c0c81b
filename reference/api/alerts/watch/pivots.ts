import { HOUR_MS } from "@lamina/shared/core/time";
import { isOutAt } from "@lamina/shared/records/machine/out-of-service";
import { sql } from "drizzle-orm";
import { sqlArray } from "../../core/database/arrays.ts";
import type { Database } from "../../core/database/open.ts";
import { loadOutages } from "../../irrigation/sites/out-of-service.ts";
import { type FarmNode, type FarmTree, irrigameterLink, placeOf } from "../observe/farm-tree.ts";
import type { Observation } from "../observe/observation.ts";
import { faultOf } from "./faults.ts";
import { text } from "./text.ts";

/** How far back the beginning of a state is searched. */
const LOOK_BACK = "3 days";
/** An older message is no news: it raises no alert, but continues an open one. A panel at rest may be silent for hours. */
const NEWS_MS = 6 * HOUR_MS;

/** The last message of a panel, and the beginning of its current state. */
interface PanelState {
  pivotId: string;
  date: Date;
  running: boolean;
  wet: boolean;
  pressureBar: number | null;
  fault: string | null;
  faultTower: number | null;
  /** First message since it runs or does not run. Null when older than the search. */
  runSince: Date | null;
  runAngle: number | null;
  runFault: string | null;
  /** First message with the current fault; it may be the panel's first message of all. */
  faultSince: Date | null;
  faultAngle: number | null;
}

/** Pivots that started or stopped, with or without a fault, low pressure, and those that run while out of service. One stop is one observation. */
export async function watchPivots(database: Database, sites: FarmTree, now: Date): Promise<Observation[]> {
  const states = await panelStates(database, [...sites.pivots.keys()]);
  const outages = await loadOutages(database, sites.farms.keys(), now);
  return states.flatMap((state) => {
    const site = sites.pivots.get(state.pivotId);
    if (site === undefined) return [];
    const isNews = now.getTime() - state.date.getTime() <= NEWS_MS;
    const isOut = outages.get(site._id)?.some((out) => isOutAt(out, now.getTime())) ?? false;
    return [
      ...faults(site, state, now),
      ...runs(site, state, now),
      ...pressures(site, state),
      ...(isOut && isNews ? outRuns(site, state, now) : []),
    ].map((observation) => (isNews ? observation : { ...observation, since: null }));
  });
}

function faults(site: FarmNode, state: PanelState, now: Date): Observation[] {
  const { running, fault, faultTower, faultSince, faultAngle } = state;
  if (fault === null) return [];
  const { type, words } = faultOf(fault, faultTower);
  const message = () =>
    (running ? text.runsWithFault : text.stoppedByFault)(
      site.name,
      words,
      faultAngle,
      text.moment(faultSince, now, site.timezone),
    );
  return [about(site, [type, "pivot-stopped"], "fault", faultSince, message)];
}

/** Starts and stops. A stop with a fault is reported as the fault. */
function runs(site: FarmNode, { running, runSince, runAngle, runFault, fault }: PanelState, now: Date): Observation[] {
  const message = (text: (name: string, angle: number | null, at: string) => string) => () =>
    text(site.name, runAngle, moment());
  const moment = () => text.moment(runSince, now, site.timezone);
  if (running) return [about(site, ["pivot-started"], "run", runSince, message(text.started))];
  if (runFault !== null || fault !== null) return [];
  return [about(site, ["pivot-stopped"], "run", runSince, message(text.stopped))];
}

/** A pivot that moves while it is out of service: what its record says is wrong, or people are in danger. */
function outRuns(site: FarmNode, { running, runSince, runAngle }: PanelState, now: Date): Observation[] {
  if (!running) return [];
  const message = () => text.runsOut(site.name, runAngle, text.moment(runSince, now, site.timezone));
  return [about(site, ["runs-out-of-service"], "out", runSince, message)];
}

/** For rules with a pressure threshold; a fault of the panel needs none. */
function pressures(site: FarmNode, { running, wet, pressureBar, fault, runSince }: PanelState): Observation[] {
  if (!running || !wet || pressureBar === null || fault !== null) return [];
  const message = () => text.lowPressure(site.name, pressureBar);
  return [{ ...about(site, ["low-pressure"], "pressure", runSince, message), value: pressureBar }];
}

function about(
  site: FarmNode,
  types: Observation["types"],
  subject: string,
  since: Date | null,
  message: () => string,
): Observation {
  return {
    types,
    subject: `${subject}:${site._id}`,
    since: since?.toISOString() ?? null,
    place: placeOf(site),
    timezone: site.timezone,
    message,
    link: irrigameterLink(site),
  };
}

const since = sql.raw(`last.date - interval '${LOOK_BACK}'`);
const milliseconds = (moment: string) => sql.raw(`(extract(epoch from ${moment}) * 1000)::float8`);
type StoredState = {
  [Field in keyof PanelState]: PanelState[Field] extends Date | null ? number | null : PanelState[Field];
};

/**
 * The newest message of each pivot and the first of its present state, both by the index, so that the cost does not
 * grow with the history.
 */
async function panelStates(database: Database, pivotIds: readonly string[]): Promise<PanelState[]> {
  const { rows } = await database.execute<StoredState>(sql`
    select last.pivot_id as "pivotId", ${milliseconds("last.date")} as date, last.running, last.wet,
      last.pressure_bar as "pressureBar", nullif(last.fault, '') as fault, last.fault_tower as "faultTower",
      ${milliseconds("run.date")} as "runSince", run.angle_deg as "runAngle", nullif(run.fault, '') as "runFault",
      ${milliseconds("broken.date")} as "faultSince", broken.angle_deg as "faultAngle"
    from unnest(${sqlArray(pivotIds, "text")}) as given(_id)
    cross join lateral (
      select * from pivot_statuses s where s.pivot_id = given._id order by s.date desc limit 1) last
    left join lateral (
      select s.date from pivot_statuses s
      where s.pivot_id = last.pivot_id and s.running <> last.running and s.date > ${since}
      order by s.date desc limit 1) other_run on true
    left join lateral (
      select s.date, s.angle_deg, s.fault from pivot_statuses s
      where s.pivot_id = last.pivot_id and s.date > other_run.date
      order by s.date limit 1) run on true
    left join lateral (
      select s.date from pivot_statuses s
      where last.fault <> '' and s.pivot_id = last.pivot_id and s.fault is distinct from last.fault and s.date > ${since}
      order by s.date desc limit 1) other_fault on true
    left join lateral (
      select s.date, s.angle_deg from pivot_statuses s
      where s.pivot_id = last.pivot_id and s.date > coalesce(other_fault.date, (
        select '-infinity'::timestamptz where not exists (
          select from pivot_statuses s where s.pivot_id = last.pivot_id and s.date <= ${since})))
      order by s.date limit 1) broken on last.fault <> ''`);
  const moment = (value: number | null) => (value === null ? null : new Date(value));
  return rows.map((row) => ({
    ...row,
    date: new Date(row.date ?? 0),
    runSince: moment(row.runSince),
    faultSince: moment(row.faultSince),
  }));
}
