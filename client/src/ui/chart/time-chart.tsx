import {
  type KeyboardEvent,
  type Ref,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from "react";
import { classNames } from "../class-names.ts";
import { ChartCursor } from "./chart-cursor.tsx";
import { ChartHeader } from "./chart-header.tsx";
import { paint } from "./draw/paint.ts";
import { type Scene, xAt } from "./draw/scene.ts";
import { listenToGestures } from "./gestures.ts";
import { nearestStop, placeSeries, readingSentence, stops } from "./model/cursor.ts";
import { layOut } from "./model/layout.ts";
import type { ChartModel } from "./model/model.ts";
import { summary } from "./model/summary.ts";
import { text } from "./model/text.ts";
import { isZoomed, panView, reveal, zoomView } from "./model/view.ts";
import styles from "./time-chart.module.css";
import type { ChartView } from "./use-chart-view.ts";
import { usePalette } from "./use-palette.ts";
import { useWidth } from "./use-width.ts";

interface TimeChartProps {
  model: ChartModel;
  state: ChartView;
  /** Newer data are loading. The old picture stays, and is marked. */
  busy?: boolean;
  /** Of the plot, in CSS pixels. */
  height?: number;
  /** The scene as drawn, for a picture. */
  ref?: Ref<Scene>;
}

/** Series over time on a canvas. A header above it shows the values at the cursor. */
export function TimeChart({ model, state, busy = false, height = 320, ref }: TimeChartProps) {
  const { view, whole, setView, hidden, toggle } = state;
  const canvas = useRef<HTMLCanvasElement>(null);
  const surface = useRef<HTMLDivElement>(null);
  const palette = usePalette();
  const width = useWidth(canvas);
  const [pointed, setCursor] = useState<number | null>(null);
  // A cursor outside the view is not shown.
  const cursor = pointed !== null && pointed >= view.from && pointed <= view.to ? pointed : null;

  const all = useMemo(() => placeSeries(model), [model]);
  const placed = useMemo(() => all.filter(({ series }) => !hidden.has(series.key)), [all, hidden]);
  const places = useMemo(() => stops(placed), [placed]);
  const layout = useMemo(
    () =>
      layOut(
        model,
        placed.map(({ series }) => series),
        height,
      ),
    [model, placed, height],
  );
  const scene = useMemo<Scene>(
    () => ({ model, placed, layout, view, palette, width, height }),
    [model, placed, layout, view, palette, width, height],
  );

  useEffect(() => {
    if (width === 0) return;
    // In a separate task, so that a slow phone responds to touches between the rendering and the drawing.
    const drawing = setTimeout(() => canvas.current && paint(canvas.current, scene, devicePixelRatio));
    return () => clearTimeout(drawing);
  }, [scene, width]);

  useImperativeHandle(ref, () => scene, [scene]);

  const stand = (index: number) => {
    const x = places[Math.min(places.length - 1, Math.max(0, index))];
    if (x === undefined) return;
    setCursor(x);
    if (x < view.from || x > view.to) setView(reveal(view, x, whole));
  };

  const point = useEffectEvent((pixel: number) => stand(nearestStop(places, xAt(scene, pixel))));
  const pan = useEffectEvent((pixels: number) => setView(panView(view, xAt(scene, 0) - xAt(scene, pixels), whole)));
  const zoom = useEffectEvent((pixel: number, factor: number) =>
    setView(zoomView(view, xAt(scene, pixel), factor, whole)),
  );
  const canPan = useEffectEvent(() => isZoomed(view, whole));
  useEffect(() => {
    if (!surface.current) return;
    return listenToGestures(surface.current, {
      point: (pixel) => point(pixel),
      leave: () => setCursor(null),
      pan: (pixels) => pan(pixels),
      zoom: (pixel, factor) => zoom(pixel, factor),
      canPan: () => canPan(),
    });
  }, []);

  const index = cursor === null ? -1 : nearestStop(places, cursor);
  const press = (event: KeyboardEvent) => {
    const page = Math.max(1, Math.round(places.length / 20));
    const at = index < 0 ? nearestStop(places, view.to) : index;
    const centre = cursor ?? (view.from + view.to) / 2;
    const moves: Record<string, () => void> = {
      ArrowLeft: () => stand(index < 0 ? at : at - 1),
      ArrowRight: () => stand(index < 0 ? at : at + 1),
      PageUp: () => stand(at - page),
      PageDown: () => stand(at + page),
      Home: () => stand(0),
      End: () => stand(places.length - 1),
      "+": () => setView(zoomView(view, centre, 0.5, whole)),
      "-": () => setView(zoomView(view, centre, 2, whole)),
      "0": () => setView(whole),
      Escape: () => setCursor(null),
    };
    const move = moves[event.key];
    if (!move) return;
    event.preventDefault();
    move();
  };

  return (
    <figure className={styles.chart} aria-busy={busy}>
      <figcaption className="only-read">{summary(model)}</figcaption>
      <ChartHeader model={model} all={all} hidden={hidden} cursor={cursor} onToggle={toggle} />
      <div className={classNames(styles.stage, busy && styles.busy)} style={{ height }}>
        <div aria-hidden="true">
          <canvas ref={canvas} className={styles.canvas} style={{ height }} />
        </div>
        {cursor !== null && <ChartCursor scene={scene} x={cursor} />}
        <div
          ref={surface}
          className={styles.surface}
          role="slider"
          tabIndex={0}
          aria-label={text.cursor(model.title)}
          aria-valuemin={0}
          aria-valuemax={Math.max(0, places.length - 1)}
          aria-valuenow={Math.max(0, index)}
          aria-valuetext={cursor === null ? summary(model) : readingSentence(placed, cursor)}
          onKeyDown={press}
        />
      </div>
    </figure>
  );
}
