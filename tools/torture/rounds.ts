import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { createRandom } from '@lamplight/town'
import type { AlarmVerdict } from './alarm-judge.ts'
import { batchOf, judge, type Verdict } from './judge.ts'
import { until } from './processes.ts'
import { databaseAnswers, type World } from './world.ts'

export const FAULTS = ['kill', 'pause', 'broker', 'postgres'] as const
export type Fault = (typeof FAULTS)[number]

export interface Round extends Verdict {
  readonly fault: Fault
  /** Time after the request when the part was stopped, and how long it was down, ms. */
  readonly at: number
  readonly away: number
  /** Time from the part's return to the last lamp, ms; 0 if all lamps had executed the command before. */
  readonly recovered: number
  /** Number of lamps that had executed the command when the part was stopped. */
  readonly before: number
  /** Alarms and incidents of the run so far; undefined without troubles. */
  readonly raised: AlarmVerdict | undefined
}

const APPLIED_MS = 120_000
const PROVEN_MS = 120_000
const LEVELS = [20, 35, 50, 65, 80, 95]
const LATEST_MS = 900

/** Interrupts a part and resolves when it is back. */
const hurt = async (world: World, fault: Fault, away: number): Promise<void> => {
  const [server] = world.servers
  if (!server) return
  if (fault === 'kill') {
    await server.end('SIGKILL')
    await sleep(away)
    await server.start()
  } else if (fault === 'pause') {
    server.signal('SIGSTOP')
    await sleep(away)
    server.signal('SIGCONT')
  } else if (fault === 'postgres') {
    const { pid } = world.postgres
    process.kill(pid, 'SIGQUIT')
    await until(() => world.postgres.pid !== pid, 60_000)
    await until(() => databaseAnswers(world.databaseUrl), 60_000)
  } else {
    // Without an outside broker, the broker runs inside the server: it stops and starts with it.
    const part = world.broker ?? server
    await part.end('SIGTERM')
    await sleep(away)
    await part.start()
  }
}

/**
 * One round: a batch to all lamps and commands to other devices, an interruption of a process or the
 * database at a random moment, and the verdict.
 */
const playRound = async (
  world: World,
  fault: Fault,
  options: { level: number; at: number; away: number; troubleAt: number },
): Promise<Round> => {
  const { city, caller, lamps, orders } = world
  const body = { command: 'dim', level: options.level, duration: 3600, selector: world.selector }
  const sent = caller.sure<{ batchId: string }>('POST', '/api/blade-city/controller/batch/command', body, randomUUID())
  const order = orders.send(options.level)
  const begun = performance.now()
  const trouble = sleep(options.troubleAt).then(() => world.troubles?.turn())
  await sleep(options.at)
  const before = lamps.filter((sn) => city.lamp(sn).state.dim === options.level).length
  await hurt(world, fault, options.away)
  const back = performance.now()
  const { status, data, body: refusal } = await sent
  if (status !== 200) throw new Error(`the batch was refused: ${JSON.stringify(refusal)}`)
  const { batchId } = data
  await until(() => city.effects(batchId).size === lamps.length, APPLIED_MS)
  const recovered = before === lamps.length ? 0 : performance.now() - back
  await until(
    async () => {
      const batch = await batchOf(caller, batchId)
      return batch.ended === batch.total
    },
    PROVEN_MS,
    200,
  )
  const verdicts = [await judge(city, caller, { batchId, level: options.level, lamps }), await orders.judge(await order)]
  await trouble
  const raised = await world.troubles?.judge()
  const sum = (of: 'lost' | 'doubled' | 'wrong'): number => verdicts.reduce((total, verdict) => total + verdict[of], 0)
  return {
    lost: sum('lost'),
    doubled: sum('doubled'),
    wrong: sum('wrong'),
    words: [...verdicts, ...(raised ? [raised] : [])].flatMap(({ words }) => words || []).join(' · '),
    fault,
    at: Math.round(options.at),
    away: Math.round(back - begun - options.at),
    recovered: Math.round(recovered),
    before,
    raised,
  }
}

/**
 * Runs rounds with the faults in turn; the moments of the interruptions and of the troubles follow from the seed. Troubles begin in one round and end in the
 * next, so each time the faults begin with another one: each of them meets both.
 */
export const playRounds = async function* (
  world: World,
  options: { rounds: number; seed: number; faults: readonly Fault[]; latestMs?: number },
): AsyncGenerator<Round> {
  const random = createRandom(options.seed, 'torture')
  let probing = true
  const probe = (async () => {
    while (probing) {
      await world.caller.once('GET', '/api/blade-city/commandrecord/page?current=1&size=10')
      await sleep(100)
    }
  })()
  try {
    for (let round = 0; round < options.rounds; round += 1) {
      const { faults } = options
      const fault = faults[(round + Math.floor(round / faults.length)) % faults.length] as Fault
      const away = fault === 'pause' ? random.between(1000, 5000) : random.between(0, 500)
      yield await playRound(world, fault, {
        level: LEVELS[round % LEVELS.length] as number,
        at: random.between(0, options.latestMs ?? LATEST_MS),
        away,
        troubleAt: random.between(0, 2 * (options.latestMs ?? LATEST_MS)),
      })
    }
  } finally {
    probing = false
    await probe
  }
}
