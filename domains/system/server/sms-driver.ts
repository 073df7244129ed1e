import type { Outbound } from '@lamplight/server-kit'

/** Sends one message; never throws because of a provider's answer. */
export type SmsDriver = (settings: SmsSettings, message: SmsMessage, options: { outbound: Outbound; now: Date }) => Promise<SmsResult>

/** A configuration for a driver, with the secret decrypted. */
export interface SmsSettings {
  readonly category: number
  readonly endpoint: string | null
  readonly accessKey: string | null
  readonly secretKey: string
  readonly templateId: string | null
  readonly signName: string | null
  readonly regionId: string | null
}

export interface SmsMessage {
  readonly phones: readonly string[]
  /** Name of the text on this platform; providers get `templateId` if it is set. */
  readonly code: string
  readonly params: Readonly<Record<string, string>>
  /** The complete message text. */
  readonly text: string
}

export interface SmsResult {
  readonly ok: boolean
  /** Error text of the provider if it did not accept the message. */
  readonly reason: string
}
