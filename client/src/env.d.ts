/// <reference types="vite/client" />
/// <reference types="vite-plugin-pwa/client" />

interface ImportMetaEnv {
  /** Origin of the BFF, for the native app, which is not served by it. */
  readonly VITE_BFF_URL?: string;
}
