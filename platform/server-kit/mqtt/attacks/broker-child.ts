// Runs only the broker in a process, so that the memory measured is the broker's. Answers `counts`; `speak` publishes to a gateway.
import { createLog } from '../../process/log.ts'
import { createEmbeddedBroker } from '../embedded-broker.ts'

export interface Reply {
  readonly url?: string
  readonly memory?: number
  readonly connected?: number
  readonly received?: Readonly<Record<string, number>>
  readonly refused?: number
  readonly spoken?: boolean
}
export type Request = { readonly request: 'counts' } | { readonly request: 'speak'; readonly gateway: string; readonly text: string }
export const SECRET = 'a-secret-of-sixteen'

const reply = (message: Reply): void => {
  process.send?.(message)
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
  process.on('message', (request: Request) => {
    if (request.request === 'speak')
      broker.publish(request.gateway, 'command', request.text, 5000).then(
        () => reply({ spoken: true }),
        () => reply({ spoken: false }),
      )
    else {
      globalThis.gc?.()
      // Measures the memory in use; the collector returns free pages of its young generation at any time.
      const { heapUsed, external } = process.memoryUsage()
      reply({ memory: heapUsed + external, received, refused: broker.counts().actsRefused, connected: broker.counts().connected })
    }
  })
  process.on('disconnect', () => process.exit(0))
  reply({ url: broker.url })
}
if (process.send) await run()
