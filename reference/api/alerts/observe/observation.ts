import type { AlertType } from "@lamina/shared/records/alert";

/** A place, for the scope of rules and the rights of users. */
export interface AlertSubject {
  clientId: string;
  farmId: string;
  pivotId: string | null;
  sectorId: string | null;
}

/** A fact that holds at this moment and that a rule may report. */
export interface Observation {
  /** Its types; when no rule matches the first one, the next is tried. One event gives one alert. */
  types: readonly [AlertType, ...AlertType[]];
  /** The subject. While an alert with this subject is open, the situation is the same and no other alert is raised. */
  subject: string;
  /**
   * The beginning, so that a later one is a new alert. Null when it is too long ago: it continues an open alert, but
   * raises none.
   */
  since: string | null;
  place: AlertSubject;
  /** The farm's time zone: quiet hours and times in the text. */
  timezone: string;
  /** Of a permit: the machines that it covers. */
  pivotIds?: readonly string[];
  /** Compared with the threshold; without it the observation always holds. */
  value?: number;
  /** Threshold when the rule has none. */
  limit?: number;
  /** Portuguese, beginning with the subject and the place. Made only for a new alert. */
  message(): string | Promise<string>;
  /** Route of the app for it. */
  link: string;
  /** The moment (ms since the epoch) at which it may change by time alone, with that threshold. */
  changesAt?(limit: number | undefined): number;
}
