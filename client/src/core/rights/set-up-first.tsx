import { ButtonLink } from "../../ui/controls/button.tsx";
import { EmptyState } from "../../ui/feedback/states.tsx";
import type { IconName } from "../../ui/icons/icon-paths.ts";
import { useRights } from "./use-rights.ts";

interface SetUpFirstProps {
  icon: IconName;
  /** `hint` is for a user with the right, `hintForOthers` for the others; by default they read the same. */
  words: { title: string; hint: string; hintForOthers?: string; action: string };
  /** The set-up whose records are missing. */
  screen: "farms" | "device" | "monitor" | "watering";
  /** Added to its address. */
  query?: string;
}

/** The empty state of a screen without the records that it shows. Links only users who may create them to their set-up. */
export function SetUpFirst({ icon, words, screen, query = screen === "farms" ? "?passos" : "" }: SetUpFirstProps) {
  const { can } = useRights();
  const mayCreate = can(screen, "create");
  return (
    <EmptyState
      icon={icon}
      title={words.title}
      action={
        mayCreate && (
          <ButtonLink to={`/setup/${screen}${query}`} variant="primary">
            {words.action}
          </ButtonLink>
        )
      }
    >
      <p>{mayCreate ? words.hint : (words.hintForOthers ?? words.hint)}</p>
    </EmptyState>
  );
}
