/**
 * Why a message did not reach a gateway: it is not connected (`offline`), it went away (`closed`), it did not answer in time, it
 * reads too slowly, or the outside broker cannot be reached (`noBroker`).
 */
export type PublishFailureCode = 'offline' | 'closed' | 'timeout' | 'slow' | 'noBroker'
export type PublishFailure = Error & { readonly code: PublishFailureCode }

const WORDS: Readonly<Record<PublishFailureCode, string>> = {
  offline: 'is not connected',
  closed: 'went away before it acknowledged',
  timeout: 'did not acknowledge in time',
  slow: 'does not read what it is sent',
  noBroker: 'cannot be reached: the broker is away',
}

/** What `MqttPort.publish` rejects with. */
export const publishFailure = (gateway: string, code: PublishFailureCode): PublishFailure =>
  Object.assign(new Error(`gateway ${gateway} ${WORDS[code]}`), { code })
