import { createContext, type ReactNode, useContext, useEffect, useState } from "react";

/** Ages are shown in minutes, so an update twice a minute is enough. */
const TICK_MS = 30_000;

const NowContext = createContext<number | undefined>(undefined);

interface NowProviderProps {
  /** Milliseconds since the epoch. */
  clock: () => number;
  children: ReactNode;
}

/** Provides the current time to the components below, so that ages on the screen are updated. */
export function NowProvider({ clock, children }: NowProviderProps) {
  const [now, setNow] = useState(clock);
  useEffect(() => {
    const look = () => setNow(clock());
    const timer = setInterval(look, TICK_MS);
    document.addEventListener("visibilitychange", look);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, [clock]);
  return <NowContext value={now}>{children}</NowContext>;
}

/** The current time in milliseconds since the epoch, updated twice a minute. */
export function useNow(): number {
  const now = useContext(NowContext);
  if (now === undefined) throw new Error("useNow needs a NowProvider above it");
  return now;
}
