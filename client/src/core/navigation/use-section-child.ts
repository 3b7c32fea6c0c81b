import { useParams } from "react-router-dom";
import { defaultChild, isChildOf, type SectionChild, type SectionName } from "./sections.ts";

/** The child of a section that the address names. The route table lets no unknown one through. */
export function useSectionChild<Name extends SectionName>(name: Name): SectionChild<Name> {
  const { child } = useParams();
  return isChildOf(name, child) ? child : defaultChild(name);
}
