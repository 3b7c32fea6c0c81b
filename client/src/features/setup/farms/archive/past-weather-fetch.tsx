import { useRights } from "../../../../core/rights/use-rights.ts";
import { Button } from "../../../../ui/controls/button.tsx";
import { useHostedDialog } from "../../importing/import-host.tsx";
import type { ToolsProps } from "../../records/data/screen-config.ts";
import { FetchDialog } from "./fetch-dialog.tsx";
import { text } from "./text.ts";

/** Fetches the past weather of a farm from a service. */
export function PastWeatherFetch({ lists, ready }: ToolsProps) {
  const open = useHostedDialog();
  const { can } = useRights();
  if (!can("device", "edit") || lists.of("farm").length === 0) return null;
  return (
    <Button disabled={!ready} onClick={() => open((onClose) => <FetchDialog lists={lists} onClose={onClose} />)}>
      {text.button}
    </Button>
  );
}
