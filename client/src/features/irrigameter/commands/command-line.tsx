import { views } from "@lamina/shared/calls/views";
import { interlockText } from "@lamina/shared/reasons/interlock-text";
import type { InterlockId } from "@lamina/shared/reasons/interlocks";
import type { PivotCommand } from "@lamina/shared/records/commands/pivot-command";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "../../../api/http.ts";
import { commandText } from "../../../core/commands/command-text.ts";
import { commandsQuery, isOpen, shownCommand } from "../../../core/commands/queries.ts";
import { useRights } from "../../../core/rights/use-rights.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { Banner } from "../../../ui/feedback/banner.tsx";
import { toast } from "../../../ui/feedback/toast.tsx";
import { formatAge, formatTime } from "../../../ui/format.ts";
import { useNow } from "../../../ui/now.tsx";
import type { IrrigationCard } from "../board.ts";
import { useBoard } from "../board-context.ts";

/** States in which a person must look after the machine. */
const ALARMING: readonly PivotCommand["state"][] = ["unanswered", "failed", "refused", "expired"];
export const isAlarming = ({ state }: Pick<PivotCommand, "state">): boolean => ALARMING.includes(state);

/** What became of the machine's last command, until telemetry proves it and for some minutes after. `isNamed`: with its name. */
export function CommandLine({ unit, isNamed = false }: { unit: IrrigationCard; isNamed?: boolean }) {
  const { clientId } = useBoard();
  const { can } = useRights();
  const now = useNow();
  const queryClient = useQueryClient();
  const options = commandsQuery({ _id: clientId });
  const { data } = useQuery(options);
  const cancel = useMutation({
    mutationFn: (_id: string) => call(views.commandCancel, { body: { _id } }),
    onSuccess: ({ matchedCount }) => toast(matchedCount > 0 ? commandText.cancelled : commandText.late),
    onError: () => toast(commandText.failed),
    onSettled: () => queryClient.invalidateQueries({ queryKey: options.queryKey }),
  });
  const command = shownCommand(data, unit.pivot._id, now);
  if (!command) return null;
  const { name } = unit.pivot;
  const isPlanned = command.state === "asked";
  const mayCancel = isPlanned && can("commands", "create");
  return (
    <Banner
      tone={isAlarming(command) ? "danger" : isOpen(command) ? "warning" : "info"}
      icon={isAlarming(command) ? "alert" : command.state === "done" ? "check" : "pivot"}
      announced
      action={
        mayCancel && (
          <Button
            pending={cancel.isPending}
            aria-label={commandText.cancelOf(name)}
            onClick={() => cancel.mutate(command._id)}
          >
            {commandText.cancel}
          </Button>
        )
      }
    >
      <span className={isNamed ? "strong" : "only-read"}>{name}: </span>
      {commandText.line(command, aboutOf(command, unit.farm.timezone))} · {commandText.by(command.byName)} ·{" "}
      {formatAge(command.states.slice(-1)[0]?.at ?? command.issuedAt, now)}
      {isAlarming(command) && ` · ${commandText.call(unit.farm.name)}`}
    </Banner>
  );
}

/** The hour of a scheduled start, or the reason of a refusal. */
function aboutOf({ state, states, scheduledFor }: PivotCommand, timeZone: string): string {
  if (state === "asked" && scheduledFor) return ` ${commandText.at(formatTime(scheduledFor, timeZone))}`;
  const reason = states.slice(-1)[0]?.reason;
  if (state !== "refused" || !reason) return "";
  const words = reason.split(" ").map((id) => interlockText[id as InterlockId]?.reason);
  // The panel's own words are shown as they are.
  return `: ${words.every((one) => one !== undefined) ? words.join("; ") : reason}`;
}
