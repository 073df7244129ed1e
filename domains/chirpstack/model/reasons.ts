import type { AckCode } from '@lamplight/protocol'
import type { LogEvent } from './event-schemas.ts'

/** Reasons by the refusal of a gateway (gw.TxAckStatus). ChirpStack reports it as the description of a log event with the code DOWNLINK_GATEWAY. */
const OF_GATEWAY: Readonly<Record<string, AckCode>> = {
  IGNORED: 'radioFault',
  TOO_LATE: 'tooLate',
  TOO_EARLY: 'tooEarly',
  COLLISION_PACKET: 'collision',
  COLLISION_BEACON: 'collision',
  TX_FREQ: 'radioRejected',
  TX_POWER: 'radioRejected',
  GPS_UNLOCKED: 'radioFault',
  QUEUE_FULL: 'queueFull',
  INTERNAL_ERROR: 'radioFault',
  DUTY_CYCLE_OVERFLOW: 'dutyCycle',
}

/** Returns why a downlink failed according to a log event; undefined if the event is not about a downlink. */
export const reasonOf = ({ code, description = '' }: Pick<LogEvent, 'code' | 'description'>): AckCode | undefined => {
  if (code === 'DOWNLINK_GATEWAY') return OF_GATEWAY[description] ?? 'radioFault'
  // It never left the queue of ChirpStack: the device heard nothing.
  if (code === 'EXPIRED') return 'expiredInQueue'
  if (code === 'DOWNLINK_PAYLOAD_SIZE') return 'payloadSize'
  if (code === 'DOWNLINK_CODEC') return 'invalidArgs'
  return code === 'F_CNT_DOWN' ? 'radioRejected' : undefined
}
