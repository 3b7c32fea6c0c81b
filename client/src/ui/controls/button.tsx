import type { ComponentProps, ReactNode } from "react";
import { Link, type LinkProps } from "react-router-dom";
import { classNames } from "../class-names.ts";
import { Icon } from "../icons/icon.tsx";
import type { IconName } from "../icons/icon-paths.ts";
import { Mark } from "../icons/mark.tsx";
import styles from "./button.module.css";

/** `primary`: the one thing to do here; `secondary`: any other; `quiet`: beside text; `danger`: deletes. */
type ButtonVariant = "primary" | "secondary" | "quiet" | "danger";

interface Look {
  variant?: ButtonVariant;
  icon?: IconName;
  /** As wide as its place. */
  wide?: boolean;
  children: ReactNode;
}

type ButtonProps = Look & {
  /** Under way: announced as busy and deaf to further clicks, but still focusable. */
  pending?: boolean;
} & ComponentProps<"button">;

const look = (variant: ButtonVariant, wide: boolean, className?: string) =>
  classNames(styles.button, styles[variant], wide && styles.wide, className);

/** A real button. `type` is `button` unless told otherwise. */
export function Button({
  variant = "secondary",
  icon,
  wide = false,
  pending = false,
  type = "button",
  className,
  onClick,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={look(variant, wide, className)}
      aria-busy={pending || undefined}
      // Also Enter in a field clicks it; `disabled` would drop the focus.
      onClick={pending ? (event) => event.preventDefault() : onClick}
    >
      {pending ? <Mark size={18} turning /> : icon && <Icon name={icon} size={18} />}
      {children}
    </button>
  );
}

/** A link that looks like a button: it goes somewhere. */
export function ButtonLink({
  variant = "secondary",
  icon,
  wide = false,
  className,
  children,
  ...rest
}: Look & LinkProps) {
  return (
    <Link {...rest} className={look(variant, wide, className)}>
      {icon && <Icon name={icon} size={18} />}
      {children}
    </Link>
  );
}

interface IconButtonProps extends ComponentProps<"button"> {
  icon: IconName;
  /** What it does, for those who cannot see the icon. */
  label: string;
}

/** A button that shows its icon alone. Children are drawn over it, such as a counter. */
export function IconButton({ icon, label, type = "button", className, children, ...rest }: IconButtonProps) {
  return (
    <button {...rest} type={type} aria-label={label} title={label} className={classNames(styles.icon, className)}>
      <Icon name={icon} size={22} />
      {children}
    </button>
  );
}
