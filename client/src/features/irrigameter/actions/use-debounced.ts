import { useEffect, useState } from "react";

/** A value once it has not changed for `ms`. Values are compared as JSON. */
export function useDebounced<T>(value: T, ms: number): T {
  const [settled, setSettled] = useState(value);
  const written = JSON.stringify(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(JSON.parse(written) as T), ms);
    return () => clearTimeout(timer);
  }, [written, ms]);
  return settled;
}
