import { Select } from "../../ui/controls/input.tsx";
import { useChoice } from "./choice.ts";
import { type FarmPivot, type Option, placeOptions } from "./options.ts";
import styles from "./report.module.css";
import { text } from "./text.ts";

interface FilterProps {
  label: string;
  all?: string;
  options: readonly Option[];
  value: string | null;
  onChange: (value: string | null) => void;
}

/** A select for one or all. Hidden when there is at most one option and none is selected. */
export function Filter({ label, all, options, value, onChange }: FilterProps) {
  if (all !== undefined && options.length < 2 && value === null) return null;
  return (
    <Select
      aria-label={label}
      className={styles.filter}
      value={value ?? ""}
      onChange={(event) => onChange(event.target.value || null)}
    >
      {all !== undefined && <option value="">{all}</option>}
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </Select>
  );
}

/** The filters of all reports: farm, and pivot of the selected farm. */
export function PlaceFilters({ rows }: { rows: readonly FarmPivot[] }) {
  const { choice, choose } = useChoice();
  const { farms, pivots } = placeOptions(rows, choice.farmId);
  return (
    <>
      <Filter
        label={text.farm}
        all={text.allFarms}
        options={farms}
        value={choice.farmId}
        onChange={(farmId) => choose({ farmId })}
      />
      <Filter
        label={text.pivot}
        all={text.allPivots}
        options={pivots}
        value={choice.pivotId}
        onChange={(pivotId) => choose({ pivotId })}
      />
    </>
  );
}
