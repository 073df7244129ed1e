import type { DeviceProperty, DeviceTypeDefinition, ParamOp } from '@lamplight/kit'
import type { ParamValue } from '@lamplight/protocol'
import { COMMAND_NAMES } from './batch.resource.ts'
import type { Order, ReportedState } from './item.lifecycle.ts'
import { holds, rounded } from './param.ts'

/** The columns of a batch from which the lamps' order is derived. */
export interface LampOrder {
  /** 1 dim, 2 on, 3 off, 4 release */
  readonly command: number
  /** %, only for dim */
  readonly level: number | null
  /** Epoch ms. */
  readonly until: number | null
}

const lampAgrees =
  ({ command, level }: LampOrder) =>
  ({ on = null, dim = null, reason = null }: ReportedState): boolean | null => {
    if (command === COMMAND_NAMES.release) return reason === null ? null : reason !== 'override'
    if (command === COMMAND_NAMES.off || (command === COMMAND_NAMES.dim && level === 0))
      return on === null ? (dim === null ? null : dim <= 0) : !on
    if (command === COMMAND_NAMES.on) return on ?? (dim === null ? null : dim > 0)
    if (on === false) return false
    return dim === null ? null : Math.abs(dim - (level ?? 0)) <= 1
  }

/** Returns the order of a lamp command, without an expected power. */
export const lampOrder = (order: LampOrder): Order => ({
  agrees: lampAgrees(order),
  proof: order.command === COMMAND_NAMES.release ? 'state' : 'meter',
  unreported: 'programme',
  contradicted: 'stillOverridden',
  expected: null,
  tolerance: 0,
  until: order.until,
  decides: ['property:on', 'property:dim'],
})

/** Converts a value for comparison: numbers and booleans are rounded to the property's decimals. */
const comparable = ({ decimals }: DeviceProperty, value: unknown): unknown =>
  rounded(typeof value === 'boolean' ? Number(value) : value, decimals)

/** Returns the order of a device type's command. The command's `proves` maps reported properties to arguments. */
export const deviceOrder = (type: DeviceTypeDefinition, cmd: string, args: Readonly<Record<string, unknown>>): Order => {
  const wanted = Object.entries(type.commands[cmd]?.proves ?? {}).flatMap(([name, input]) => {
    const property = type.properties[name]
    return property && args[input] !== undefined ? [{ name, was: property.was, property, value: comparable(property, args[input]) }] : []
  })
  return {
    agrees: (reported) => {
      const values = reported as Readonly<Record<string, unknown>>
      let known = true
      for (const { name, was, property, value } of wanted) {
        const now = values[name] ?? (was === undefined ? undefined : values[was])
        if (now === undefined || now === null) known = false
        else if (comparable(property, now) !== value) return false
      }
      return known && wanted.length > 0 ? true : null
    },
    proof: wanted.length > 0 ? 'state' : 'none',
    unreported: 'unreported',
    contradicted: 'otherState',
    expected: null,
    tolerance: 0,
    until: null,
    decides: [`command:${cmd}`, ...wanted.map(({ name }) => `property:${name}`)],
  }
}

/** Returns the order for a device of a driver: its proof is limited to what the driver's devices can prove. */
export const routedOrder = (order: Order, proves: 'received' | 'applied' | 'verified'): Order => {
  const unsent = 'unreachable'
  if (proves === 'verified' || order.proof === 'none' || order.proof === 'echo') return { ...order, unsent }
  return proves === 'applied' ? { ...order, unsent, proof: 'echo', unreported: 'answered' } : { ...order, unsent, proof: 'none' }
}

/**
 * Returns the order of an operation of a parameter family. A set succeeds if the answer contains the values that were sent, `get` and `calibrate`
 * if the device answers. `reads` names the fields that only devices report.
 */
export const paramOrder = (op: ParamOp, family: string, value: ParamValue, reads: readonly string[] = []): Order => ({
  agrees: ({ params }) => {
    const held = params?.[family]
    return op !== 'set' || held === undefined || Object.keys(held).length === 0 ? null : holds(value, held, reads)
  },
  proof: 'echo',
  unreported: op === 'get' ? 'told' : 'answered',
  contradicted: 'clamped',
  expected: null,
  tolerance: 0,
  until: null,
  family: { name: family, op },
  decides: [`${op}:${family}`],
})
