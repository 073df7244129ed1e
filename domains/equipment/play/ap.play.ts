import { definePlay } from '@lamplight/virtual-city'

const HOUR_MS = 3_600_000
/** Hours are in the time zone of the demo city, China. */
const hourOf = (at: number): number => (at / HOUR_MS + 8) % 24
/** Clients of an access point by time of day: few before dawn, most at 19:00. */
const clientsAt = (at: number): number => 14 + 12 * Math.cos(((hourOf(at) - 19) * Math.PI) / 12)
/** Mean download of a client in an hour, MB, and the upload as a share of it. */
const DOWN_PER_CLIENT = 55
const UP_SHARE = 0.12

/** Behaviour of an access point. The number of clients depends on the time of day, the traffic on the number of clients. */
export const apPlay = definePlay('ap', {
  start: ({ random, steppedAt }) => ({
    clients: Math.round(clientsAt(steppedAt)),
    up: random.below(60_000),
    down: random.below(500_000),
    channel: random.pick([1, 6, 11]),
    signal: -50 - random.below(20),
    temperature: 35,
    ssid: 'City-Free',
    version: 'ap-5.2.0',
  }),
  step: ({ random, values, steppedAt }, at) => {
    const hours = Math.max(0, at - steppedAt) / HOUR_MS
    const clients = Math.max(0, Math.round(clientsAt(at) * random.between(0.7, 1.3)))
    const down = hours * clients * DOWN_PER_CLIENT * random.between(0.6, 1.4)
    return {
      clients,
      channel: values.channel,
      signal: Math.max(-90, Math.min(-40, Number(values.signal) + random.between(-1, 1))),
      up: Number(values.up) + down * UP_SHARE,
      down: Number(values.down) + down,
      temperature: 30 + 6 * Math.cos(((hourOf(at) - 15) * Math.PI) / 12) + clients / 6 + random.between(-0.5, 0.5),
    }
  },
})
