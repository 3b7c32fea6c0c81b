import { type ReactNode, useEffect, useRef, useState } from "react";
import styles from "./near.module.css";

/** Maximum length of a list that is rendered completely. */
const WHOLE_UP_TO = 30;
/** Items of a longer list at the first paint, before the browser reports which ones are near. */
const AT_FIRST = 20;
/** An item is drawn this far from the window: several frames of a fast scroll, so that it is ready when it is seen. */
const DISTANCE = "300px";

interface NearProps {
  /** The text of an item that is not drawn, so that a search in the page and a screen reader find it. */
  name: string;
  index: number;
  /** Length of the list, or of the board that it is part of. */
  count: number;
  /** Height of an item that was not drawn yet. */
  usualPx: number;
  /** Draws it wherever it is, as on paper. */
  printing?: boolean;
  children: ReactNode;
}

/** An item of a list. Of a long list only those near the window cost elements, so that any length scrolls smoothly. */
export function Near(props: NearProps) {
  return props.count <= WHOLE_UP_TO ? props.children : <NearWindow {...props} />;
}

function NearWindow({ name, index, usualPx, printing = false, children }: NearProps) {
  const place = useRef<HTMLDivElement>(null);
  const heightPx = useRef(usualPx);
  const [isNear, setNear] = useState(index < AT_FIRST);
  const isDrawn = isNear || printing;

  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry) return;
        const { height } = entry.boundingClientRect;
        // A hidden list has no heights.
        if (!entry.isIntersecting && height > 0) heightPx.current = height;
        // An item with the focus remains, because its removal would lose the focus.
        setNear(entry.isIntersecting || element.contains(document.activeElement));
      },
      { rootMargin: `${DISTANCE} 0px` },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  return (
    <div ref={place} className={styles.place} style={isDrawn ? undefined : { minHeight: heightPx.current }}>
      {isDrawn ? children : <article aria-label={name}>{name}</article>}
    </div>
  );
}
