import type { Irrigameter } from "@lamina/shared/views/irrigameter";
import { Link } from "react-router-dom";
import { Status } from "../../../field/status.tsx";
import { Button } from "../../../ui/controls/button.tsx";
import { unbroken } from "../../../ui/format.ts";
import { useNow } from "../../../ui/now.tsx";
import { useBoard } from "../board-context.ts";
import { CardAlerts } from "../card/sector-notes.tsx";
import { UnitPending } from "../card/unit-pending.tsx";
import { CommandLine } from "../commands/command-line.tsx";
import { useStartOffers } from "../commands/start-machine.tsx";
import { BackButton } from "../out/back-button.tsx";
import { ChangeRun, DecisionBar } from "./change-run.tsx";
import { decisionText } from "./decision-text.ts";
import styles from "./left-out.module.css";
import { MachineMenu } from "./machine-menu.tsx";
import type { MachineToday } from "./machines-today.ts";
import { orderText } from "./order-text.ts";
import { sentenceOf } from "./sentence.ts";
import { hardLimit, Remedy } from "./solution.tsx";
import type { Decision } from "./use-decision.ts";

interface LeftOutProps {
  machines: readonly MachineToday[];
  planOf: (machine: MachineToday) => Irrigameter["plans"][number] | undefined;
  pivot: (id: string) => string;
  decision: Decision;
}

/** The machines that do not fit today, each with its remedy as the button. */
export function LeftOut({ machines, ...rest }: LeftOutProps) {
  if (machines.length === 0) return null;
  return (
    <section className={styles.part}>
      <h3>{orderText.leftOut}</h3>
      <ul className={styles.list} aria-label={orderText.leftOut}>
        {machines.map((machine) => (
          <li key={machine.unit.key}>
            <Machine machine={machine} {...rest} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Machine({ machine, planOf, pivot, decision }: Omit<LeftOutProps, "machines"> & { machine: MachineToday }) {
  const { addressOf, todayOf, mayAdjust } = useBoard();
  const now = useNow();
  const { unit } = machine;
  const starts = useStartOffers(unit);
  const { mostUrgentSector, name, farm } = unit;
  const sentence = sentenceOf(machine, { today: todayOf(farm.timezone), now, pivot });
  const { what, where, when, money, why = [] } = sentence;
  const plan = planOf(machine);
  const isOut = unit.day.outOfService != null;
  const limit = isOut ? undefined : hardLimit(machine);
  const mayChange = mayAdjust && plan !== undefined && limit === undefined && !isOut;
  const isOpen = mayChange && decision.open === unit.pivot._id;
  const toggle = () => decision.setOpen(isOpen ? null : unit.pivot._id);
  return (
    <article className={styles.machine} aria-label={name}>
      <div className={styles.words}>
        <p>
          <Link className={styles.name} to={addressOf({ sectorId: mostUrgentSector.sector._id })}>
            {name}
          </Link>{" "}
          <Status kind={mostUrgentSector.status} /> <strong>{unbroken(what)}</strong>
        </p>
        <p className="hint">{[...why, ...where, ...when, ...(money ? [money] : [])].map(unbroken).join("; ")}</p>
        {limit && <Remedy limit={limit} />}
        <CardAlerts unit={unit} card={mostUrgentSector} told isBrief />
        <UnitPending unit={unit} />
        <CommandLine unit={unit} />
      </div>
      <div className="controls" data-print="hide">
        <BackButton unit={unit} />
        {limit && <Remedy limit={limit} isButton />}
        {mayChange && (
          <Button aria-expanded={isOpen} onClick={toggle}>
            {decisionText.solve}
          </Button>
        )}
        <MachineMenu machine={machine} beside={null} starts={starts} />
      </div>
      {isOpen && plan && (
        <div className={styles.wide}>
          <ChangeRun machine={machine} plan={plan} decision={decision} />
          <DecisionBar decision={decision} pivot={pivot} timeZone={farm.timezone} />
        </div>
      )}
    </article>
  );
}
