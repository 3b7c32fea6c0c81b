import { type RefObject, useEffect, useRef } from "react";

/**
 * Moves the focus to the form when it replaces the list, as on a phone, and back. The focused element would otherwise
 * be hidden. Does nothing when both are visible.
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
