import type { DeviceProperty, DeviceTypeDefinition, ParamFamilyDefinition, ParamOp } from '@lamplight/kit'
import type { ParamValue } from '@lamplight/protocol'
import { COMMAND_NAMES } from './batch-codes.ts'
import type { ExpectedEffect, ReportedState } from './item.lifecycle.ts'
import { holds, rounded, settableValue } from './param.ts'

/** The columns of a batch from which the expected effect on lamps is derived. */
export interface LampCommand {
  /** 1 dim, 2 on, 3 off, 4 release */
  readonly command: number
  /** %, only for dim */
  readonly level: number | null
  /** Epoch ms. */
  readonly until: number | null
}

const lampAgrees =
  ({ command, level }: LampCommand) =>
  ({ on = null, dim = null, reason = null }: ReportedState): boolean | null => {
    if (command === COMMAND_NAMES.release) return reason === null ? null : reason !== 'override'
    if (command === COMMAND_NAMES.off || (command === COMMAND_NAMES.dim && level === 0))
      return on === null ? (dim === null ? null : dim <= 0) : !on
    if (command === COMMAND_NAMES.on) return on ?? (dim === null ? null : dim > 0)
    if (on === false) return false
    return dim === null ? null : Math.abs(dim - (level ?? 0)) <= 1
  }

/** Returns the expected effect of a lamp command, without an expected power. */
export const lampEffect = (given: LampCommand): ExpectedEffect => ({
  agrees: lampAgrees(given),
  proof: given.command === COMMAND_NAMES.release ? 'state' : 'meter',
  unreported: 'programme',
  contradicted: 'stillOverridden',
  expected: null,
  tolerance: 0,
  until: given.until,
  decides: ['property:on', 'property:dim'],
})

/** Converts a value for comparison: numbers and booleans are rounded to the property's decimals. */
const comparable = ({ decimals }: DeviceProperty, value: unknown): unknown =>
  rounded(typeof value === 'boolean' ? Number(value) : value, decimals)

/** Returns the expected effect of a device type's command. The command's `proves` maps reported properties to arguments. */
export const deviceEffect = (type: DeviceTypeDefinition, cmd: string, args: Readonly<Record<string, unknown>>): ExpectedEffect => {
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

/**
 * Returns the expected effect for a device of a driver: its proof is limited to what the driver's devices can prove. `within`: number of seconds within
 * which they report (`provesWithin` of the driver).
 */
export const routedEffect = (effect: ExpectedEffect, proves: 'received' | 'applied' | 'verified', within?: number): ExpectedEffect => {
  const unsent = 'unreachable'
  if (proves === 'verified' || effect.proof === 'none' || effect.proof === 'echo')
    return { ...effect, unsent, ...(within === undefined ? {} : { proofMs: within * 1000 }) }
  return proves === 'applied' ? { ...effect, unsent, proof: 'echo', unreported: 'answered' } : { ...effect, unsent, proof: 'none' }
}

/**
 * Returns the expected effect of an operation of a parameter family. A set succeeds if the answer contains the values that were sent, `get` and `calibrate`
 * if the device answers. Of the answer only the fields count that users can set, rounded to their decimals. `family` is undefined if no slice declares it any more.
 */
export const paramEffect = (op: ParamOp, name: string, value: ParamValue, family: ParamFamilyDefinition | undefined): ExpectedEffect => ({
  agrees: ({ params }) => {
    const reported = params?.[name] ?? {}
    const held = family ? settableValue(family, reported) : reported
    return op !== 'set' || Object.keys(held).length === 0 ? null : holds(value, held)
  },
  proof: 'echo',
  unreported: op === 'get' ? 'told' : 'answered',
  contradicted: 'clamped',
  expected: null,
  tolerance: 0,
  until: null,
  family: { name, op },
  decides: [`${op}:${name}`],
})
