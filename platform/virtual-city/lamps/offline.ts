import type { Report } from '@lamplight/protocol'
import type { Inventory } from '@lamplight/town'
import { createManualClock } from '../clock.ts'
import { createEngine } from '../engine.ts'
import type { LampFault } from '../fleet.ts'
import type { CityOptions } from '../options.ts'
import { setOutput } from './meter.ts'

/** A city without gateways' connections, on a clock that the caller moves: nights of many lamps in seconds. */
export interface OfflineCity {
  /** Moves the clock to `at` (epoch ms). Reports are passed to `onReports` on the way. */
  readonly moveTo: (at: number) => void
  readonly setFault: (sn: string, fault: LampFault) => void
  /** Factor of the power that this driver draws from now on; 1 is nominal. */
  readonly setGain: (sn: string, gain: number) => void
  readonly gainOf: (sn: string) => number
  /** The driver no longer dims: its power is the same at all levels above 0. */
  readonly loseDimming: (sn: string) => void
  /** Dims all lamps of a gateway until `until` (epoch ms). */
  readonly dim: (gatewaySn: string, level: number, until: number) => void
  readonly stop: () => void
}

/** @param start epoch ms. */
export const createOfflineCity = (
  options: CityOptions & { readonly inventory: Inventory; readonly start: number },
  onReports: (reports: readonly Report[]) => void,
): OfflineCity => {
  const { inventory, start, ...rest } = options
  const clock = createManualClock(start)
  const engine = createEngine({
    inventory,
    clock,
    options: rest,
    reboot: () => undefined,
    hello: () => undefined,
    emit: (_, kind, entries) => {
      if (kind === 'report') onReports(entries as readonly Report[])
    },
  })
  engine.start()
  let commands = 0
  const lampOf = (sn: string): number => {
    const lamp = engine.fleet.indexOf.get(sn)
    if (lamp === undefined) throw new Error(`no lamp ${sn}`)
    return lamp
  }
  /** Lets the changed driver draw its new power at once. */
  const settle = (lamp: number): void => {
    const { fleet } = engine
    if (fleet.lit[lamp] && !fleet.ramping[lamp]) setOutput(fleet, lamp, clock.now(), fleet.toPower[lamp]!, true)
    engine.setFault(lamp, engine.view(lamp).fault)
  }
  return {
    moveTo: (at) => clock.advance(Math.max(0, at - clock.now())),
    setFault: (sn, fault) => engine.setFault(lampOf(sn), fault),
    setGain: (sn, gain) => {
      engine.fleet.gain[lampOf(sn)] = gain
      settle(lampOf(sn))
    },
    gainOf: (sn) => engine.fleet.gain[lampOf(sn)]!,
    loseDimming: (sn) => {
      const lamp = lampOf(sn)
      engine.fleet.minPower[lamp] = engine.fleet.power[lamp]!
      settle(lamp)
    },
    dim: (gatewaySn, level, until) => {
      const gateway = engine.fleet.gatewayIndexOf.get(gatewaySn)
      if (gateway === undefined) throw new Error(`no gateway ${gatewaySn}`)
      const sns = engine.fleet.of[gateway]!.map((lamp) => engine.fleet.sn[lamp]!)
      const command = {
        id: String(++commands),
        cmd: 'dim' as const,
        args: { level, until },
        sns,
        expiresAt: Math.ceil(clock.now()) + 600_000,
      }
      engine.command(gateway, command)
    },
    stop: () => engine.stop(),
  }
}
