import type { Ack, AckCode, CheckedCommand, Command, Properties } from '@lamplight/protocol'
import type { Random } from '@lamplight/town'
import type { EffectLog } from './effects.ts'
import type { Fleet } from './fleet.ts'
import type { Lamps } from './lamps.ts'
import type { Emit, Kind, Settings } from './options.ts'
import type { Scheduler } from './scheduler.ts'

/** How often a gateway tries to reach a lamp by radio before it says busy. */
const ATTEMPTS = 6
const RETRY_MS = 400
/** Time for which a gateway remembers which commands it has seen, ms. */
export const MEMORY_MS = 86_400_000

/** What a gateway remembers of a command and one of its lamps; 0 is nothing. */
const PENDING = 1
const APPLIED = 2

/** A command on its way from a gateway to its lamps. */
interface Job {
  readonly gateway: number
  readonly command: Command
  /** Lamps that have not answered yet. */
  lamps: number[]
  attempt: number
}

/** Receives commands, reaches the lamps over a lossy radio, and acknowledges. */
export interface Commands {
  receive(gateway: number, command: Command, at: number): void
  onJob(job: number, at: number): void
  onPrune(at: number): void
  readonly counts: { received: number; duplicates: number; refused: number; unreachable: number }
}

interface Dependencies {
  readonly fleet: Fleet
  readonly lamps: Lamps
  readonly effects: EffectLog
  readonly scheduler: Scheduler<Kind>
  readonly random: Random
  readonly settings: Settings
  readonly offset: Float64Array
  readonly emit: Emit
  /** The gateway itself restarts. */
  readonly reboot: (gateway: number) => void
}

/** Level and end of the override that a command asks for; null when it asks for none. */
const overrideOf = (given: Command): { level: number; until: number | undefined } | null => {
  const command = given as CheckedCommand
  if (command.cmd === 'dim') return { level: command.args.level, until: command.args.until }
  if (command.cmd === 'switch') return { level: command.args.on ? 100 : 0, until: command.args.until }
  return null
}
const headOf = (given: Command): number => {
  const command = given as CheckedCommand
  return command.cmd === 'dim' || command.cmd === 'switch' ? (command.args.head ?? 0) : 0
}

