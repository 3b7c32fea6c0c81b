import type { Plugin } from "vite";

/**
 * The content security policy of the phone's app, whose pages no server sends. Connections may go to any HTTPS server,
 * because the login page can name another BFF. Scripts are the app's own. Without `bffUrl` the build is for the web,
 * where the BFF sends the policy.
 */
export function shellPolicy(bffUrl: string | undefined): Plugin {
  const policy = [
    "default-src 'self'",
    "script-src 'self'",
    // Charts and the map use inline styles.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob: https:",
    "font-src 'self'",
    "connect-src 'self' https: wss:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-src 'none'",
  ].join("; ");
  return {
    name: "shell-policy",
    apply: "build",
    transformIndexHtml: () =>
      bffUrl
        ? [
            {
              tag: "meta",
              attrs: { "http-equiv": "Content-Security-Policy", content: policy },
              injectTo: "head-prepend",
            },
          ]
        : [],
  };
}
