import { views } from "@lamina/shared/calls/views";
import { type DayPlan, type PlanChoice, type SentDecision, StoredChoices } from "@lamina/shared/records/day-plan";
import type { Irrigameter } from "@lamina/shared/views/irrigameter";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError } from "../../../api/error.ts";
import { call } from "../../../api/http.ts";
import { toast } from "../../../ui/feedback/toast.tsx";
import { useBoard } from "../board-context.ts";
import { planTryQuery } from "../queries.ts";
import { text } from "../text.ts";
import { withChoice } from "../with-choice.ts";
import { decisionText } from "./decision-text.ts";

/** The choices of another person, and those that the user saw before. */
type ChoicesOfTwo = StoredChoices & { seen: readonly PlanChoice[] };
/** `seen`: the stored choices when the user began, because another person may store others while these are tried. */
type Draft = Pick<SentDecision, "farmId" | "choices"> & { seen: readonly PlanChoice[] };
type FarmPlan = Irrigameter["plans"][number];

/** Choices for a farm's day that are tried, and then stored or dropped. */
export interface Decision {
  /** The machine whose choices are open. */
  open: string | null;
  setOpen(pivotId: string | null): void;
  /** Tries a choice for a machine, together with those that are stored or tried already. */
  choose(plan: FarmPlan, choice: PlanChoice): void;
  /** The tried choices of a farm; null while none is tried. */
  tried: { plan: FarmPlan; choices: readonly PlanChoice[]; result: DayPlan | undefined; failed: boolean } | null;
  keep(): void;
  drop(): void;
  /** Goes back to the plan without decisions. */
  clear(plan: FarmPlan): void;
  /** What another person stored for a machine of the tried choices; the person chooses, and until then both remain. */
  conflict: ChoicesOfTwo | null;
  /** Back to the tried choices, without a decision between the two. */
  decideLater(): void;
  /** Stores these choices in place of those of the other person that the dialog showed. */
  overrule(choices: PlanChoice[]): void;
  isPending: boolean;
}

const CONFLICT = 409;

/** The start of a machine's run in the tried plan, or the chosen one while that plan is computed. */
export function triedStart({ tried }: Decision, pivotId: string): string | undefined {
  const own = (run: { pivotId: string }) => run.pivotId === pivotId;
  return tried?.result?.items.find(own)?.startAt ?? tried?.choices.find(own)?.startAt;
}

/** What the time line of a farm draws, and the machines of it that do not fit where they were moved to. */
interface DrawnPlan {
  plan: DayPlan;
  out: readonly string[];
}

/**
 * The tried plan of a farm, or its own. A moved run remains where the user put it, while the tried plan is computed and
 * when that has no place for it, because it would otherwise be gone from under the pointer.
 */
export function drawnPlan(plan: FarmPlan, { tried }: Pick<Decision, "tried">): DrawnPlan {
  if (tried?.plan.farmId !== plan.farmId) return { plan, out: [] };
  const shown = tried.result ?? plan;
  const moved = tried.choices.flatMap(({ pivotId, startAt }) => {
    const own = (run: { pivotId: string }) => run.pivotId === pivotId;
    const before = plan.items.find(own);
    if (!startAt || !before || tried.result?.items.some(own)) return [];
    const endAt = Date.parse(before.endAt) + Date.parse(startAt) - Date.parse(before.startAt);
    return [{ ...before, startAt, endAt: new Date(endAt).toISOString(), pauses: [] }];
  });
  const ids = moved.map(({ pivotId }) => pivotId);
  const others = shown.items.filter(({ pivotId }) => !ids.includes(pivotId));
  return { plan: { ...shown, items: [...others, ...moved] }, out: tried.result ? ids : [] };
}

export function useDecision(plans: readonly FarmPlan[]): Decision {
  const { clientId } = useBoard();
  const queryClient = useQueryClient();
  const [open, setOpen] = useState<string | null>(null);
  const [draft, setDraft] = useState<Draft | null>(null);
  const [conflict, setConflict] = useState<ChoicesOfTwo | null>(null);
  const plan = plans.find(({ farmId }) => farmId === draft?.farmId);
  const { data, isError } = useQuery({
    ...planTryQuery(
      { _id: clientId },
      { farmId: draft?.farmId ?? "", date: plan?.date ?? "", choices: draft?.choices ?? [] },
    ),
    enabled: draft !== null && plan !== undefined,
  });
  const { mutate, isPending } = useMutation({
    mutationFn: (body: SentDecision) => call(views.dayPlanDecide, { body }),
    onSuccess: (_reply, { choices }) => {
      setDraft(null);
      setOpen(null);
      setConflict(null);
      toast(choices.length > 0 ? decisionText.kept : decisionText.cleared);
    },
    onError: (error, { seen = [] }) => {
      const stored =
        error instanceof ApiError && error.status === CONFLICT
          ? StoredChoices.safeParse(error.current).data
          : undefined;
      if (stored) setConflict({ ...stored, seen });
      else toast(text.failedShort);
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: [clientId, "irrigameter"] }),
  });
  return {
    open,
    setOpen,
    choose(of, choice) {
      const stored = of.decision?.choices ?? [];
      const { choices, seen } = draft?.farmId === of.farmId ? draft : { choices: stored, seen: stored };
      setDraft({ farmId: of.farmId, choices: withChoice(choices, choice), seen });
    },
    tried: draft && plan ? { plan, choices: draft.choices, result: data, failed: isError } : null,
    keep: () => draft && plan && mutate({ ...draft, date: plan.date, seen: [...draft.seen] }),
    drop: () => {
      setDraft(null);
      setConflict(null);
    },
    clear: ({ farmId, date }) => mutate({ farmId, date, choices: [] }),
    conflict,
    decideLater: () => setConflict(null),
    overrule: (choices) =>
      draft && plan && mutate({ farmId: draft.farmId, date: plan.date, choices, seen: conflict?.choices ?? [] }),
    isPending,
  };
}
