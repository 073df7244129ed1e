import type { ResourceDefinition } from '@lamplight/kit'
import type { ApiClient, TestPlatform } from '@lamplight/testing'
import { must } from '../api/own-rows.ts'
import { createSamples } from '../api/samples.ts'

/** A project with an area and a gateway. */
export interface Side {
  readonly project: string
  readonly area: string
  readonly gateway: string
  /** A lamp post of the side, if devices should stand on it. */
  readonly post?: string
}
/** Where a device stands: on one's own side or elsewhere, with a gateway of the same side, of the other side, or without one. */
export const STANDS = ['own', 'ownBehindOther', 'ownAlone', 'other', 'otherBehindOwn', 'otherAlone'] as const
export type Stand = (typeof STANDS)[number]
/** Resource name → stand → id. */
export type PlacedDevices = ReadonlyMap<string, Readonly<Record<Stand, string>>>

/** The resources whose rows are devices. */
export const deviceResources = ({ registry }: TestPlatform): ResourceDefinition[] =>
  [...registry.resources.values()].map(({ resource }) => resource).filter(({ device }) => device !== undefined)

/** Adds a side. `name` is unique among the sides of a test. */
export const addSide = async (client: ApiClient, name: string): Promise<Side> => {
  const project = await must(client, '/api/blade-system/project/submit', { name: `${name}项目`, type: 2 })
  const area = await must(client, '/api/blade-system/area/submit', { areaName: `${name}片`, areaCode: name })
  const gateway = await must(client, '/api/blade-device/gateway/submit', { sn: `GW-${name}`, projectId: project, areaId: area })
  return { project, area, gateway }
}

/** Adds a device of each device resource at each stand, by the resource's own call. */
export const addDevices = async (product: TestPlatform, client: ApiClient, own: Side, other: Side): Promise<PlacedDevices> => {
  const { resources } = product.registry
  const known: Readonly<Record<string, string>> = {
    'places.project': own.project,
    'places.area': own.area,
    'devices.gateway': own.gateway,
    ...(own.post && { 'lighting.post': own.post }),
  }
  const others = createSamples(client, resources, (name) => find(name))
  const rows = new Map<string, Promise<string | null>>()
  /** Returns the id of a known or new row; null for a resource that has no call to add rows. */
  const find = (name: string): Promise<string | null> => {
    const resource = resources.get(name)?.resource as ResourceDefinition
    const made = async () => known[name] ?? (others.addPath(resource) ? await others.create(resource) : null)
    const row = rows.get(name) ?? made()
    rows.set(name, row)
    return row
  }
  const samples = createSamples(client, resources, find)
  const places: Readonly<Record<Stand, readonly [Side, gateway: string]>> = {
    own: [own, own.gateway],
    ownBehindOther: [own, other.gateway],
    ownAlone: [own, ''],
    other: [other, other.gateway],
    otherBehindOwn: [other, own.gateway],
    otherAlone: [other, ''],
  }
  const devices = new Map<string, Record<Stand, string>>()
  for (const resource of deviceResources(product)) {
    const made: Partial<Record<Stand, string>> = {}
    for (const stand of STANDS) {
      const [{ project, area }, gatewayId] = places[stand]
      made[stand] = await samples.create(resource, {
        projectId: project,
        areaId: area,
        gatewayId,
        address: '',
        activated: true,
        longitude: '112.9',
        latitude: '28.2',
      })
    }
    devices.set(resource.name, made as Record<Stand, string>)
  }
  return devices
}
