import { defineMenu } from '@lamplight/kit'
import { instituteDevices, instituteGroups, solarGateways, solarGroups, solarMap, solarPoles } from './pages.ts'

/** Pages of solar lighting and of institutes that are no list of the slice's own resources (screens sun.*, rt.sun.*, inst.*). */
export const solarMenu = defineMenu([solarMap, solarGateways, solarPoles, solarGroups, instituteDevices, instituteGroups])
