import { isParamOp } from '@lamplight/kit'
import type { Ack, AckCode, CheckedCommand, Command, Params, ParamValue, Properties } from '@lamplight/protocol'
import type { Random } from '@lamplight/town'
import type { Children } from './devices/children.ts'
import type { ParamStore } from './devices/params.ts'
import { CALENDAR, type Calendars } from './lamps/calendars.ts'
import type { EffectLog } from './lamps/effects.ts'
import type { Emit, Kind, Settings } from './options.ts'
import type { Scheduler } from './scheduler.ts'

/** Number of radio attempts of a gateway before it answers busy. */
const ATTEMPTS = 6
const RETRY_MS = 400
/** Time for which a gateway remembers commands, ms. */
export const MEMORY_MS = 86_400_000

/** State of a command at one child in the gateway's memory; 0 is unknown. */
const PENDING = 1
const APPLIED = 2
const REFUSED = 3

/** A command that a gateway is sending to its children. */
interface Job {
  readonly gateway: number
  readonly command: Command
  /** Children that have not answered yet. */
  children: number[]
  attempt: number
}

/**
 * Command handling of one kind of children (lamps or other devices). Children are numbered as in
 * `Children`; times are epoch ms of the city's clock.
 */
export interface Taker {
  /**
   * Code with which the gateway refuses a command for a child without contacting it; undefined
   * if it does not refuse. `now`: time of the gateway.
   */
  refusalOf(command: Command, now: number): (child: number) => AckCode | undefined
  isSilent(child: number): boolean
  /** @param offset how far the device's clock is ahead, ms */
  apply(child: number, command: Command, at: number, offset: number): void
  /** Values in the ack of a command; without a command, in the ack of a repeated one. */
  state(child: number, command: Command | undefined, at: number): Properties
}

/** Receives commands, delivers them to devices over a lossy radio, and acknowledges. */
export interface Commands {
  receive(gateway: number, command: Command, at: number): void
  onJob(job: number, at: number): void
  onPrune(at: number): void
  readonly counts: { received: number; duplicates: number; refused: number; unreachable: number }
}

interface Dependencies {
  readonly gatewaySn: readonly string[]
  readonly children: Children
  readonly lamps: Taker
  readonly devices: Taker
  readonly params: ParamStore
  readonly calendars: Calendars
  readonly effects: EffectLog
  readonly scheduler: Scheduler<Kind>
  readonly random: Random
  readonly settings: Settings
  readonly offset: Float64Array
  readonly emit: Emit
  /** Restarts the gateway itself. */
  readonly reboot: (gateway: number) => void
  /** Cuts a child off because of the value that it has just stored; `before`: the value to which it will return. */
  readonly cutOff: (child: number, family: string, before: ParamValue | undefined, at: number) => void
}

/** True if the command is an operation of a parameter family. */
const isOfParams = (command: CheckedCommand): command is Extract<CheckedCommand, { args: { family: string } }> => isParamOp(command.cmd)

interface ReportedParts {
  readonly p?: Properties
  readonly params?: Params
}

