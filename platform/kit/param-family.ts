import type { Verb } from './call.ts'
import type { Fields } from './field.ts'
import type { MatrixRow } from './roles.ts'
import type { Text } from './text.ts'

/** `get` reads the value from devices, `set` writes it. */
export type ParamOp = 'get' | 'set'

/** A set of parameters that devices of some types store. Users set the wanted value; devices report their own. */
export interface ParamFamilyDefinition {
  /** Name in messages to devices and in stored rows; it never changes. */
  readonly name: string
  readonly label: Text
  /** Prefix of its rights: `{code}_read`, `{code}_set`. */
  readonly code: string
  /** Rows of the permission matrix of the two rights; default `manual` and `commands`. */
  readonly roles?: { readonly read?: MatrixRow; readonly set?: MatrixRow }
  /** Names of the device types that store it. */
  readonly types: readonly string[]
  readonly fields: Fields
  readonly ops: readonly ParamOp[]
  /** Last part of its calls: `blade-city/controller/batch/set/{call}`. Without it, a slice sends the family by its own code. */
  readonly call?: string
  /** Saved presets: the resource that stores them, and its page. */
  readonly template?: {
    /** `slice.entity` */
    readonly name: `${string}.${string}`
    readonly label: Text
    readonly base: string
    readonly verbs: readonly Verb[]
    readonly page: string
    /** Code of the parent menu of the page. */
    readonly parent: string
  }
  /** Calls that read the values reported by devices: `blade-sun/batteryParamData/list`. */
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
  for (const name of Object.keys(family.fields)) if (!NAME.test(name)) fail(`${name} is no name for a field`)
  return family
}
