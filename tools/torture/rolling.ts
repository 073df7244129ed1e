import { setTimeout as sleep } from 'node:timers/promises'
import { listen } from './listener.ts'
import { hasMosquitto } from './mosquitto.ts'
import { until } from './processes.ts'
import { playScene } from './scenes.ts'
import { createWorld, type World } from './world.ts'

const LEVELS = [20, 40, 60, 80, 30, 50, 70, 90]
const PUSH_MS = 10_000

const schedulers = async ({ servers }: World): Promise<number> => {
  const states = await Promise.all(
    servers.map(async ({ url }) => ((await (await fetch(`${url}/api/health`)).json()) as { data: { schedules: boolean } }).data.schedules),
  )
  return states.filter(Boolean).length
}

/**
 * Runs two servers on one database with Mosquitto. Each is restarted in turn by SIGTERM during a
 * batch, requests, reports and an open push socket.
 */
export const rolling = async (lamps: number, rounds: number): Promise<boolean> => {
  if (!hasMosquitto()) {
    console.log('this mode needs Mosquitto (apt-get install mosquitto): not run')
    return true
  }
  const world = await createWorld({ lamps, servers: 2, mosquitto: true })
  const { caller } = world
  const browser = listen({
    urls: () => world.servers.map(({ url }) => url),
    token: caller.token,
    userId: caller.userId,
    tags: ['lamps'],
  })
  const good: boolean[] = []
  try {
    await until(browser.bound, 10_000)
    for (let round = 0; round < rounds; round += 1) {
      const server = world.servers[round % 2]
      const level = LEVELS[round % LEVELS.length] as number
      const losses = browser.losses()
      const fine = await playScene(world, `server ${round % 2} restarted`, level, async () => {
        await sleep(100)
        await server?.end('SIGTERM')
        await server?.start()
      })
      await until(browser.bound, 10_000)
      const next = level + 3
      const seen = () => [...browser.seen('lamps').values()].filter((value) => (value as unknown[])[1] === next).length
      const quiet = await playScene(world, '  then undisturbed', next, async () => undefined)
      const pushed = await until(() => seen() === world.lamps.length, PUSH_MS)
      const one = await until(async () => (await schedulers(world)) === 1, 10_000, 250)
      console.log(
        `  the browser was cut off ${browser.losses() - losses} times and then heard of ${seen()} of ${world.lamps.length} lamps; ${one ? 'one' : 'not one'} scheduler`,
      )
      good.push(fine && quiet && pushed && one)
    }
    return good.every(Boolean)
  } finally {
    browser.stop()
    await world.stop()
  }
}
