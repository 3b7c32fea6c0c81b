import { addDays, farmDay } from "@lamina/shared/core/farm-time";
import type { MapView } from "@lamina/shared/views/irrigameter";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useSelectedClient } from "../../core/clients/use-clients.ts";
import { currentPosition, type Position, PositionError } from "../../platform/position.ts";
import { classNames } from "../../ui/class-names.ts";
import { Button, IconButton } from "../../ui/controls/button.tsx";
import { Select } from "../../ui/controls/input.tsx";
import { Segments } from "../../ui/controls/segments.tsx";
import { Banner } from "../../ui/feedback/banner.tsx";
import { formatNumber } from "../../ui/format.ts";
import { useNow } from "../../ui/now.tsx";
import { FarmMaps } from "./farm-maps.tsx";
import { appliedOn, mapOnDay } from "./history.ts";
import { Legend } from "./legend.tsx";
import { MapFrame } from "./map-frame.tsx";
import { ALL_FARMS, layers, type MapSelection, useMapChoice } from "./map-params.ts";
import styles from "./map-screen.module.css";
import { DeviceCard, PivotCard } from "./place-card.tsx";
import { PlaceList } from "./place-list.tsx";
import { areFarApart, devicePlaces, devicesNear, pivotPlaces, shownFarm } from "./places.ts";
import { mapHistoryQuery } from "./queries.ts";
import { Scrubber } from "./scrubber.tsx";
import { text } from "./text.ts";

/** The map beside the list, or one of the two on a phone. The card of a selected place is over the map's edge. */
export function MapScreen({ map: current }: { map: MapView }) {
  const { layer, farmId: chosen, place, day, list, choose } = useMapChoice();
  const farmId = shownFarm(current, chosen, place);
  const client = useSelectedClient();
  const { data: history, isFetching } = useQuery({ ...mapHistoryQuery(client), enabled: day !== null });
  const past = useMemo(() => (day !== null && history?.days.includes(day) ? { day, history } : null), [day, history]);
  const map = useMemo(() => (past ? mapOnDay(current, past.history, past.day) : current), [current, past]);
  const now = useNow();
  const timeZone = current.farms.find(({ _id }) => _id === farmId)?.timezone ?? current.farms[0]?.timezone ?? "UTC";
  const [fitting, setFitting] = useState(0);
  const here = usePosition();
  const pivots = useMemo(
    () => pivotPlaces(map, layer, past ? appliedOn(past.history, past.day) : undefined),
    [map, layer, past],
  );
  const devices = useMemo(() => devicePlaces(map.devices), [map]);
  const isApart = useMemo(() => areFarApart(current), [current]);
  const listed = pivots.filter(({ pivot }) => farmId === undefined || pivot.farmId === farmId);
  const close = () => choose({ place: null });
  const pivot = place?.kind === "pivot" && pivots.find((one) => one.pivot._id === place.id);
  const device = place?.kind === "device" && map.devices.find(({ _id }) => _id === place.id);
  const shown = {
    ...{ map, pivots, layer, place, ofDay: past !== null, position: here.position },
    onPlace: (next: MapSelection) => choose({ place: next }),
  };
  const openHistory = () => choose({ day: addDays(farmDay(now, timeZone), -1), place: null });
  return (
    <div className={classNames(styles.screen, list && styles.asList)} data-fills>
      <div className={styles.tools}>
        <Segments
          label={text.layer}
          options={layers.map((value) => ({ value, label: text.layers[value] }))}
          value={layer}
          onChange={(next) => choose({ layer: next })}
        />
        {map.farms.length > 1 && (
          <Select
            aria-label={text.farm}
            value={farmId ?? ALL_FARMS}
            onChange={(event) => choose({ farmId: event.target.value, place: null })}
          >
            <option value={ALL_FARMS}>{text.allFarms}</option>
            {map.farms.map(({ _id, name }) => (
              <option key={_id} value={_id}>
                {name}
              </option>
            ))}
          </Select>
        )}
        <div className={styles.views}>
          <Segments
            label={text.view}
            options={[
              { value: "map", label: text.showMap },
              { value: "list", label: text.list },
            ]}
            value={list ? "list" : "map"}
            onChange={(view) => choose({ list: view === "list" })}
          />
        </div>
        <div className={classNames("controls", styles.buttons)} data-print="hide">
          {day === null && (
            <>
              <Button icon="calendar" className={styles.roomy} onClick={openHistory}>
                {text.history}
              </Button>
              <IconButton icon="calendar" label={text.history} className={styles.tight} onClick={openHistory} />
            </>
          )}
        </div>
      </div>
      {day !== null &&
        (past || isFetching ? (
          <Scrubber days={past?.history.days ?? [day]} day={day} onDay={(next) => choose({ day: next })} />
        ) : (
          <Banner
            tone="warning"
            icon="alert"
            action={<Button onClick={() => choose({ day: null })}>{text.today}</Button>}
          >
            {text.loadFailed}
          </Banner>
        ))}
      {here.problem && (
        <Banner tone="warning" icon="alert" announced>
          {here.problem}
        </Banner>
      )}
      {here.position && (
        <p className="only-read" role="status">
          {text.youAreHere(`${formatNumber(here.position.accuracyM, 0)} m`)}
        </p>
      )}
      <div className={styles.side}>
        <PlaceList
          pivots={listed}
          devices={farmId === undefined ? map.devices : devicesNear(map, farmId)}
          rain={map.rain7d}
          layer={layer}
          ofDay={past !== null}
          place={place}
          onPlace={(next) => choose({ place: next })}
        />
      </div>
      {farmId === undefined && isApart ? (
        <div className={styles.several}>
          <FarmMaps {...shown} onFarm={(next) => choose({ farmId: next, place: null })} />
        </div>
      ) : (
        <div className={styles.ground}>
          <MapFrame
            {...shown}
            devices={devices}
            farmId={farmId}
            fitting={fitting}
            onFarm={(next) => choose({ farmId: next, place: null })}
          />
          <div className={styles.controls} data-print="hide">
            <IconButton icon="fit" label={text.fit} onClick={() => setFitting(fitting + 1)} />
            <IconButton
              icon="position"
              label={text.myPosition}
              aria-busy={here.isAsking}
              onClick={here.isAsking ? undefined : here.ask}
            />
          </div>
        </div>
      )}
      {(pivot || device) && (
        <div className={styles.card}>
          {pivot && <PivotCard place={pivot} layer={layer} ofDay={past !== null} onClose={close} />}
          {device && (
            <DeviceCard
              device={device}
              ofDay={past !== null}
              rainMm={map.rain7d.find(({ deviceId }) => deviceId === device._id)?.mm}
              onClose={close}
            />
          )}
        </div>
      )}
      <div className={styles.legend}>
        <Legend layer={layer} ofDay={past !== null} />
      </div>
    </div>
  );
}

/** The user's position, requested by a click. */
function usePosition() {
  const [position, setPosition] = useState<Position | null>(null);
  const [isAsking, setAsking] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const ask = async () => {
    setAsking(true);
    setProblem(null);
    try {
      setPosition(await currentPosition());
    } catch (error) {
      const denied = error instanceof PositionError && error.reason === "denied";
      setProblem(denied ? text.positionDenied : text.positionFailed);
    } finally {
      setAsking(false);
    }
  };
  return { position, isAsking, problem, ask: () => void ask() };
}
