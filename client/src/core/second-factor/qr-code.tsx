import { encode } from "uqr";
import styles from "./second-factor.module.css";

/** Light modules around a code, by which cameras find it (ISO/IEC 18004). */
const QUIET = 4;

/** A QR code as one path of squares, dark on white in every theme. Import it lazily, because its library is for few users. */
export default function QrCode({ link, label }: { link: string; label: string }) {
  const { data, size } = encode(link, { ecc: "M", border: QUIET });
  const squares = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <svg
      className={styles.qr}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path fill="#fff" d={`M0 0h${size}v${size}h-${size}z`} />
      <path fill="#000" d={squares.join("")} />
    </svg>
  );
}
