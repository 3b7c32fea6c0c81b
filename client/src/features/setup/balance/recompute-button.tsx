import { useState } from "react";
import { useRights } from "../../../core/rights/use-rights.ts";
import { Button } from "../../../ui/controls/button.tsx";
import type { ToolsProps } from "../records/data/screen-config.ts";
import { RecomputeDialog } from "./recompute-dialog.tsx";
import { text } from "./text.ts";

/** Recomputes all sectors in season, for users with the right. Each sector has at most one active season. */
export function RecomputeButton({ lists, ready }: ToolsProps) {
  const { can } = useRights();
  const [isOpen, setOpen] = useState(false);
  const active = lists.of("season").filter(({ status }) => status === "active");
  if (active.length === 0 || !can("balance", "edit")) return null;
  return (
    <>
      <Button disabled={!ready} onClick={() => setOpen(true)}>
        {text.recompute.open}
      </Button>
      {isOpen && <RecomputeDialog seasons={active} onClose={() => setOpen(false)} />}
    </>
  );
}
