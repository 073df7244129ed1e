/**
 * Why a message did not reach a gateway: it is not connected (`offline`), it disconnected (`closed`), it did not acknowledge in time
 * (`timeout`), it reads too slowly (`slow`), or the external broker cannot be reached (`noBroker`).
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

/** Makes the error with which `MqttPort.publish` rejects. */
export const publishFailure = (gateway: string, code: PublishFailureCode): PublishFailure =>
  Object.assign(new Error(`gateway ${gateway} ${WORDS[code]}`), { code })
