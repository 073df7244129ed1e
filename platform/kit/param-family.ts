import type { CallAddress, Verb } from './call.ts'
import type { Fields } from './field.ts'
import type { MatrixRow } from './roles.ts'
import type { Text } from './text.ts'

/**
 * `get` reads the value from devices, `set` writes it, `calibrate` makes a device store its present
 * measurement as reference. Commands have these names too.
 */
export const PARAM_OPS = ['get', 'set', 'calibrate'] as const
export type ParamOp = (typeof PARAM_OPS)[number]
export const isParamOp = (cmd: string): cmd is ParamOp => (PARAM_OPS as readonly string[]).includes(cmd)

/** A call of a family at an address of the catalogue. */
export interface FamilyCall {
  readonly op: ParamOp
  readonly target: 'batch' | 'group'
  /** Name of the parameter with the device ids; default `controllerIds`. A body that is an array contains the ids. */
  readonly ids?: string
  /** Name of the device type of its devices, and of the members of its group that it is for; default: all types of the family. */
  readonly type?: string
  /** Name of the required id of a preset: the call sends this preset and takes no values. */
  readonly preset?: string
}

/** A set of parameters that devices of some types store. Users set the wanted value; devices report their own. */
export interface ParamFamilyDefinition {
  /** Name in messages to devices and in stored rows; it never changes. */
  readonly name: string
  readonly label: Text
  /** Prefix of the permissions: `{code}_read` for `get`, `{code}_set` for `set` and `calibrate`. */
  readonly code: string
  /** Rows of the permission matrix of the two rights; default `manual` and `commands`. */
  readonly roles?: { readonly read?: MatrixRow; readonly set?: MatrixRow }
  /** Names of the device types that store it. */
  readonly types: readonly string[]
  /** Fields that users can set. */
  readonly fields: Fields
  /** Fields that only devices report (for example the reference after `calibrate`). They are not compared to find drift. */
  readonly reads?: Fields
  /** Fields of `reads` that a calibration changes, each with the one in which the device reports the value before it: `{ error: 'errorBefore' }`. */
  readonly before?: Readonly<Record<string, string>>
  readonly ops: readonly ParamOp[]
  /**
   * Wrong values cut the device off: always, or those of some fields. A set then goes to a first wave (1 % of the devices, at least one gateway), and to
   * the rest only after these came back; it is never sent again by itself. A device returns to its old value after five minutes without connection.
   */
  readonly risky?: true | readonly string[]
  /**
   * A device can take a value only after it got the message that the value names, as a calendar is named by its id and hash. Each time that the server sends a
   * value to a gateway, it sends the message of the port `control.attachments` first.
   */
  readonly attachment?: true
  /** Groups of fields whose values must increase in this order, such as `['onLux', 'offLux']`. Values that break an order are refused. */
  readonly ascending?: readonly (readonly string[])[]
  /**
   * Reported properties whose limits the device checks itself, with the fields for these limits: `{ voltage: { over: 'overVoltage', under:
   * 'underVoltage' } }`. The limits of alarm configurations are sent to the device too.
   */
  readonly watches?: Readonly<Record<string, { readonly over?: string; readonly under?: string }>>
  /** Last part of its calls: `blade-city/controller/batch/set/{call}`. Without it, a slice sends the family by its own code. */
  readonly call?: string
  /** Calls at other addresses. */
  readonly calls?: Readonly<Record<CallAddress, FamilyCall>>
  /** Page of the reported values, if the family has no presets; default of its label: that of the family. */
  readonly page?: { readonly path: string; readonly parent: string; readonly label?: Text }
  /** Saved presets: the resource that stores them, and its page. */
  readonly template?: {
    /** `slice.entity` */
    readonly name: `${string}.${string}`
    readonly label: Text
    readonly base: string
    /** Other bases with the same calls. */
    readonly alias?: readonly string[]
    readonly verbs: readonly Verb[]
    readonly page: string
    /** Former addresses of the page, which redirect. */
    readonly was?: readonly string[]
    /** Code of the parent menu of the page. */
    readonly parent: string
    /** Other places of the page: its address there, code of the menu entry and of its parent. */
    readonly also?: readonly { readonly code: string; readonly page: string; readonly parent: string }[]
  }
  /**
   * Calls that read the values reported by devices: `blade-sun/batteryParamData/list`. A path that ends with `list` is also answered with `page`, and the
   * reverse. With presets, their page gets a second one with these values.
   */
  readonly data?: {
    readonly list: string
    readonly detail?: string
    /** Address that answers the row of one device by its serial number (`sn`). */
    readonly bySn?: string
    /** Right that these calls need; default: the right to see the presets or the page of the family, else the right to read it from devices. */
    readonly right?: string
  }
}

const NAME = /^[a-z][A-Za-z0-9]{0,31}$/
/** Keys beside the fields in the answers of `data`. */
const DATA_KEYS = new Set([
  'id',
  'deviceId',
  'sn',
  'name',
  'deviceType',
  'typeName',
  'gatewayId',
  'gatewayName',
  'areaName',
  'reported',
  'wanted',
  'reportedAt',
  'wantedAt',
  'drift',
  'status',
  'statusName',
  'reason',
])

/** The first fault of a declaration, or undefined. */
export const paramFamilyFault = ({
  name,
  types,
  ops,
  fields,
  reads = {},
  before = {},
  ascending = [],
  calls = {},
  data,
}: ParamFamilyDefinition): string | undefined => {
  if (!NAME.test(name)) return 'is no name'
  if (types.length === 0) return 'names no device type'
  if (ops.length === 0) return 'has no operation'
  for (const one of [...Object.keys(fields), ...Object.keys(reads)]) if (!NAME.test(one)) return `${one} is not a valid field name`
  const unknown = ascending.flat().find((one) => !Object.hasOwn(fields, one))
  if (unknown !== undefined) return `${unknown} has an order and is no field`
  const both = Object.keys(reads).find((one) => Object.hasOwn(fields, one))
  if (both !== undefined) return `${both} is both set and only read`
  const lost = Object.entries(before)
    .flat()
    .find((one) => !Object.hasOwn(reads, one))
  if (lost !== undefined) return `${lost} is compared with its value before a calibration and is not in reads`
  for (const [address, { op, type }] of Object.entries(calls))
    if (!ops.includes(op) || (type !== undefined && !types.includes(type)))
      return `${address} has an operation or a type that the family lacks`
  const taken = data && Object.keys({ ...fields, ...reads }).find((one) => DATA_KEYS.has(one))
  return taken === undefined ? undefined : `${taken} is a key of the rows with reported values`
}

/** Declares a parameter family. Its faults are reported when the server starts (`paramFamilyFault`). */
export const defineParamFamily = <const F extends ParamFamilyDefinition>(family: F): F => family
