import { Button } from "../../../ui/controls/button.tsx";
import { type AskedImport, useAskedImport } from "./asked-import.ts";
import type { ImportDialogProps } from "./import-dialog.tsx";
import { useImportDialog } from "./import-host.tsx";
import { text } from "./text.ts";

interface ImportButtonProps extends Omit<ImportDialogProps, "onClose"> {
  /**
   * True when the data for reading the file are loaded. The button occupies its place until then, so that the layout
   * does not move.
   */
  ready?: boolean;
  /** Names the imported records, beside other buttons. */
  label?: string;
  /** Its name in an address that opens it. */
  asked?: AskedImport;
}

/** Imports a file: first a preview row by row, then, after a confirmation, the import. */
export function ImportButton({ ready = true, label = text.import, asked = "planilha", ...props }: ImportButtonProps) {
  const open = useImportDialog();
  useAskedImport(asked, ready, () => open(props));
  return (
    <Button disabled={!ready} onClick={() => open(props)}>
      {label}
    </Button>
  );
}
