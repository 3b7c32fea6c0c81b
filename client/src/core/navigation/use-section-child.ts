import { useParams } from "react-router-dom";
import { defaultChild, isChildOf, type SectionChild, type SectionName } from "./sections.ts";

/** The child of a section in the address. The route table rejects unknown children. */
export function useSectionChild<Name extends SectionName>(name: Name): SectionChild<Name> {
  const { child } = useParams();
  return isChildOf(name, child) ? child : defaultChild(name);
}
