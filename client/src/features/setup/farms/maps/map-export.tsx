import { views } from "@lamina/shared/calls/views";
import { useRef, useState } from "react";
import { call } from "../../../../api/http.ts";
import { useSelectedClient } from "../../../../core/clients/use-clients.ts";
import { useRights } from "../../../../core/rights/use-rights.ts";
import { saveFile } from "../../../../core/save-file.ts";
import { Button } from "../../../../ui/controls/button.tsx";
import { fileName } from "../../../../ui/export/file-name.ts";
import { Dialog } from "../../../../ui/feedback/dialog.tsx";
import { Failure } from "../../../../ui/feedback/failure.tsx";
import { geoJsonOf, kmlOf } from "../../../../ui/map-file/write-map.ts";
import { failureText } from "../../records/data/failure-text.ts";
import type { ToolsProps } from "../../records/data/screen-config.ts";
import { mapFeatures } from "./map-features.ts";
import { text } from "./text.ts";

const TYPES = { geojson: "application/geo+json", kml: "application/vnd.google-earth.kml+xml" } as const;

/** Saves all farms with machines, sectors, soils and today's decisions as a map file. */
export function MapExport({ lists, ready }: ToolsProps) {
  const client = useSelectedClient();
  const { can } = useRights();
  const anchor = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const [making, setMaking] = useState<keyof typeof TYPES>();
  const [failure, setFailure] = useState<string>();

  async function save(format: keyof typeof TYPES) {
    setMaking(format);
    setFailure(undefined);
    try {
      const seen = can("irrigameter", "view")
        ? await call(views.machineDays, { query: { ID: client._id } })
        : undefined;
      const features = mapFeatures(lists, seen?.machines);
      const content = format === "kml" ? kmlOf(client.name, features) : geoJsonOf(features);
      await saveFile(new File([content], fileName([text.mapName, client.name], format), { type: TYPES[format] }));
      setOpen(false);
    } catch (error) {
      setFailure(failureText(error));
    } finally {
      setMaking(undefined);
    }
  }

  return (
    <>
      <Button ref={anchor} disabled={!ready} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {text.export}
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title={text.export} variant="panel" anchor={anchor}>
        <div className="grid gap-2">
          {(["geojson", "kml"] as const).map((format) => (
            <Button key={format} wide pending={making === format} onClick={() => void save(format)}>
              {text.formats[format]}
            </Button>
          ))}
          <Failure>{failure}</Failure>
        </div>
      </Dialog>
    </>
  );
}
