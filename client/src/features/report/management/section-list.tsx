import { Link } from "react-router-dom";
import { Card } from "../../../ui/layout/card.tsx";
import styles from "../report.module.css";
import { text } from "../text.ts";
import { type Section, seasonName, sectionKey, sectionName } from "./sections.ts";

interface SectionListProps {
  sections: readonly Section[];
  open: Section | undefined;
  /** The address of a section; null is the summary of all. */
  addressOf: (section: string | null) => string;
}

/** The sectors of the report, with the summary of all of them first. */
export function SectionList({ sections, open, addressOf }: SectionListProps) {
  return (
    <Card title={text.sectors} flush>
      <ul className={styles.list}>
        {sections.length > 1 && (
          <li>
            <Link to={addressOf(null)} aria-current={open ? undefined : "true"} preventScrollReset>
              {text.allSectors}
            </Link>
          </li>
        )}
        {sections.map((section) => (
          <li key={sectionKey(section)}>
            <Link
              to={addressOf(sectionKey(section))}
              aria-current={section === open ? "true" : undefined}
              preventScrollReset
            >
              {sectionName(section)}
              <span className="fine-print regular">
                {[section.plantingDate && seasonName(section), section.farmName].filter(Boolean).join(" · ")}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}
