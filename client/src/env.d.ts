/// <reference types="vite/client" />

interface ImportMetaEnv {
  /** Origin of the BFF for the native app, because the BFF does not serve that app's pages. */
  readonly VITE_BFF_URL?: string;
  /** `1` in an Android app with `google-services.json`. */
  readonly VITE_FCM?: string;
}
