import type { Verb } from './call.ts'
import type { Fields } from './field.ts'
import type { MatrixRow } from './roles.ts'
import type { Text } from './text.ts'

/** `get` reads the value from devices, `set` writes it, `calibrate` lets a device take what it measures now as its reference. Commands have these names. */
export const PARAM_OPS = ['get', 'set', 'calibrate'] as const
export type ParamOp = (typeof PARAM_OPS)[number]
export const isParamOp = (cmd: string): cmd is ParamOp => (PARAM_OPS as readonly string[]).includes(cmd)

/** A set of parameters that devices of some types store. People set the wanted value; devices report theirs. */
export interface ParamFamilyDefinition {
  /** Name in messages to devices and in stored rows; it never changes. */
  readonly name: string
  readonly label: Text
  /** Prefix of its rights: `{code}_read` for `get`, `{code}_set` for `set` and `calibrate`. */
  readonly code: string
  /** Rows of the permission matrix of the two rights; `manual` and `commands` by default. */
  readonly roles?: { readonly read?: MatrixRow; readonly set?: MatrixRow }
  /** Names of the device types that keep it. */
  readonly types: readonly string[]
  /** What people set. */
  readonly fields: Fields
  /** What devices report beside it and nobody sets (the reference after `calibrate`). Drift does not compare it. */
  readonly reads?: Fields
  readonly ops: readonly ParamOp[]
  /** Last part of its calls: `blade-city/controller/batch/set/{call}`. Without it, a slice sends the family itself. */
  readonly call?: string
  /** Saved presets: the resource that keeps them, and its page. */
  readonly template?: {
    /** `slice.entity` */
    readonly name: `${string}.${string}`
    readonly label: Text
    readonly base: string
    readonly verbs: readonly Verb[]
    readonly page: string
    /** Code of the menu above the page. */
    readonly parent: string
  }
  /** Calls that read what devices reported: `blade-sun/batteryParamData/list`. */
  readonly data?: { readonly list: string; readonly detail?: string }
}

const NAME = /^[a-z][A-Za-z0-9]{0,31}$/

/** Declares a parameter family. Throws if the declaration has a fault. */
export const defineParamFamily = <const F extends ParamFamilyDefinition>(family: F): F => {
  const fail = (why: string): never => {
    throw new Error(`parameter family ${family.name}: ${why}`)
  }
  if (!NAME.test(family.name)) fail('is no name')
  if (family.types.length === 0) fail('names no device type')
  if (family.ops.length === 0) fail('has no operation')
  for (const name of [...Object.keys(family.fields), ...Object.keys(family.reads ?? {})])
    if (!NAME.test(name)) fail(`${name} is no name for a field`)
  for (const name of Object.keys(family.reads ?? {})) if (Object.hasOwn(family.fields, name)) fail(`${name} is both set and only read`)
  return family
}
