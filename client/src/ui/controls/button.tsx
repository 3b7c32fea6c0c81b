import type { ComponentProps, ReactNode } from "react";
import { Link, type LinkProps } from "react-router-dom";
import { classNames } from "../class-names.ts";
import { Icon } from "../icons/icon.tsx";
import type { IconName } from "../icons/icon-paths.ts";
import { Mark } from "../icons/mark.tsx";
import styles from "./button.module.css";

/** `primary`: the main action; `secondary`: any other; `quiet`: beside text; `danger`: deletes;
 * `urgent`: the main action where seconds count. */
type ButtonVariant = "primary" | "secondary" | "quiet" | "danger" | "urgent";

interface Look {
  variant?: ButtonVariant;
  icon?: IconName;
  /** As wide as its container. */
  wide?: boolean;
  children: ReactNode;
}

type ButtonProps = Look & {
  /** The action is running. The button is announced as busy and ignores clicks, but keeps the focus. */
  pending?: boolean;
} & ComponentProps<"button">;

const look = (variant: ButtonVariant, wide: boolean, className?: string) =>
  classNames(styles.button, styles[variant], wide && styles.wide, className);

/** A button element. Its default `type` is `button`. */
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
      // Enter in a field clicks the button too. `disabled` would drop the focus.
      onClick={pending ? (event) => event.preventDefault() : onClick}
    >
      {pending ? <Mark size={18} turning /> : icon && <Icon name={icon} size={18} />}
      {children}
    </button>
  );
}

/** A link with the look of a button. */
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
  /** Its action, for screen readers. */
  label: string;
}

/** A button with an icon only. Children, such as a counter, are drawn over it. */
export function IconButton({ icon, label, type = "button", className, children, ...rest }: IconButtonProps) {
  return (
    <button {...rest} type={type} aria-label={label} title={label} className={classNames(styles.icon, className)}>
      <Icon name={icon} size={22} />
      {children}
    </button>
  );
}
