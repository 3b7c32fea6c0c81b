import { useRights } from "../../core/rights/use-rights.ts";
import { ButtonLink } from "../../ui/controls/button.tsx";
import { EmptyState } from "../../ui/feedback/states.tsx";
import type { Subject } from "./steps.ts";
import { text } from "./text.ts";

/** Shown when nothing measures the subject yet, with the next step. */
export function NoSource({ subject }: { subject: Subject }) {
  const { can } = useRights();
  const screen = subject === "soilmoisture" ? "monitor" : "device";
  const { title, hint } = text.none[subject];
  return (
    <EmptyState
      icon="sensor"
      title={title}
      action={
        can(screen, "create") && (
          <ButtonLink variant="primary" to={`/setup/${screen}`}>
            {text.register}
          </ButtonLink>
        )
      }
    >
      <p>{hint}</p>
    </EmptyState>
  );
}
