import { parseArgs } from 'node:util'
import type { Text } from '@lamplight/kit'
import { MAX_LAMPS } from '@lamplight/town'
import type { CityOptions } from '@lamplight/virtual-city'

/** Where the inventory comes from. */
export type Source =
  | { readonly from: 'parent' }
  | { readonly from: 'town'; readonly lamps: number; readonly broker: string; readonly secretSeed: string }
  | {
      readonly from: 'project'
      readonly project: string
      readonly url: string
      readonly tenant: string
      readonly account: string
      readonly password: string
      readonly broker: string | undefined
      /** Creates virtual gateways for lamps without one: `empty` only if no lamp of the project has a gateway, `all` always. */
      readonly propose: 'empty' | 'all'
    }

export interface RunOptions {
  readonly city: CityOptions & { readonly speed?: number; readonly start?: number }
  readonly quiet: boolean
}

/** A command line that is not valid; the text says what to correct. */
export interface UsageError {
  readonly error: Text
}

const FLAGS = {
  help: { type: 'boolean', short: 'h' },
  quiet: { type: 'boolean' },
  lamps: { type: 'string' },
  broker: { type: 'string' },
  'secret-seed': { type: 'string' },
  project: { type: 'string' },
  propose: { type: 'boolean' },
  url: { type: 'string', default: 'http://127.0.0.1:7900' },
  tenant: { type: 'string', default: '000000' },
  account: { type: 'string', default: 'admin' },
  password: { type: 'string', default: 'admin' },
  seed: { type: 'string' },
  speed: { type: 'string' },
  start: { type: 'string' },
  'report-interval': { type: 'string' },
  stuck: { type: 'string' },
  dark: { type: 'string' },
  'day-burner': { type: 'string' },
  cycling: { type: 'string' },
  silent: { type: 'string' },
  'silent-devices': { type: 'string' },
  'dead-gateways': { type: 'string' },
  'param-refuse': { type: 'string' },
  'param-ignore': { type: 'string' },
  'param-clamp': { type: 'string' },
  loss: { type: 'string' },
  latency: { type: 'string' },
  drift: { type: 'string' },
  noise: { type: 'string' },
} as const

type Values = ReturnType<typeof parseArgs<{ options: typeof FLAGS }>>['values']

/** Minimum and maximum of each numeric option. */
const NUMBERS = {
  lamps: [1, MAX_LAMPS],
  seed: [0, 2 ** 32 - 1],
  speed: [0.01, 100_000],
  'report-interval': [1, 86_400],
  stuck: [0, 1],
  dark: [0, 1],
  'day-burner': [0, 1],
  cycling: [0, 1],
  silent: [0, 1],
  'silent-devices': [0, 1],
  'dead-gateways': [0, 1],
  'param-refuse': [0, 1],
  'param-ignore': [0, 1],
  'param-clamp': [0, 1],
  loss: [0, 1],
  latency: [0, 600_000],
  drift: [0, 3_600_000],
  noise: [0, 1],
} as const satisfies Partial<Record<keyof typeof FLAGS, readonly [number, number]>>
const WHOLE: ReadonlySet<string> = new Set(['lamps', 'seed'])

export const HELP: Text = [
  `虚拟城市：以真实 MQTT 报文模拟网关与单灯控制器。

  npm run simulate -- --lamps 5000 --secret-seed 种子 [--broker mqtt://127.0.0.1:1883]   生成的城镇
  npm run simulate -- --project 项目名 [--url http://127.0.0.1:7900]                    平台中已有的项目

来源
  --lamps N               生成 N 盏灯的城镇（1–${MAX_LAMPS}）
  --broker URL            MQTT 服务器；指定项目时默认取平台给出的地址
  --secret-seed S         网关密钥 = HMAC-SHA256(S, 网关编号)
  --project 名称          取该项目的网关和灯具，并重发从未上线网关的密钥；
                          项目中没有任何灯接入网关时，按区域和位置新建虚拟网关（每个至多 60 盏）
  --propose               已有网关的项目，也为没有网关的灯新建虚拟网关
  --url --tenant --account --password   平台地址与登录信息（默认 000000 admin admin）
城市
  --seed N                种子，同一种子得到同一城市（默认 1）
  --speed X               时间倍率，600 约一分钟过一夜（默认 1）
  --start 时间            城市内的起始时间（ISO 8601，默认现在）；加速时应设在过去
  --report-interval 秒    每盏灯的上报间隔（默认 300）
故障比例（0–1）
  --stuck --dark --day-burner --cycling --silent --dead-gateways   继电器粘连、不亮、昼亮、频闪、失联单灯、离线网关
  --silent-devices        其他失联设备（默认同 --silent）
  --param-refuse --param-ignore --param-clamp   设备拒绝参数、应答但不保存、把数值限制在 0–50
线路
  --loss 0–1              无线丢包率        --latency 毫秒   指令到应答的平均时间（默认 300）
  --drift 毫秒            网关时钟最大偏差  --noise 0–1      功率读数最大相对误差（默认 0.01）
  --quiet                 不打印状态行`,
  `The virtual city: gateways and lamp controllers over real MQTT.

  npm run simulate -- --lamps 5000 --secret-seed SEED [--broker mqtt://127.0.0.1:1883]   a generated town
  npm run simulate -- --project NAME [--url http://127.0.0.1:7900]                       a project of the platform

Source
  --lamps N               generates a town of N lamps (1–${MAX_LAMPS})
  --broker URL            MQTT broker; with --project the platform says which
  --secret-seed S         gateway secrets are HMAC-SHA256(S, serial number)
  --project NAME          plays that project; secrets of gateways that never were online are issued anew.
                          Where no lamp of it has a gateway, virtual ones are made by area and place (at most 60 lamps each)
  --propose               makes virtual gateways for lamps without one beside the gateways that are there
  --url --tenant --account --password   where and how to sign in (default 000000 admin admin)
City
  --seed N                same seed, same city (default 1)
  --speed X               time lapse; 600 is a night in about a minute (default 1)
  --start TIME            time in the city at the start (ISO 8601, default now); set it in the past when time is sped up
  --report-interval S     seconds between two reports of a lamp (default 300)
Share of faults (0–1)
  --stuck --dark --day-burner --cycling --silent --dead-gateways
  --silent-devices        silent devices other than lamps (default: the value of --silent)
  --param-refuse --param-ignore --param-clamp   devices that refuse parameters, answer and do not keep them, limit numbers to 0–50
Lines
  --loss 0–1              lost radio packets     --latency MS   mean time from command to answer (default 300)
  --drift MS              largest clock error    --noise 0–1    largest relative error of a power reading (default 0.01)
  --quiet                 no status lines`,
]

