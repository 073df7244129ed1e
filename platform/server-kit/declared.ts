import { deliveryFault, deviceTypeFault, paramFamilyFault } from '@lamplight/kit'
import type { ServerSlice } from './slice-types.ts'

/** Throws if a device type, a parameter family or a delivery of a slice has a fault. It runs when the server starts, so that browsers do not load the checks. */
export const checkDeclared = (slices: readonly Pick<ServerSlice, 'deviceTypes' | 'families' | 'deliveries'>[]): void => {
  const check = (what: string, fault: string | undefined): void => {
    if (fault) throw new Error(`${what}: ${fault}`)
  }
  for (const { deviceTypes = [], families = [], deliveries = [] } of slices) {
    for (const type of deviceTypes) check(`device type ${type.name}`, deviceTypeFault(type))
    for (const family of families) check(`parameter family ${family.name}`, paramFamilyFault(family))
    for (const delivery of deliveries) check(`delivery ${delivery.name}`, deliveryFault(delivery))
  }
}
