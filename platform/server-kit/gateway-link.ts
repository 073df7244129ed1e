export interface UpMessage {
  readonly gateway: string
  readonly kind: 'hello' | 'report' | 'ack' | 'event'
  readonly payload: Uint8Array
  /** Server's time of receipt, epoch ms. */
  readonly receivedAt: number
}
/** What a gateway that has signed in did and may not do; the broker refused it. */
export interface RefusedAct {
  readonly gateway: string
  readonly what: 'topic' | 'retained' | 'size' | 'subscription'
  /** The topic, or the size, in words. */
  readonly detail: string
  readonly payload: Uint8Array | string
  /** Server's time, epoch ms. */
  readonly at: number
}
/** Where gateways connect; `host` null: at every address of this machine. */
export interface MqttDoor {
  readonly scheme: 'mqtt' | 'mqtts'
  readonly host: string | null
  readonly port: number
}
/** The way to the gateways: the embedded broker or an outside one; nothing else knows which. */
export interface MqttPort {
  /** Publishes QoS 1 to `ll/1/{gateway}/down/{kind}`; resolves when the broker took it (embedded: when the gateway acknowledged), rejects after `timeoutMs`. */
  readonly publish: (gateway: string, kind: 'command' | 'calendar' | 'firmware', payload: string, timeoutMs?: number) => Promise<void>
  /** The one consumer of up messages: the message is acknowledged to the gateway when the promise resolves, and not before. */
  readonly consume: (consumer: (message: UpMessage) => Promise<void>) => void
  /** Gateways that connect and vanish (embedded broker; an outside one tells by hello and will). */
  readonly onPresence: (listener: (gateway: string, connected: boolean, at: number) => void) => void
  /** An outside broker that was away is back and heard again: what was on its way to gateways may be lost, and so may be who came meanwhile. */
  readonly onReturn?: (listener: () => void) => void
  /** Decides which sign-ins are accepted; set by the devices slice. `later`: it cannot be decided now, and says nothing about the secret. */
  readonly authenticate: (check: (gateway: string, secret: string, ip: string) => Promise<boolean | 'later'>) => void
  /** Sign-ins that never reach `authenticate`: user name and client id differ, or a password is missing. An outside broker does not tell. */
  readonly onMisnamed?: (listener: (gateway: string, ip: string) => void) => void
  /** Acts of signed-in gateways that the embedded broker refuses; an outside one does not tell. */
  readonly onRefused?: (listener: (act: RefusedAct) => void) => void
  /** Ends the session of a gateway whose secret or assignment changed. */
  readonly disconnect: (gateway: string) => void
  readonly state: () => 'up' | 'down'
  /** The embedded broker knows who is connected; an outside one leaves it to hello and last will. */
  readonly tellsPresence: boolean
  readonly url: string
  readonly doors?: readonly MqttDoor[]
  /** Takes nothing more from gateways; resolves when what came is acknowledged. Where it is missing, gateways send again what was not. */
  readonly leave?: () => Promise<void>
}
