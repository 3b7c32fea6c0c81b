import { useEffect, useEffectEvent } from "react";

/** The part of a query result in use. */
interface Fetched {
  refetch: (options: { cancelRefetch: boolean }) => unknown;
}

/** The two ends of a period, as days or moments. */
interface Ends {
  from: string | number;
  to: string | number;
}

/**
 * Refetches when a period has moved on: at the farm's midnight, or every quarter of an hour for the last 24 hours.
 * Until then, or while a refetch fails, the screen shows the old answer with its own days.
 * @param answered the range of the answer on the screen
 */
export function useMovingPeriod({ refetch }: Fetched, range: Ends, answered: Ends | undefined): void {
  const isBehind = answered !== undefined && (answered.from !== range.from || answered.to !== range.to);
  const fetchAgain = useEffectEvent(() => void refetch({ cancelRefetch: false }));
  const missing = isBehind ? `${range.from}/${range.to}` : null;
  // Once for each new range, so that a failure does not repeat without end.
  useEffect(() => {
    if (missing !== null) fetchAgain();
  }, [missing]);
}
