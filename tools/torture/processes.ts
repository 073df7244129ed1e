import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { serverProgram } from '../build/server-program.ts'

/** On a busy machine a start takes several times as long. */
const START_MS = 180_000

export const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

const interrupted: (() => unknown)[] = []
for (const name of ['SIGINT', 'SIGTERM'] as const)
  process.once(name, async () => {
    for (const clear of interrupted.reverse()) await clear()
    process.exit(1)
  })
/** Registers cleanup for an interrupted run; the last registered runs first. */
export const onInterrupt = (clear: () => unknown): void => void interrupted.push(clear)

/** Waits until `look` returns true; returns false if that took longer than `ms`. */
export const until = async (look: () => Promise<boolean> | boolean, ms: number, step = 10): Promise<boolean> => {
  for (const end = performance.now() + ms; ; await sleep(step)) {
    if (await look()) return true
    if (performance.now() > end) return false
  }
}

export const listens = (port: number): Promise<boolean> =>
  new Promise((done) => {
    const line = connect({ host: '127.0.0.1', port })
    const answer = (yes: boolean) => () => {
      line.destroy()
      done(yes)
    }
    line.on('connect', answer(true)).on('error', answer(false))
  })

/** A process that can be killed, paused, and started again with the same arguments. */
export interface Part {
  readonly pid: () => number
  readonly start: () => Promise<void>
  /** Sends a signal and waits for the end, unless the signal only stops or continues the process. Returns the exit code. */
  readonly end: (signal: NodeJS.Signals) => Promise<number | null>
  readonly signal: (signal: NodeJS.Signals) => void
  readonly output: () => string
}

export const createPart = (options: {
  command: string
  args: readonly string[]
  env?: Readonly<Record<string, string>>
  /** Resolves with true when the process works. */
  ready: () => Promise<boolean>
}): Part => {
  let child: ChildProcess | undefined
  let output = ''
  const gone = (): boolean => !child || child.exitCode !== null || child.signalCode !== null
  return {
    pid: () => child?.pid ?? 0,
    output: () => output,
    start: async () => {
      child = spawn(options.command, options.args, { env: { ...process.env, ...options.env }, stdio: ['ignore', 'pipe', 'pipe'] })
      for (const stream of [child.stdout, child.stderr])
        stream?.on('data', (text) => {
          output = `${output}${text}`.slice(-20_000)
        })
      const up = await until(async () => gone() || (await options.ready()), START_MS)
      if (!up || gone()) throw new Error(`${options.command} ${options.args.at(-1)} did not start: ${output.slice(-2000)}`)
    },
    signal: (signal) => void child?.kill(signal),
    end: async (signal) => {
      if (!child || gone()) return child?.exitCode ?? null
      const exit = once(child, 'exit')
      child.kill(signal)
      const late = setTimeout(() => child?.kill('SIGKILL'), 30_000)
      await exit
      clearTimeout(late)
      return child.exitCode
    },
  }
}

export interface Server extends Part {
  readonly url: string
}

/** The product's server as a separate process, reached only by HTTP, MQTT and signals. */
export const createServerPart = (options: {
  port: number
  env: Readonly<Record<string, string>>
  /** Arguments before the command, for a wrapper program. (`faketime` is set in the environment instead.) */
  wrapper?: readonly string[]
}): Server => {
  const url = `http://127.0.0.1:${options.port}`
  const [command = process.execPath, ...args] = [...(options.wrapper ?? []), process.execPath, serverProgram()]
  const part = createPart({
    command,
    args,
    env: { PORT: String(options.port), VIRTUAL_CITY: '0', LOG_LEVEL: 'warn', ...options.env },
    ready: () =>
      fetch(`${url}/api/health`, { signal: AbortSignal.timeout(5000) }).then(
        (answer) => answer.status === 200,
        () => false,
      ),
  })
  return { ...part, url }
}
