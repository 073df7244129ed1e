import { devicesOf } from '@lamplight/devices/server'
import type { DeviceTypeDefinition, ResourceDefinition } from '@lamplight/kit'
import { type Ctx, errors, type ResourceServer, seenRows, tableOf, treeIds } from '@lamplight/server-kit'
import { kinds, trash, trashType, well, wellType } from '../model/index.ts'
import { environmentPlays } from '../play/environment.play.ts'

export const devices = devicesOf(kinds, environmentPlays)

/** Bins or manhole covers: their device type and resource. */
export interface Facility {
  /** Name in the paths of the catalogue. */
  readonly name: 'trash' | 'well'
  readonly type: DeviceTypeDefinition
  readonly resource: ResourceDefinition
}
export const FACILITIES: readonly Facility[] = [
  { name: 'trash', type: trashType, resource: trash },
  { name: 'well', type: wellType, resource: well },
]

export const servedOf = (resource: ResourceDefinition): ResourceServer => {
  const served = devices.resources.find((one) => one.resource === resource)
  if (!served) throw errors.noRoute()
  return served
}

/** Slot of a property in the stored values. */
export const slotOf = ({ properties, name }: DeviceTypeDefinition, property: string): number => {
  const slot = properties[property]?.slot
  if (slot === undefined) throw new Error(`${name} stores no number ${property}`)
  return slot
}

/** Devices of a call: one, those of a project with its subprojects, or all that the user sees. */
export interface Among {
  readonly id?: string | undefined
  readonly projectId?: string | undefined
}

/**
 * SQL of the devices that the user sees, with their state and latest values: `from … where …` with the aliases t (row), s (state) and l (values). It
 * adds its parameters to `params`.
 */
export const seenFacilities = (ctx: Ctx, resource: ResourceDefinition, { id, projectId }: Among, params: unknown[]): string => {
  const project = projectId
    ? ` and t.project_id in (${treeIds({ table: 'places_projects', from: { id: `$${params.push(projectId)}` } })})`
    : ''
  const one = id ? ` and t.id = $${params.push(id)}` : ''
  return `from ${tableOf(resource)} t left join devices_states s on s.device_id = t.id left join devices_values l on l.device_id = t.id
    where ${seenRows(servedOf(resource), ctx.user, params)}${project}${one}`
}