export const createCommands = (dependencies: Dependencies): Commands => {
  const { fleet, lamps, effects, scheduler, random, settings, offset, emit, reboot } = dependencies
  const memory: Map<string, { at: number; seen: Uint8Array }>[] = Array.from({ length: fleet.gateways }, () => new Map())
  const jobs = new Map<number, Job>()
  const counts = { received: 0, duplicates: 0, refused: 0, unreachable: 0 }
  let lastJob = 0

  const ack = (gateway: number, id: string, sn: string, code: AckCode, at: number, p?: Properties): Ack => ({
    id,
    sn,
    ok: code === 'ok' || code === 'duplicate',
    code,
    at: Math.max(0, Math.round(at + offset[gateway]!)),
    ...(p ? { p } : {}),
  })
  const childrenOf = (gateway: number): number => fleet.first[gateway + 1]! - fleet.first[gateway]!
  /** What is remembered of command `id`: a byte per lamp of the gateway, and one for itself at the end. */
  const seenOf = (gateway: number, id: string, at: number): Uint8Array => {
    const known = memory[gateway]!.get(id)
    if (known) return known.seen
    const seen = new Uint8Array(childrenOf(gateway) + 1)
    memory[gateway]!.set(id, { at, seen })
    return seen
  }
  const later = (job: Job, at: number): void => {
    lastJob = (lastJob + 1) >>> 0
    jobs.set(lastJob, job)
    scheduler.at(at, 'job', lastJob)
  }
  /** Why the gateway refuses before it tries, if it does. */
  const refusal = (gateway: number, command: Command, at: number): AckCode | undefined => {
    const now = at + offset[gateway]!
    const until = overrideOf(command)?.until
    if (now > command.expiresAt || (until !== undefined && until <= now)) return 'expired'
    return headOf(command) === 2 ? 'invalidArgs' : undefined
  }
  const apply = (gateway: number, lamp: number, command: Command, at: number): void => {
    effects.add(command.id, lamp, at)
    const override = overrideOf(command)
    const until = override?.until === undefined ? Number.POSITIVE_INFINITY : override.until - offset[gateway]!
    if (override) lamps.setOverride(lamp, override.level, until, at)
    else if (command.cmd !== 'read') lamps.release(lamp, at)
  }
  const toGateway = (gateway: number, command: Command, seen: Uint8Array, at: number): Ack => {
    const own = fleet.gatewaySn[gateway]!
    const slot = childrenOf(gateway)
    if (seen[slot]) return ack(gateway, command.id, own, 'duplicate', at)
    if (command.cmd !== 'read' && command.cmd !== 'reboot') return ack(gateway, command.id, own, 'invalidArgs', at)
    seen[slot] = APPLIED
    if (command.cmd === 'reboot') reboot(gateway)
    return ack(gateway, command.id, own, 'ok', at)
  }

  return {
    counts,
    receive: (gateway, command, at) => {
      const first = fleet.first[gateway]!
      const seen = seenOf(gateway, command.id, at)
      const refused = refusal(gateway, command, at)
      const answers: Ack[] = []
      const reach: number[] = []
      counts.received += command.sns.length
      for (const sn of command.sns) {
        const lamp = fleet.indexOf.get(sn)
        if (sn === fleet.gatewaySn[gateway]) answers.push(toGateway(gateway, command, seen, at))
        else if (lamp === undefined || fleet.gatewayOf[lamp] !== gateway) answers.push(ack(gateway, command.id, sn, 'unknownDevice', at))
        else if (seen[lamp - first] === APPLIED) {
          counts.duplicates++
          answers.push(ack(gateway, command.id, sn, 'duplicate', at, lamps.state(lamp)))
        } else if (seen[lamp - first] === PENDING) counts.duplicates++
        else if (refused) answers.push(ack(gateway, command.id, sn, refused, at))
        else {
          seen[lamp - first] = PENDING
          reach.push(lamp)
        }
      }
      counts.refused += answers.filter(({ ok }) => !ok).length
      if (answers.length) emit(gateway, 'ack', answers)
      if (reach.length) later({ gateway, command, lamps: reach, attempt: 1 }, at + settings.latency * random.between(0.5, 1.5))
    },

    onJob: (number, at) => {
      const job = jobs.get(number)
      if (!job) return
      jobs.delete(number)
      const { gateway, command } = job
      const seen = seenOf(gateway, command.id, at)
      const answers: Ack[] = []
      const silent: number[] = []
      for (const lamp of job.lamps) {
        const lost = (): boolean => lamps.faultOf(lamp) === 'silent' || (settings.loss > 0 && random.next() < settings.loss)
        const child = lamp - fleet.first[gateway]!
        if (seen[child] !== APPLIED && !lost()) {
          seen[child] = APPLIED
          apply(gateway, lamp, command, at)
        }
        if (seen[child] === APPLIED && !lost())
          answers.push(
            ack(gateway, command.id, fleet.sn[lamp]!, 'ok', at, command.cmd === 'read' ? lamps.read(lamp, at) : lamps.state(lamp)),
          )
        else if (job.attempt < ATTEMPTS) silent.push(lamp)
        else {
          counts.unreachable++
          if (seen[child] === PENDING) seen[child] = 0
          answers.push(ack(gateway, command.id, fleet.sn[lamp]!, 'busy', at))
        }
      }
      if (answers.length) emit(gateway, 'ack', answers)
      if (silent.length) later({ gateway, command, lamps: silent, attempt: job.attempt + 1 }, at + RETRY_MS * random.between(0.7, 1.3))
    },

    onPrune: (at) => {
      for (const known of memory) for (const [id, entry] of known) if (entry.at < at - MEMORY_MS) known.delete(id)
      effects.prune(at - MEMORY_MS)
    },
  }
}
