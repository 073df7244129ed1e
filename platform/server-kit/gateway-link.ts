export interface UpMessage {
  readonly gateway: string
  readonly kind: 'hello' | 'report' | 'ack' | 'event'
  readonly payload: Uint8Array
  /** Time of receipt by the server's clock, epoch ms. */
  readonly receivedAt: number
}
/** An action of a signed-in gateway that the broker refused. */
export interface RefusedAct {
  readonly gateway: string
  readonly what: 'topic' | 'retained' | 'size' | 'subscription'
  /** The topic or the size, as text. */
  readonly detail: string
  readonly payload: Uint8Array | string
  /** Time by the server's clock, epoch ms. */
  readonly at: number
}
/** An address to which gateways connect; `host` null: all addresses of this machine. */
export interface MqttListener {
  readonly scheme: 'mqtt' | 'mqtts'
  readonly host: string | null
  readonly port: number
}
/** The connection to gateways, by the embedded broker or an external one; only this port knows which. */
export interface MqttPort {
  /**
   * Publishes with QoS 1 to `ll/1/{gateway}/down/{kind}`. Resolves when the broker accepted it (embedded: when the
   * gateway acknowledged). Rejects after `timeoutMs`.
   */
  readonly publish: (gateway: string, kind: 'command' | 'calendar' | 'firmware', payload: string, timeoutMs?: number) => Promise<void>
  /** Sets the only consumer of messages from gateways. A message is acknowledged to the gateway only after the consumer's promise resolves. */
  readonly consume: (consumer: (message: UpMessage) => Promise<void>) => void
  /** Calls the listener when a gateway connects or disconnects (embedded broker only; with an external one, hello and last will report it). */
  readonly onPresence: (listener: (gateway: string, connected: boolean, at: number) => void) => void
  /**
   * Calls the listener when an external broker is reachable again: messages to gateways, and hellos from gateways, may have been lost meanwhile.
   */
  readonly onReturn?: (listener: () => void) => void
  /** Sets the check of sign-ins (devices slice). `later`: the check is impossible now and says nothing about the secret. */
  readonly authenticate: (check: (gateway: string, secret: string, ip: string) => Promise<boolean | 'later'>) => void
  /**
   * Reports sign-ins that never reach `authenticate`: user name and client id differ, or the password is
   * missing. An external broker does not report them.
   */
  readonly onMisnamed?: (listener: (gateway: string, ip: string) => void) => void
  /** Reports actions of signed-in gateways that the embedded broker refused; an external broker does not report them. */
  readonly onRefused?: (listener: (act: RefusedAct) => void) => void
  /** Ends the session of a gateway whose secret or assignment changed. */
  readonly disconnect: (gateway: string) => void
  readonly state: () => 'up' | 'down'
  /** True for the embedded broker, which knows the connected gateways. With an external broker only hello messages and last wills show them. */
  readonly reportsPresence: boolean
  readonly url: string
  readonly listeners?: readonly MqttListener[]
  /** Stops taking messages from gateways; resolves when those received are acknowledged. Without it, gateways resend what was not acknowledged. */
  readonly leave?: () => Promise<void>
}
