import { createHmac } from 'node:crypto'

/** Broker password of gateway `sn` in a city whose secrets derive from one seed: HMAC-SHA256 in hex. */
export const virtualSecret = (seed: string, sn: string): string => createHmac('sha256', seed).update(sn).digest('hex')
