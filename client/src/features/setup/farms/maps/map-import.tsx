import { useRights } from "../../../../core/rights/use-rights.ts";
import { Button } from "../../../../ui/controls/button.tsx";
import { useAskedImport } from "../../importing/asked-import.ts";
import { useHostedDialog } from "../../importing/import-host.tsx";
import type { ToolsProps } from "../../records/data/screen-config.ts";
import { MapDialog } from "./map-dialog.tsx";
import { text } from "./text.ts";

/** Imports outlines, machines, sectors and lines from a map file. */
export function MapImport({ lists, ready }: ToolsProps) {
  const open = useHostedDialog();
  const { can } = useRights();
  const mayImport = can("farms", "create");
  const start = () => open((onClose) => <MapDialog lists={lists} onClose={onClose} />);
  useAskedImport("mapa", ready && mayImport, start);
  if (!mayImport) return null;
  return (
    <Button disabled={!ready} onClick={start}>
      {text.import}
    </Button>
  );
}
