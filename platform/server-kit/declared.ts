import { deliveryFault, deviceTypeFault, paramFamilyFault, type ResourceDefinition, roleRows } from '@lamplight/kit'
import type { ServerSlice } from './slice-types.ts'

const sameRoles = (one: ResourceDefinition, other: ResourceDefinition): boolean => {
  const [rows, others] = [roleRows(one.roles), roleRows(other.roles)]
  return rows.read === others.read && rows.write === others.write && rows.export === others.export
}
/** Compares the roles that a listing states with those of the resource whose rights it uses. Listings state them where the console would otherwise have to load that resource. */
const rightsFault = (listing: ResourceDefinition, all: readonly ResourceDefinition[]): string | undefined => {
  const owner = all.find(({ code }) => code === listing.rightsOf)
  return owner && !sameRoles(owner, listing) ? `it uses the rights of ${owner.name} and has other roles` : undefined
}

/** Throws if a device type, a parameter family, a delivery or a listing of a slice has a fault. It runs when the server starts, so that browsers do not load the checks. */
export const checkDeclared = (
  slices: readonly Pick<ServerSlice, 'deviceTypes' | 'families' | 'deliveries' | 'resources' | 'listings'>[],
): void => {
  const check = (what: string, fault: string | undefined): void => {
    if (fault) throw new Error(`${what}: ${fault}`)
  }
  const all = slices.flatMap(({ resources = [] }) => resources.map(({ resource }) => resource))
  for (const { deviceTypes = [], families = [], deliveries = [], listings = [] } of slices) {
    for (const { resource } of listings) check(`listing ${resource.name}`, rightsFault(resource, all))
    for (const type of deviceTypes) check(`device type ${type.name}`, deviceTypeFault(type))
    for (const family of families) check(`parameter family ${family.name}`, paramFamilyFault(family))
    for (const delivery of deliveries) check(`delivery ${delivery.name}`, deliveryFault(delivery))
  }
}