const numbersOf = (values: Values): Partial<Record<keyof typeof NUMBERS, number>> | UsageError => {
  const found: Partial<Record<keyof typeof NUMBERS, number>> = {}
  for (const name of Object.keys(NUMBERS) as (keyof typeof NUMBERS)[]) {
    const text = values[name]
    if (text === undefined) continue
    const [low, high] = NUMBERS[name]
    const value = text.trim() === '' ? Number.NaN : Number(text)
    if (!(value >= low && value <= high) || (WHOLE.has(name) && !Number.isInteger(value)))
      return { error: [`--${name} 应为 ${low} 到 ${high} 之间的数`, `--${name} must be a number from ${low} to ${high}`] }
    found[name] = value
  }
  return found
}

const sourceOf = (values: Values, lamps: number | undefined, hasParent: boolean): Source | UsageError => {
  const { project, url, tenant, account, password, broker } = values
  if (project !== undefined)
    return { from: 'project', project, url, tenant, account, password, broker, propose: values.propose ? 'all' : 'empty' }
  const secretSeed = values['secret-seed']
  if (lamps !== undefined && secretSeed === undefined) return { error: ['--lamps 需要 --secret-seed', '--lamps needs --secret-seed'] }
  if (lamps !== undefined && secretSeed !== undefined) return { from: 'town', lamps, secretSeed, broker: broker ?? 'mqtt://127.0.0.1:1883' }
  if (hasParent) return { from: 'parent' }
  return { error: ['请指定 --lamps 或 --project（--help 查看说明）', 'say --lamps or --project (see --help)'] }
}

/**
 * Parses the command line.
 * @param hasParent true if a parent process sends an inventory.
 */
export const readOptions = (args: readonly string[], hasParent: boolean): 'help' | UsageError | { source: Source; run: RunOptions } => {
  let values: Values
  try {
    values = parseArgs({ args: [...args], options: FLAGS, allowPositionals: false }).values
  } catch (cause) {
    const words = cause instanceof Error ? cause.message : String(cause)
    return { error: [`无法识别的参数：${words}`, words] }
  }
  if (values.help) return 'help'
  const numbers = numbersOf(values)
  if ('error' in numbers) return numbers
  const start = values.start === undefined ? undefined : Date.parse(values.start)
  if (Number.isNaN(start)) return { error: ['--start 应为 ISO 8601 时间', '--start must be a time in ISO 8601'] }
  const source = sourceOf(values, numbers.lamps, hasParent)
  if ('error' in source) return source
  const { seed, speed, loss, latency, drift, noise, stuck, dark, cycling, silent } = numbers
  const faults = {
    stuck,
    dark,
    cycling,
    silent,
    dayBurner: numbers['day-burner'],
    silentDevices: numbers['silent-devices'],
    deadGateways: numbers['dead-gateways'],
  }
  const paramFaults = { refuse: numbers['param-refuse'], ignore: numbers['param-ignore'], clamp: numbers['param-clamp'] }
  const city = { seed, speed, start, loss, latency, drift, noise, reportInterval: numbers['report-interval'], faults, paramFaults }
  return { source, run: { city, quiet: values.quiet ?? false } }
}
