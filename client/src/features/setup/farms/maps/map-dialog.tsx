import { FarmTimezone } from "@lamina/shared/records/farm";
import { useState } from "react";
import { clientSetup } from "../../../../core/clients/current-clients.ts";
import { useSelectedClient } from "../../../../core/clients/use-clients.ts";
import { Button } from "../../../../ui/controls/button.tsx";
import { Field } from "../../../../ui/controls/field.tsx";
import { Select } from "../../../../ui/controls/input.tsx";
import { TextField } from "../../../../ui/controls/text-field.tsx";
import { Banner } from "../../../../ui/feedback/banner.tsx";
import { Dialog } from "../../../../ui/feedback/dialog.tsx";
import { Failure } from "../../../../ui/feedback/failure.tsx";
import { parseNumber } from "../../../../ui/parse-number.ts";
import { FileInput } from "../../importing/file-input.tsx";
import { text as importing } from "../../importing/text.ts";
import { RecentImports } from "../../importing/undo/recent-imports.tsx";
import { UndoImport } from "../../importing/undo/undo-import.tsx";
import type { RelatedRecords } from "../../records/data/screen-config.ts";
import { DEFAULT_TIMEZONE } from "../../records/data/time-zone.ts";
import { text as farmText } from "../text.ts";
import { MapPlaces } from "./map-places.tsx";
import { changesOf } from "./map-rows.ts";
import { TEXTURE } from "./map-soil.ts";
import { placesOf } from "./places.ts";
import { refusalOf } from "./save-map.ts";
import { text } from "./text.ts";
import { useMapFile } from "./use-map-file.ts";

const soilText = farmText.soil;
const NEW_FARM = "new";
/** Zones of UTM over Brazil. */
const UTM_ZONES = [18, 19, 20, 21, 22, 23, 24, 25];
/** Gross depth that pivots in Brazil are designed for, mm in 24 h. */
const USUAL_DEPTH = "8";

/** The steps of the import of a map: file, what each shape is, and the result. */
export function MapDialog({ lists, onClose }: { lists: RelatedRecords; onClose: () => void }) {
  const { _id: clientId } = useSelectedClient();
  const map = useMapFile();
  const farms = lists.of("farm");
  const [farmId, setFarmId] = useState(farms[0]?._id ?? NEW_FARM);
  const [altitude, setAltitude] = useState("");
  const [depth, setDepth] = useState(USUAL_DEPTH);
  const [soilId, setSoilId] = useState(lists.of("soil")[0]?._id ?? "");
  const farm = lists.find("farm", farmId);
  const places = placesOf(map.shapes, map.choices, { lists, farm });
  const timezone = FarmTimezone.catch(DEFAULT_TIMEZONE).parse(clientSetup.state.get().selected?.timezone);
  const metres = parseNumber(altitude, [-10, 3000]);
  const depthMm = parseNumber(depth, [1, 60]);
  const defaults = { altitude: metres, timezone, depthMm: depthMm !== undefined && depthMm > 0 ? depthMm : 8, soilId };
  const { rows } = changesOf({ places, farm, lists, defaults });
  const count = rows.farm.length + rows.pivot.length + rows.pivotSector.length;
  const isNew = (kind: keyof typeof rows) => rows[kind].some(({ fields }) => fields._id === undefined);
  const missing =
    isNew("farm") && (metres === undefined || Number.isNaN(metres))
      ? text.needsAltitude
      : isNew("pivotSector") && soilId === ""
        ? text.needsSoil
        : undefined;
  const { outcome, pending } = map;
  return (
    <Dialog
      open
      onClose={onClose}
      title={text.title}
      variant="sheet"
      actions={
        <>
          <Button onClick={onClose}>{outcome ? text.close : text.cancel}</Button>
          {!outcome && count > 0 && (
            <Button
              variant="primary"
              pending={pending}
              disabled={missing !== undefined}
              onClick={() => void map.save({ clientId, places, farm, lists, defaults })}
            >
              {text.send(count)}
            </Button>
          )}
        </>
      }
    >
      <div className="close-stack">
        <Failure>{map.failure}</Failure>
        {outcome ? (
          <>
            <Banner icon="check" announced>
              {importing.done(outcome)}
            </Banner>
            {outcome.errors.map((error) => (
              <p key={`${error.line} ${error.field}`}>{refusalOf(error, places)}</p>
            ))}
            <UndoImport batch={outcome.batch} />
          </>
        ) : (
          <>
            <Field label={text.file} hint={text.fileHint}>
              {(control) => (
                <FileInput
                  {...control}
                  accept=".kml,.kmz,.gpx,.geojson,.geojsonl,.json,.zip"
                  chosen={map.name}
                  disabled={pending}
                  onFile={(file) => void map.read(file)}
                />
              )}
            </Field>
            {map.inMetres && (
              <Field label={text.zone}>
                {(control) => (
                  <Select {...control} value="" onChange={({ target }) => void map.readInZone(Number(target.value))}>
                    <option value="">{text.chooseZone}</option>
                    {UTM_ZONES.map((zone) => (
                      <option key={zone} value={zone}>
                        {text.zones(zone)}
                      </option>
                    ))}
                  </Select>
                )}
              </Field>
            )}
            {places.length === 0 && <RecentImports />}
            {map.isSwapped && (
              <Banner tone="warning" icon="alert" action={<Button onClick={map.swap}>{text.swap}</Button>}>
                {text.swapped}
              </Banner>
            )}
            {places.length > 0 && (
              <>
                <Field label={text.farm}>
                  {(control) => (
                    <Select {...control} value={farmId} onChange={({ target }) => setFarmId(target.value)}>
                      {farms.map(({ _id, name }) => (
                        <option key={_id} value={_id}>
                          {name}
                        </option>
                      ))}
                      <option value={NEW_FARM}>{text.newFarm}</option>
                    </Select>
                  )}
                </Field>
                {isNew("farm") && (
                  <TextField label={text.altitude} inputMode="decimal" value={altitude} onValue={setAltitude} />
                )}
                {isNew("pivot") && (
                  <TextField
                    label={text.depth}
                    hint={text.depthHint}
                    inputMode="decimal"
                    value={depth}
                    onValue={setDepth}
                  />
                )}
                {(isNew("pivot") || isNew("pivotSector")) && (
                  <Field label={text.soil} hint={text.soilHint}>
                    {(control) => (
                      <Select {...control} value={soilId} onChange={({ target }) => setSoilId(target.value)}>
                        <option value="">{text.noSoil}</option>
                        {lists.of("soil").length === 0 &&
                          Object.entries(soilText.textures).map(([texture, name]) => (
                            <option key={texture} value={`${TEXTURE}${texture}`}>
                              {soilText.ofTexture(name)}
                            </option>
                          ))}
                        {lists.of("soil").map(({ _id, name }) => (
                          <option key={_id} value={_id}>
                            {name}
                          </option>
                        ))}
                      </Select>
                    )}
                  </Field>
                )}
                {missing && <p role="status">{missing}</p>}
                {count === 0 && <p role="status">{text.nothing}</p>}
                <MapPlaces places={places} rows={rows} choose={map.choose} fitKey={`${map.name} ${map.isSwapped}`} />
              </>
            )}
          </>
        )}
      </div>
    </Dialog>
  );
}
