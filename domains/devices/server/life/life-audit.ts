import { pick, type ResourceDefinition } from '@lamplight/kit'
import {
  type ChangeInWords,
  type Ctx,
  changeWords,
  type FieldChange,
  type LifeDevice,
  type LifeEntry,
  type LifeKind,
} from '@lamplight/server-kit'
import { auditTrailPort, type TrailEntry } from '@lamplight/system/model'
import { LIFE_KINDS } from '../../model/life.ts'

/** Maximum number of entries of the audit log that one answer reads. */
const READ_AT_MOST = 1000
const PLACE = ['projectId', 'areaId']
const CONNECTION = ['gatewayId', 'address']

/** Fields that say where a device is mounted. */
const MOUNTING = ['gatewayId', 'lampPostId', 'address']
const isNone = (value: unknown): boolean => value === undefined || value === null || value === ''

/** Returns the kind of an edit. */
const kindOfEdit = (resource: ResourceDefinition, { before, after }: FieldChange): LifeKind => {
  const names = Object.keys({ ...before, ...after })
  const all = (isOne: (name: string) => boolean): boolean => names.length > 0 && names.every(isOne)
  // A device that gets its first gateway, post or place was installed.
  if (
    all((name) => MOUNTING.includes(name) || resource.fields[name]?.kind === 'geo') &&
    all((name) => isNone(before[name]) && !isNone(after[name]))
  )
    return 'installed'
  if (all((name) => PLACE.includes(name) || resource.fields[name]?.kind === 'geo')) return 'moved'
  return all((name) => CONNECTION.includes(name)) ? 'bound' : 'edited'
}

interface LifeEvent {
  readonly entry: TrailEntry
  readonly kind: LifeKind
  readonly change: FieldChange
}
/** Converts an audit entry. Returns undefined for entries that another source shows (additions, transitions, commands) and for edits without a change. */
const lifeEventOf = ({ resource }: LifeDevice, entry: TrailEntry): LifeEvent | undefined => {
  const { action, before, after } = entry
  if (action === 'add' || resource.lifecycle?.transitions[action] || resource.actions?.[action]?.command) return undefined
  if (action === 'update' && Object.keys(after).length === 0) return undefined
  const kind = action === 'update' ? kindOfEdit(resource, { before, after }) : action === 'activated' ? action : 'edited'
  return { entry, kind, change: { before, after } }
}

const wire = (ctx: Ctx, { resource }: LifeDevice, { entry, kind }: LifeEvent, changes: readonly ChangeInWords[]): LifeEntry => {
  const label = resource.actions?.[entry.action]?.label
  return {
    id: entry.id,
    kind,
    at: entry.at,
    title: pick(entry.action === 'update' ? LIFE_KINDS[kind] : (label ?? LIFE_KINDS.edited), ctx.lang),
    by: entry.account,
    changes,
    source: { resource: 'system.audit', id: entry.id },
  }
}

/** Resource of the audit entries that the register writes when devices are uninstalled or scrapped, one for several devices. */
const REGISTER = 'devices.register'
const takenDown = async (ctx: Ctx, { id, tenantId, sn }: LifeDevice, kinds: ReadonlySet<LifeKind>): Promise<LifeEntry[]> => {
  const trail = await ctx.platform.port(auditTrailPort).of({ resource: REGISTER, id, tenantId, title: sn, most: READ_AT_MOST })
  return trail.flatMap(({ id: entry, at, action, account }) => {
    const kind = action === 'uninstall' ? 'uninstalled' : action === 'scrap' ? 'scrapped' : undefined
    if (!kind || !kinds.has(kind)) return []
    return [{ id: entry, kind, at, title: pick(LIFE_KINDS[kind], ctx.lang), by: account, source: { resource: 'system.audit', id: entry } }]
  })
}

/** Edits, moves, bindings and activations of a device from the audit log, newest first, filtered by `kinds`. */
export const auditedLife = async (ctx: Ctx, device: LifeDevice, kinds: ReadonlySet<LifeKind>): Promise<LifeEntry[]> => {
  const { id, tenantId, resource, sn } = device
  const trail = await ctx.platform.port(auditTrailPort).of({ resource: resource.name, id, tenantId, title: sn, most: READ_AT_MOST })
  const events = trail.flatMap((entry) => lifeEventOf(device, entry) ?? []).filter(({ kind }) => kinds.has(kind))
  const words = await changeWords(
    ctx,
    // Values set by an action are described by the input fields of the action.
    { ...resource, fields: { ...resource.fields, ...resource.actions?.activated?.input } },
    events.map(({ change }) => change),
  )
  const edits = events.map((one, at) => wire(ctx, device, one, words[at] ?? []))
  const down = kinds.has('uninstalled') || kinds.has('scrapped') ? await takenDown(ctx, device, kinds) : []
  return down.length > 0 ? [...edits, ...down].sort((a, b) => b.at.getTime() - a.at.getTime()) : edits
}
