import { isSwapped } from "@lamina/shared/rules/outline";
import { useRef, useState } from "react";
import { openMap, UnreadableMap } from "../../../../ui/map-file/open-map.ts";
import { type Shape, swapped } from "../../../../ui/map-file/shape.ts";
import { failureText } from "../../records/data/failure-text.ts";
import type { Choices } from "./places.ts";
import { type MapOutcome, type MapSave, saveMap } from "./save-map.ts";
import { text } from "./text.ts";

interface MapState {
  name?: string | undefined;
  shapes: readonly Shape[];
  choices: Choices;
  failure?: string | undefined;
  /** A file in metres that does not name its zone: a person chooses it. */
  inMetres?: File | undefined;
  pending: boolean;
  outcome?: MapOutcome;
}

const EMPTY: MapState = { shapes: [], choices: new Map(), pending: false };

/** A map file: its shapes, what a person chose for them, and its import. */
export function useMapFile() {
  const [state, setState] = useState(EMPTY);
  const reads = useRef(0);

  async function read(file: File | undefined, zone?: number) {
    const number = ++reads.current;
    const change = (part: Partial<MapState>) => {
      if (number === reads.current) setState({ ...EMPTY, name: file?.name, ...part });
    };
    change({ pending: file !== undefined });
    if (!file) return;
    try {
      change({ shapes: await openMap(await file.arrayBuffer(), zone) });
    } catch (error) {
      const reason = error instanceof UnreadableMap ? error.reason : undefined;
      change({
        failure: reason ? text.refused[reason] : text.unreadable,
        ...(reason === "metres" && { inMetres: file }),
      });
    }
  }

  async function save(wanted: MapSave) {
    setState((before) => ({ ...before, pending: true, failure: undefined }));
    try {
      const outcome = await saveMap(wanted);
      setState((before) => ({ ...before, pending: false, outcome }));
    } catch (error) {
      setState((before) => ({ ...before, pending: false, failure: failureText(error) }));
    }
  }

  return {
    ...state,
    isSwapped: isSwapped(state.shapes.flatMap(({ rings }) => rings.flat())),
    read: (file: File | undefined) => read(file),
    readInZone: (zone: number) => read(state.inMetres, zone),
    save,
    swap: () => setState((before) => ({ ...before, shapes: swapped(before.shapes) })),
    choose: (line: number, choice: NonNullable<ReturnType<Choices["get"]>>) =>
      setState((before) => ({
        ...before,
        choices: new Map([...before.choices, [line, { ...before.choices.get(line), ...choice }]]),
      })),
  };
}
