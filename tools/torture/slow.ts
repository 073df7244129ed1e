import { setTimeout as sleep } from 'node:timers/promises'
import { type DatabaseGate, openDatabaseGate } from '@lamplight/testing'
import { playScene } from './scenes.ts'
import { createWorld } from './world.ts'

/** The database responds slowly, then not at all, then refuses connections: a proxy between the server and the database does this. */
export const slow = async (lamps: number): Promise<boolean> => {
  let gate: DatabaseGate | undefined
  const world = await createWorld({
    lamps,
    through: async (url) => {
      gate = await openDatabaseGate(url)
      return gate.url
    },
  })
  const trouble =
    (state: 'slow' | 'stalled' | 'shut', seconds: number, ms = 0) =>
    async (): Promise<void> => {
      gate?.set(state, ms)
      await sleep(seconds * 1000)
      gate?.set('open')
    }
  try {
    const good = [
      await playScene(world, 'each packet 100 ms late for 20 s', 30, trouble('slow', 20, 100)),
      await playScene(world, 'silent for 15 s', 60, trouble('stalled', 15)),
      await playScene(world, 'silent for 70 s', 90, trouble('stalled', 70)),
      await playScene(world, 'cut off for 20 s', 45, trouble('shut', 20)),
    ]
    return good.every(Boolean)
  } finally {
    gate?.set('open')
    await world.stop()
    await gate?.stop()
  }
}
