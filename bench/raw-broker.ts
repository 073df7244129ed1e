// A process that runs only the embedded broker: publishes what its parent asks for and counts the answers.
import { createLog } from '@lamplight/server-kit'
import { createEmbeddedBroker } from '@lamplight/server-kit/mqtt'

const AT_ONCE = 256

type Request = { kind: 'open' } | { kind: 'run'; messages: [gateway: string, payload: string][]; answers: number }

const broker = await createEmbeddedBroker({
  host: '127.0.0.1',
  port: 0,
  log: createLog('error'),
  clock: { now: () => Date.now() },
})
broker.authenticate(async () => true)

let counted = 0
let complete: (() => void) | undefined
let wanted = 0
broker.consume(async ({ payload }) => {
  counted += (JSON.parse(Buffer.from(payload).toString()) as unknown[]).length
  if (counted >= wanted) complete?.()
})

const run = async ({ messages, answers }: Extract<Request, { kind: 'run' }>): Promise<number> => {
  counted = 0
  wanted = answers
  const all = new Promise<void>((resolve) => {
    complete = resolve
  })
  const began = performance.now()
  let next = 0
  const line = async (): Promise<void> => {
    for (let message = messages[next++]; message; message = messages[next++])
      await broker.publish(message[0], 'command', message[1], 10_000)
  }
  await Promise.all([...Array.from({ length: AT_ONCE }, line), all])
  return performance.now() - began
}

process.on('message', async (request: Request) => {
  if (request.kind === 'open') process.send?.({ port: Number(new URL(broker.url).port) })
  else process.send?.({ ms: await run(request) })
})
process.on('disconnect', () => process.exit(0))
