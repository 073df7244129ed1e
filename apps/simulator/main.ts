import { createVirtualOperators, type VirtualOperators } from '@lamplight/charging/play'
import { type Lang, pick, type Text } from '@lamplight/kit'
import type { Inventory } from '@lamplight/town'
import { type City, createCity, createOperator, type Operator, type PlacedDevices } from '@lamplight/virtual-city'
import { HELP, type RunOptions, readOptions } from './options.ts'
import { plays } from './plays.ts'
import { CannotPlay, loadInventory } from './sources.ts'
import { statusLine } from './status.ts'

const STATUS_MS = 10_000
const PARENT_GONE: Text = [
  '启动虚拟城市的服务已结束，虚拟城市随之结束',
  'The server that started the virtual city has ended: the virtual city ends with it',
]
const lang: Lang = /^zh/i.test(process.env.LC_ALL || process.env.LANG || '') ? 'zh' : 'en'

/** Message of the parent process; its options override the command line. */
interface Handover {
  readonly type: 'inventory'
  readonly inventory: Inventory
  readonly options?: RunOptions['city'] & { readonly quiet?: boolean }
}
/** Message of the parent process: show the night by day, or end it, at these gateways. */
interface ShownNight {
  readonly type: 'night'
  readonly gateways: readonly string[]
  readonly night: boolean
}
/** Message of the parent process: the devices behind these gateways have changed. */
interface PlacedList {
  readonly type: 'devices'
  readonly gateways: readonly PlacedDevices[]
  readonly types: NonNullable<Inventory['types']>
}
/** Message of the parent process: the charging operators to play, and the address of the server to which they push. */
interface ChargingOperators {
  readonly type: 'charging'
  readonly url: string
  readonly operators: Parameters<typeof createVirtualOperators>[0]['operators']
}
const isCharging = (message: unknown): message is ChargingOperators =>
  typeof message === 'object' && message !== null && 'type' in message && message.type === 'charging' && 'operators' in message
const isPlacedList = (message: unknown): message is PlacedList =>
  typeof message === 'object' && message !== null && 'type' in message && message.type === 'devices'
const isShownNight = (message: unknown): message is ShownNight =>
  typeof message === 'object' && message !== null && 'type' in message && message.type === 'night'
const isHandover = (message: unknown): message is Handover =>
  typeof message === 'object' && message !== null && 'type' in message && message.type === 'inventory' && 'inventory' in message

let city: City | undefined
let operators: readonly Operator[] = []
let charging: VirtualOperators | undefined
let ending = false

const end = async (): Promise<void> => {
  if (ending) process.exit(1)
  ending = true
  await Promise.all([city?.stop(), charging?.stop(), ...operators.map((operator) => operator.stop())])
  process.exit(0)
}

/** Sends a message to the parent process. It is dropped if the parent has gone: `disconnect` then ends this program. */
const sendToServer = (message: object): void => {
  if (process.connected) process.send?.(message, undefined, undefined, () => undefined)
}
/** Ends with the parent process. One that was killed did not ask for it, so the reason is told. */
const endWithParent = (): void => {
  if (!ending) process.stderr.write(`${pick(PARENT_GONE, lang)}\n`)
  void end()
}

/** Starts the charging operators and tells the parent process where they take commands. */
const playCharging = async (played: ChargingOperators): Promise<void> => {
  charging = createVirtualOperators(played)
  sendToServer({ type: 'charging', url: await charging.start() })
}

const fail = (text: Text): never => {
  process.stderr.write(`${pick(text, lang)}\n`)
  process.exit(1)
}

const play = (inventory: Inventory, { city: options, quiet }: RunOptions): void => {
  city = createCity({ ...options, ...plays, inventory })
  city.start()
  if (quiet) return
  const running = city
  let before = running.stats()
  let since = performance.now()
  setInterval(() => {
    const now = running.stats()
    process.stdout.write(`${pick(statusLine(now, before, (performance.now() - since) / 1000), lang)}\n`)
    before = now
    since = performance.now()
  }, STATUS_MS)
}

/** Starts the IoT platforms of the inventory and tells the parent process their addresses. */
const playOperators = async ({ operators: wanted = [] }: Inventory, { city: options }: RunOptions): Promise<void> => {
  operators = wanted.map((one) => createOperator({ ...options, ...plays, ...one }))
  const opened = await Promise.all(operators.map(async (operator, at) => ({ id: wanted[at]?.id, baseUrl: await operator.start() })))
  if (opened.length > 0) sendToServer({ type: 'operators', opened })
}

const playForParent = (run: RunOptions): void => {
  process.on('disconnect', endWithParent)
  process.on('message', (message: unknown) => {
    if (isPlacedList(message)) city?.place(message.gateways, message.types)
    if (isCharging(message) && !charging) void playCharging(message)
    if (isShownNight(message)) city?.showNight(message.gateways, message.night)
    if (!isHandover(message) || city) return
    const { quiet = run.quiet, ...options } = message.options ?? {}
    play(message.inventory, { quiet, city: { ...run.city, ...options, faults: { ...run.city.faults, ...options.faults } } })
    sendToServer({ type: 'ready' })
    void playOperators(message.inventory, run)
  })
}

const main = async (): Promise<void> => {
  const read = readOptions(process.argv.slice(2), process.send !== undefined)
  if (read === 'help') {
    process.stdout.write(`${pick(HELP, lang)}\n`)
    process.exit(0)
  }
  if ('error' in read) return fail(read.error)
  process.on('SIGINT', end)
  process.on('SIGTERM', end)
  const { source, run } = read
  if (source.from === 'parent') return playForParent(run)
  if (process.send) process.on('disconnect', endWithParent)
  try {
    const print = (text: Text): void => void process.stdout.write(`${pick(text, lang)}\n`)
    play(await loadInventory(source, run.city.seed ?? 1, print), run)
  } catch (cause) {
    if (cause instanceof CannotPlay) fail(cause.text)
    const words = cause instanceof Error ? cause.message : String(cause)
    fail([`无法取得城市清单：${words}`, `no inventory: ${words}`])
  }
}

// Nobody reads the output of a program whose terminal or parent has gone.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => void end())
await main()
