import { useEffect, useEffectEvent } from "react";

/** What of a query is looked at here. */
interface Fetched {
  refetch: (options: { cancelRefetch: boolean }) => unknown;
}

/** The two ends of a period, as days or moments. */
interface Ends {
  from: string | number;
  to: string | number;
}

/**
 * Fetches again when a period has moved on since it was asked for: at the farm's midnight, the last 24 hours every quarter of an
 * hour. Until then, and where nothing can be fetched, what was answered stays on the screen with its own days.
 * @param answered what the answer on the screen covers; undefined while there is none
 */
export function useMovingOn({ refetch }: Fetched, wanted: Ends, answered: Ends | undefined): void {
  const isBehind = answered !== undefined && (answered.from !== wanted.from || answered.to !== wanted.to);
  const fetchAgain = useEffectEvent(() => void refetch({ cancelRefetch: false }));
  const missing = isBehind ? `${wanted.from}/${wanted.to}` : null;
  // Once for each place that it has moved to: what fails is not tried in circles.
  useEffect(() => {
    if (missing !== null) fetchAgain();
  }, [missing]);
}
