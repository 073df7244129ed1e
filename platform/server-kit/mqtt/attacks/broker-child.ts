// Runs only the broker in a process, so that the memory measured is the broker's. Answers `counts`; `speak` publishes to a gateway.
import { createLog } from '../../log.ts'
import { createEmbeddedBroker } from '../embedded-broker.ts'

export interface Reply {
  readonly url?: string
  readonly memory?: number
  readonly connected?: number
  readonly received?: Readonly<Record<string, number>>
  readonly refused?: number
  readonly spoken?: boolean
}
export type Request = { readonly ask: 'counts' } | { readonly ask: 'speak'; readonly gateway: string; readonly text: string }
export const SECRET = 'a-secret-of-sixteen'

const tell = (told: Reply): void => {
  process.send?.(told)
}
const run = async (): Promise<void> => {
  const received: Record<string, number> = {}
  const broker = await createEmbeddedBroker({
    host: '127.0.0.1',
    port: 0,
    log: createLog('silent'),
    clock: { now: () => Date.now() },
    limits: { refusalsAtOnce: 1_000_000 },
  })
  broker.authenticate(async (_gateway, secret) => secret === SECRET)
  broker.consume(async ({ gateway }) => {
    received[gateway] = (received[gateway] ?? 0) + 1
  })
  process.on('message', (asked: Request) => {
    if (asked.ask === 'speak')
      broker.publish(asked.gateway, 'command', asked.text, 5000).then(
        () => tell({ spoken: true }),
        () => tell({ spoken: false }),
      )
    else {
      globalThis.gc?.()
      // Measures the memory in use; the collector returns free pages of its young generation at any time.
      const { heapUsed, external } = process.memoryUsage()
      tell({ memory: heapUsed + external, received, refused: broker.counts().actsRefused, connected: broker.counts().connected })
    }
  })
  process.on('disconnect', () => process.exit(0))
  tell({ url: broker.url })
}
if (process.send) await run()