export const createCommands = (dependencies: Dependencies): Commands => {
  const { gatewaySn, children, lamps, devices, params, calendars, effects, scheduler, random, settings, offset, emit, reboot, cutOff } =
    dependencies
  const memory: Map<string, { at: number; seen: Uint8Array }>[] = gatewaySn.map(() => new Map())
  const jobs = new Map<number, Job>()
  const counts = { received: 0, duplicates: 0, refused: 0, unreachable: 0 }
  let lastJob = 0
  const takerOf = (child: number): Taker => (children.isLamp(child) ? lamps : devices)

  const driftOf = (sn: string, at: number): number => {
    const child = children.indexOf(sn)
    return child === undefined ? 0 : calendars.driftOf(child, at)
  }
  const ack = (gateway: number, id: string, sn: string, code: AckCode, at: number, extra?: ReportedParts): Ack => ({
    id,
    sn,
    ok: code === 'ok' || code === 'duplicate',
    code,
    at: Math.max(0, Math.round(at + offset[gateway]! + driftOf(sn, at))),
    ...extra,
  })
  /** The memory of command `id`: a byte for the gateway, then one per place of its children. It grows with their number. */
  const seenOf = (gateway: number, id: string, at: number): Uint8Array => {
    const known = memory[gateway]!.get(id)
    const size = children.placesOf(gateway) + 1
    if (known && known.seen.length >= size) return known.seen
    const seen = new Uint8Array(size)
    if (known) seen.set(known.seen)
    memory[gateway]!.set(id, { at: known?.at ?? at, seen })
    return seen
  }
  const placeOf = (child: number): number => children.placeOf(child) + 1
  const later = (job: Job, at: number): void => {
    lastJob = (lastJob + 1) >>> 0
    jobs.set(lastJob, job)
    scheduler.at(at, 'job', lastJob)
  }
  /** Returns a function that gives the code with which the gateway refuses the command for a child, or undefined. */
  const refusals = (gateway: number, command: Command, at: number): ((child: number) => AckCode | undefined) => {
    const now = at + offset[gateway]!
    if (now > command.expiresAt) return () => 'expired'
    const ofLamp = lamps.refusalOf(command, now)
    const ofDevice = devices.refusalOf(command, now)
    return (child) => (children.isLamp(child) ? ofLamp : ofDevice)(child)
  }
  /** Returns false if the device refuses the value of a parameter. */
  const apply = (child: number, order: Command, at: number): boolean => {
    const command = order as CheckedCommand
    if (command.cmd === 'set') {
      const { family, value } = command.args
      const before = params.held(child, family)
      if (!(family === CALENDAR ? calendars.set(child, value, at) : params.set(child, family, value))) return false
      if (params.cutsOff(family, value)) cutOff(child, family, before, at)
    }
    if (command.cmd === 'calibrate' && !params.calibrate(child, command.args.family)) return false
    if (command.cmd === 'factoryReset') {
      params.forget(child)
      calendars.forget(child, at)
    }
    effects.add(command.id, child, at)
    if (!isOfParams(command)) takerOf(child).apply(child, order, at, offset[children.gatewayOf(child)]!)
    return true
  }
  const reportOf = (child: number, order: Command, at: number, again = false): ReportedParts => {
    const command = order as CheckedCommand
    if (!isOfParams(command)) return { p: takerOf(child).state(child, again ? undefined : order, at) }
    const { family } = command.args
    return { p: {}, params: { [family]: (family === CALENDAR ? calendars : params).get(child, family) } }
  }
  const toGateway = (gateway: number, command: Command, seen: Uint8Array, at: number): Ack => {
    const own = gatewaySn[gateway]!
    if (seen[0]) return ack(gateway, command.id, own, 'duplicate', at)
    if (command.cmd !== 'read' && command.cmd !== 'reboot') return ack(gateway, command.id, own, 'unsupported', at)
    seen[0] = APPLIED
    if (command.cmd === 'reboot') reboot(gateway)
    return ack(gateway, command.id, own, 'ok', at)
  }

  return {
    counts,
    receive: (gateway, command, at) => {
      const seen = seenOf(gateway, command.id, at)
      const refusalOf = refusals(gateway, command, at)
      const answers: Ack[] = []
      const reach: number[] = []
      counts.received += command.sns.length
      for (const sn of command.sns) {
        const child = children.indexOf(sn)
        if (sn === gatewaySn[gateway]) {
          answers.push(toGateway(gateway, command, seen, at))
          continue
        }
        if (child === undefined || children.gatewayOf(child) !== gateway) {
          answers.push(ack(gateway, command.id, sn, 'unknownDevice', at))
          continue
        }
        const place = placeOf(child)
        if (seen[place]) counts.duplicates++
        if (seen[place] === APPLIED) answers.push(ack(gateway, command.id, sn, 'duplicate', at, reportOf(child, command, at, true)))
        else if (seen[place] === REFUSED) answers.push(ack(gateway, command.id, sn, 'invalidArgs', at))
        if (seen[place]) continue
        const refused = refusalOf(child)
        if (refused) answers.push(ack(gateway, command.id, sn, refused, at))
        else {
          seen[place] = PENDING
          reach.push(child)
        }
      }
      counts.refused += answers.filter(({ ok }) => !ok).length
      if (answers.length) emit(gateway, 'ack', answers)
      if (reach.length) later({ gateway, command, children: reach, attempt: 1 }, at + settings.latency * random.between(0.5, 1.5))
    },

    onJob: (number, at) => {
      const job = jobs.get(number)
      if (!job) return
      jobs.delete(number)
      const { gateway, command } = job
      const seen = seenOf(gateway, command.id, at)
      const answers: Ack[] = []
      const silent: number[] = []
      for (const child of job.children) {
        const lost = (): boolean => takerOf(child).isSilent(child) || (settings.loss > 0 && random.next() < settings.loss)
        const place = placeOf(child)
        if (seen[place] === PENDING && !lost()) seen[place] = apply(child, command, at) ? APPLIED : REFUSED
        if (seen[place] === APPLIED && !lost())
          answers.push(ack(gateway, command.id, children.sn(child), 'ok', at, reportOf(child, command, at)))
        else if (seen[place] === REFUSED && !lost()) {
          counts.refused++
          answers.push(ack(gateway, command.id, children.sn(child), 'invalidArgs', at))
        } else if (job.attempt < ATTEMPTS) silent.push(child)
        else {
          counts.unreachable++
          if (seen[place] === PENDING) seen[place] = 0
          answers.push(ack(gateway, command.id, children.sn(child), 'busy', at))
        }
      }
      if (answers.length) emit(gateway, 'ack', answers)
      if (silent.length) later({ gateway, command, children: silent, attempt: job.attempt + 1 }, at + RETRY_MS * random.between(0.7, 1.3))
    },

    onPrune: (at) => {
      for (const known of memory) for (const [id, entry] of known) if (entry.at < at - MEMORY_MS) known.delete(id)
      effects.prune(at - MEMORY_MS)
    },
  }
}
