import { type RefObject, useEffect, useRef } from "react";

/**
 * Where a form takes the place of its list, as on a phone, the focus goes along: it stood on what is not shown any more. Where
 * both stand side by side it stays.
 */
export function useFocusAlong(
  isOpen: boolean,
  list: RefObject<HTMLElement | null>,
  form: RefObject<HTMLElement | null>,
) {
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    if (wasOpen.current === isOpen) return;
    wasOpen.current = isOpen;
    const focused = document.activeElement;
    if (focused && focused !== document.body && focused.getClientRects().length > 0) return;
    (isOpen ? form : list).current?.focus({ preventScroll: true });
  }, [isOpen, list, form]);
}
