import { formatAge, formatDateTime } from "../format.ts";
import { useNow } from "../now.tsx";

/** How long ago a moment was (`há 12 min`), with its date and time as title. */
export function Age({ at, timeZone }: { at: string; timeZone: string | undefined }) {
  return (
    <time dateTime={at} title={formatDateTime(at, timeZone)}>
      {formatAge(at, useNow())}
    </time>
  );
}
