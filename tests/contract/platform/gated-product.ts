import { A, configFrom, createLog, createPlatform, type ServerSlice } from '@lamplight/server-kit'
import { createEmbeddedBroker } from '@lamplight/server-kit/mqtt'
import { type DatabaseGate, freshDatabase, openDatabaseGate } from '@lamplight/testing'

/** A slice with `/api/blade-sleep/{seconds}`, which waits in the database. */
const sleeper = (permission: 'public' | 'signed-in'): ServerSlice => ({
  domain: { name: 'sleeper', level: 9, title: ['睡眠', 'sleep'], uses: [] } as unknown as ServerSlice['domain'],
  routes: [
    {
      method: 'GET',
      path: '/api/blade-sleep/{seconds}',
      summary: ['等待', 'Waits in the database'],
      permission,
      returns: A.any,
      handler: ({ ctx, params }) => ctx.query('select pg_sleep($1)', [Number(params.seconds)]),
    },
  ],
})

export interface GatedProduct {
  readonly url: string
  /** Proxy between the platform and its database. */
  readonly gate: DatabaseGate
  readonly stop: () => Promise<void>
}

/** Starts a platform whose connection to the database can be shut, stalled and slowed. Without `slices`, the sleeper is public. */
export const gatedProduct = async (
  options: { readonly slices?: readonly ServerSlice[]; readonly env?: Readonly<Record<string, string>> } = {},
): Promise<GatedProduct> => {
  const database = await freshDatabase()
  const gate = await openDatabaseGate(database.url)
  const log = createLog('silent')
  const clock = { now: () => Date.now() }
  const broker = await createEmbeddedBroker({ host: '127.0.0.1', port: 0, log, clock })
  const slices = [...(options.slices ?? []), sleeper(options.slices ? 'signed-in' : 'public')]
  const running = await createPlatform({ url: gate.url, slices, mqtt: broker, log, config: configFrom(options.env ?? {}), clock })
  await running.start()
  return {
    url: await running.http.listen({ port: 0, host: '127.0.0.1' }),
    gate,
    stop: async () => {
      gate.set('open')
      await running.stop()
      await broker.stop()
      await gate.stop()
      await database.drop()
    },
  }
}
