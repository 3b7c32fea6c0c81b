import type { ToolsProps } from "../../records/data/screen-config.ts";
import { MapExport } from "./map-export.tsx";
import { MapImport } from "./map-import.tsx";

/** Maps in and out. */
export function MapTools(props: ToolsProps) {
  return (
    <>
      <MapImport {...props} />
      {props.lists.of("farm").length > 0 && <MapExport {...props} />}
    </>
  );
}
