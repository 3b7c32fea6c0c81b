import { classNames } from "../class-names.ts";
import { Icon } from "../icons/icon.tsx";
import type { IconName } from "../icons/icon-paths.ts";
import { text } from "../text.ts";
import { chooseTheme, type ThemeChoice, themeChoices, useThemeChoice } from "./theme.ts";
import styles from "./theme-switch.module.css";

const looks: Readonly<Record<ThemeChoice, { icon: IconName; label: string }>> = {
  sistema: { icon: "system", label: text.themeSystem },
  claro: { icon: "sun", label: text.themeLight },
  escuro: { icon: "moon", label: text.themeDark },
  sol: { icon: "contrast", label: text.themeSun },
};

/** A choice of the system's theme, claro, escuro or sol. */
export function ThemeSwitch() {
  const current = useThemeChoice();
  return (
    <fieldset className={styles.switch}>
      <legend className="only-read">{text.theme}</legend>
      {themeChoices.map((choice) => (
        <label key={choice} className={classNames(styles.choice, choice === current && styles.current)}>
          <input
            type="radio"
            name="theme"
            value={choice}
            checked={choice === current}
            onChange={() => chooseTheme(choice)}
          />
          <Icon name={looks[choice].icon} size={18} />
          {looks[choice].label}
        </label>
      ))}
    </fieldset>
  );
}
