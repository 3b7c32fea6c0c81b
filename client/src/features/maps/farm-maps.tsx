import type { MapView } from "@lamina/shared/views/irrigameter";
import { useMemo } from "react";
import { Status } from "../../field/status.tsx";
import styles from "./farm-maps.module.css";
import type { MapCanvasProps } from "./map-canvas.tsx";
import { MapFrame } from "./map-frame.tsx";
import { areCalm, devicePlaces, mapOfFarm, worstStatus } from "./places.ts";
import { text } from "./text.ts";

type FarmMapsProps = Omit<MapCanvasProps, "devices" | "farmId" | "fitting" | "name" | "isFixed">;

/**
 * A map of each farm side by side, where one map of all of them would be empty ground with a dot at each edge. A press
 * on a farm's name opens its own map, which moves.
 */
export function FarmMaps({ map, pivots, onFarm, ...rest }: FarmMapsProps) {
  const farms = useMemo(
    () =>
      map.farms.map((farm: MapView["farms"][number]) => {
        const ofFarm = mapOfFarm(map, farm._id);
        const ownPivots = pivots.filter(({ pivot }) => pivot.farmId === farm._id);
        return { farm, ofFarm, own: ownPivots, devices: devicePlaces(ofFarm.devices) };
      }),
    [map, pivots],
  );
  return (
    <div className={styles.maps} style={{ "--columns": Math.ceil(Math.sqrt(map.farms.length)) } as object}>
      {farms.map(({ farm, ofFarm, own: ownPivots, devices }) => {
        const kind = worstStatus(ownPivots, rest.layer);
        return (
          <div key={farm._id} className={styles.farm}>
            <button type="button" className={styles.name} onClick={() => onFarm(farm._id)}>
              <strong>{farm.name}</strong>
              <span>{text.farmPivots(ownPivots.length)}</span>
              {kind && <Status kind={kind} calm={rest.layer === "calculated" && areCalm(ownPivots, rest.layer)} />}
            </button>
            <div className={styles.ground}>
              <MapFrame
                {...rest}
                map={ofFarm}
                pivots={ownPivots}
                devices={devices}
                farmId={farm._id}
                fitting={0}
                name={text.mapOf(farm.name)}
                isFixed
                onFarm={onFarm}
              />
            </div>
          </div>
        );
      })}
    </div>
  );
}
