import type { PushAddress } from "@lamina/shared/messages/push";
import type { Agent } from "undici";
import type { Config } from "../config.ts";
import type { VapidKeys } from "../push-credentials.ts";
import { apnsSender } from "./apns-sender.ts";
import { fcmSender } from "./fcm-sender.ts";
import type { PushSender } from "./sender.ts";
import { Vapid } from "./vapid.ts";
import { webSender } from "./web-sender.ts";

interface ChannelsOptions {
  config: Config["push"];
  agent: Agent;
  /** The keys that this installation made for itself. */
  ownKeys(): VapidKeys | undefined;
  clock: () => number;
}

/** The configured ways to devices. */
export class Channels {
  readonly #options: ChannelsOptions;
  readonly #web: PushSender<Extract<PushAddress, { kind: "web" }>>;
  readonly #fcm: ReturnType<typeof fcmSender> | undefined;
  readonly #apns: ReturnType<typeof apnsSender> | undefined;
  #vapid: Vapid | undefined;

  constructor(options: ChannelsOptions) {
    const { config, agent, clock } = options;
    this.#options = options;
    this.#web = webSender(agent, () => this.vapid(), clock);
    this.#fcm = config.fcm && fcmSender(config.fcm, agent, clock);
    this.#apns = config.apns && apnsSender(config.apns, clock);
  }

  vapid(): Vapid | undefined {
    const { config, ownKeys, clock } = this.#options;
    const keys = config.vapidKeys ?? ownKeys();
    if (keys && keys.publicKey !== this.#vapid?.publicKey) this.#vapid = new Vapid(keys, config.vapidSubject, clock);
    return this.#vapid;
  }

  senderOf(kind: PushAddress["kind"]): PushSender | undefined {
    const sender = kind === "web" ? this.#web : kind === "fcm" ? this.#fcm : this.#apns;
    return sender as PushSender | undefined;
  }

  /** As `/config.json` names them. */
  get names() {
    const vapid = this.vapid();
    return {
      ...(vapid && { web: { publicKey: vapid.publicKey } }),
      ...(this.#fcm && { fcm: true as const }),
      ...(this.#apns && { apns: true as const }),
    };
  }

  close(): void {
    this.#apns?.close();
  }
}
