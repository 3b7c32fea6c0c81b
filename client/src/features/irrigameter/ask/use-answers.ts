import { entities } from "@lamina/shared/calls/entities";
import { views } from "@lamina/shared/calls/views";
import { round } from "@lamina/shared/core/units";
import type { SectorCard } from "@lamina/shared/views/irrigameter";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ApiError } from "../../../api/error.ts";
import { call } from "../../../api/http.ts";
import { matched, refusalOr } from "../../../core/refusals/refusal.ts";
import { toast } from "../../../ui/feedback/toast.tsx";
import { mm } from "../amounts.ts";
import { useCardContext } from "../board-context.ts";
import { depletionAtEnd } from "../card/recommendation.ts";
import { text } from "../text.ts";
import { askText } from "./ask-text.ts";

const FORBIDDEN = 403;

/** A user's answer to a question about a sector. */
type AskAnswer =
  | { says: "probe" | "balance" }
  | { says: "irrigation" | "rain"; detectionId: string }
  | { says: "nothing"; detectionId: string }
  | { says: "planned" | "notDone"; wateringIds: readonly string[] };

/** Sends an answer about a sector, and then refetches the screen. `isPending` is true while it is sent. */
export function useAnswers(card: SectorCard): {
  answer: (answer: AskAnswer) => void;
  isPending: boolean;
} {
  const { sector, balance, recommendation } = card;
  const { clientId } = useCardContext();
  const queryClient = useQueryClient();
  const adjust = (drMm: number, reason: string) =>
    call(views.balanceAdjust, {
      body: { sectorId: sector._id, date: balance?.date ?? "", drMm, reason },
    });

  async function send(given: AskAnswer): Promise<unknown> {
    const { contradiction } = recommendation ?? {};
    switch (given.says) {
      case "probe":
      case "balance": {
        if (!contradiction) throw new Error("An answer without a question.");
        const { measuredMm, balanceMm } = contradiction;
        if (given.says === "probe")
          return adjust(round(depletionAtEnd(card, measuredMm), 1), askText.reasonProbe(mm(measuredMm)));
        return adjust(balance?.dr ?? depletionAtEnd(card, balanceMm), askText.reasonBalance(mm(balanceMm)));
      }
      case "irrigation":
      case "rain":
        // Without a depth the API records the detected one: it is net, and a record is gross.
        return matched(call(views.detectionResolve, { body: { _id: given.detectionId, as: given.says } }));
      case "nothing":
        return matched(call(views.detectionResolve, { body: { _id: given.detectionId, as: "ignored" } }));
      case "planned":
        return Promise.all(given.wateringIds.map((_id) => matched(call(entities.watering.update, { body: { _id } }))));
      case "notDone":
        return Promise.all(given.wateringIds.map((ID) => call(entities.watering.remove, { query: { ID } })));
    }
  }

  const { mutate, isPending } = useMutation({
    mutationFn: send,
    onSuccess: (_reply, { says }) => toast(askText.done[says === "nothing" ? "balance" : says]),
    onError: (error) =>
      toast(
        refusalOr(error, error instanceof ApiError && error.status === FORBIDDEN ? text.forbidden : text.failedShort),
      ),
    onSettled: () => queryClient.invalidateQueries({ queryKey: [clientId, "irrigameter"] }),
  });
  return { answer: mutate, isPending };
}
