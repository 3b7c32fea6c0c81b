import type { SectorCard } from "@lamina/shared/views/irrigameter";
import { text } from "../text.ts";
import { MonitorView } from "./monitor-view.tsx";
import { monitorsByNeed } from "./sensors.ts";

const PROFILE_PX = 236;

/** The monitor that gives a sector its status. */
export function MonitorBrief({ card }: { card: SectorCard }) {
  const [first, ...others] = monitorsByNeed(card);
  if (!first) return <p>{text.noProbe}</p>;
  return (
    <>
      <MonitorView monitor={first} width={PROFILE_PX} />
      {others.length > 0 && <p>{text.moreProbes(others.length)}</p>}
    </>
  );
}
