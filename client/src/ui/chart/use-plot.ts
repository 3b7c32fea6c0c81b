import { type RefObject, useEffect, useEffectEvent, useState } from "react";
import type { Plot } from "./draw/plot.ts";

/** A plot in an element. The drawing library is loaded with the first chart. */
export function usePlot(element: RefObject<HTMLDivElement | null>, onFailure: (error: unknown) => void) {
  const [plot, setPlot] = useState<Plot | null>(null);
  const [width, setWidth] = useState(0);
  const fail = useEffectEvent(onFailure);

  useEffect(() => {
    const host = element.current;
    if (!host) return;
    let gone = false;
    let plot: Plot | undefined;
    import("./draw/plot.ts")
      .then(({ createPlot }) => {
        if (gone) return;
        plot = createPlot(host, { width: host.clientWidth, height: host.clientHeight });
        setPlot(plot);
      })
      .catch((error: unknown) => !gone && fail(error));
    return () => {
      gone = true;
      plot?.dispose();
    };
  }, [element]);

  useEffect(() => {
    const host = element.current;
    if (!host) return;
    const measure = () => setWidth(host.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(host);
    return () => observer.disconnect();
  }, [element]);

  return { plot, width };
}
