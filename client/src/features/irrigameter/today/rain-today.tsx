import { Link } from "react-router-dom";
import { useRights } from "../../../core/rights/use-rights.ts";
import { mm } from "../amounts.ts";
import type { MachineToday } from "./machines-today.ts";
import { todayText } from "./today-text.ts";

/** Machines that are named; the others are counted. */
const SHOWN_PLACES = 6;
/** A smaller amount is shown as no rain, mm. */
const MIN_MM = 0.05;

/** Where it has rained in 24 hours, the wettest first, with a link to the map of the rain. */
export function RainToday({ machines }: { machines: readonly MachineToday[] }) {
  const { can } = useRights();
  const rained = machines
    .map(({ unit }) => ({ unit, rainMm: Math.max(0, ...unit.sectors.map(({ rain24Mm }) => rain24Mm ?? 0)) }))
    .filter(({ rainMm }) => rainMm >= MIN_MM)
    .sort((one, other) => other.rainMm - one.rainMm);
  const words = [
    ...rained.slice(0, SHOWN_PLACES).map(({ unit, rainMm }) => todayText.rainAt(unit.name, mm(rainMm))),
    ...(rained.length > SHOWN_PLACES ? [todayText.moreRain(rained.length - SHOWN_PLACES)] : []),
  ];
  return (
    <p className="hint">
      {todayText.rain}: {words.length > 0 ? words.join(" · ") : todayText.noRain}
      {can("maps", "view") && (
        <>
          {" · "}
          <Link to="/maps?camada=chuva&fazenda=todas">{todayText.rainMap}</Link>
        </>
      )}
    </p>
  );
}
