import { entities } from "@lamina/shared/calls/entities";
import { views } from "@lamina/shared/calls/views";
import type { RainDoubt } from "@lamina/shared/records/weather";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ApiError } from "../../api/error.ts";
import { call } from "../../api/http.ts";
import { Button } from "../../ui/controls/button.tsx";
import { toast } from "../../ui/feedback/toast.tsx";
import { formatAmount, formatShortDay } from "../../ui/format.ts";
import { useRights } from "../rights/use-rights.ts";
import { text } from "./text.ts";

const FORBIDDEN = 403;
/** More days than this are written as a span. */
const MAX_LISTED = 3;

/** The question about a gauge's doubted rain. */
export function doubtWords({ days, kind, mm }: RainDoubt, gauge: string | null): string {
  const [first = "", last = ""] = [days[0], days[days.length - 1]].map((day) => day && formatShortDay(day));
  const shown = days.length > MAX_LISTED ? text.span(first, last, days.length) : days.map(formatShortDay).join(", ");
  return `${text.question(gauge, shown)} ${text.kinds[kind](formatAmount(mm, "mm"))}`;
}

/**
 * The answers that the user may give: the gauge sends a running total, so that its history is computed from the
 * differences; or the rain was that much. The third way is a record of the rain, by the caller.
 */
export function DoubtAnswers({ doubt, clientId }: { doubt: RainDoubt; clientId: string }) {
  const { sensorId, days, acceptable, isTotal, kind } = doubt;
  const { can } = useRights();
  const queryClient = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: (answer: keyof typeof text.done) =>
      answer === "accept"
        ? call(views.rainAccept, { body: { sensorId, days } })
        : // A total has no offset.
          call(entities.sensor.update, { body: { _id: sensorId, variable: "rainTotal", calibA: 0 } }),
    onSuccess: (_reply, answer) => toast(text.done[answer]),
    onError: (error) => toast(error instanceof ApiError && error.status === FORBIDDEN ? text.forbidden : text.failed),
    onSettled: () => queryClient.invalidateQueries({ queryKey: [clientId] }),
  });
  const isLikelyTotal = kind === "counter" || kind === "impossible";
  return (
    <>
      {!isTotal && can("device", "edit") && (
        <Button
          {...(isLikelyTotal ? { variant: "primary" as const } : {})}
          pending={isPending}
          onClick={() => mutate("asTotal")}
        >
          {text.asTotal}
        </Button>
      )}
      {acceptable && can("watering", "create") && (
        <Button pending={isPending} onClick={() => mutate("accept")}>
          {text.accept}
        </Button>
      )}
    </>
  );
}
