import { ButtonLink } from "../../ui/controls/button.tsx";
import { EmptyState } from "../../ui/feedback/states.tsx";
import type { IconName } from "../../ui/icons/icon-paths.ts";
import { useRights } from "./use-rights.ts";

interface SetUpFirstProps {
  icon: IconName;
  title: string;
  /** What a user with the right does. */
  hint: string;
  /** What the others read; the same hint by default. */
  hintForOthers?: string;
  action: string;
  /** The set-up whose records are missing. */
  screen: "farms" | "monitor" | "watering";
  /** Added to its address. */
  query?: string;
}

/** The empty state of a screen without the records that it shows. Links only users who may create them to their set-up. */
export function SetUpFirst({ icon, title, hint, hintForOthers = hint, action, screen, query = "" }: SetUpFirstProps) {
  const { can } = useRights();
  const mayCreate = can(screen, "create");
  return (
    <EmptyState
      icon={icon}
      title={title}
      action={
        mayCreate && (
          <ButtonLink to={`/setup/${screen}${query}`} variant="primary">
            {action}
          </ButtonLink>
        )
      }
    >
      <p>{mayCreate ? hint : hintForOthers}</p>
    </EmptyState>
  );
}
