import type { AlertType } from "@lamina/shared/records/alert";

/** Where something is, as rules are scoped and users may see. */
export interface Place {
  clientId: string;
  farmId: string;
  pivotId: string | null;
  sectorId: string | null;
}

/** Something that holds at this moment and that a rule may want told. */
export interface Observation {
  /** What it is; where no rule tells of the first, the next is tried. One event gives one alert. */
  types: readonly [AlertType, ...AlertType[]];
  /** What it is about. While an alert about it is open, it is the same situation and no other is raised. */
  subject: string;
  /** When it began, so that a later one is another. Null: too long ago to say; it continues with what is open, and raises nothing. */
  since: string | null;
  place: Place;
  /** The farm's time zone: quiet hours and times in the text. */
  timezone: string;
  /** Measured against the threshold; without one the observation holds by itself. */
  value?: number;
  /** Threshold where the rule gives none. */
  limit?: number;
  /** Portuguese, beginning with what and where. */
  message: string;
  /** Route of the app that shows it. */
  link: string;
}
