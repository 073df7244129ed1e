import { contributeDetail, type Finder, registerFinder } from '@lamplight/console-kit'
import { lazy } from 'react'

const ShowOnMap = lazy(async () => ({ default: (await import('./map/show-on-map.tsx')).ShowOnMap }))
const DeviceOnMap = lazy(async () => ({ default: (await import('./map/show-on-map.tsx')).DeviceOnMap }))
const findPlaces: Finder = async (text, signal) => (await import('./map/find-places.ts')).findPlaces(text, signal)
const BoundaryPart = lazy(() => import('./boundary-part.tsx').then((module) => ({ default: module.BoundaryPart })))
contributeDetail('places.area', 'boundary', BoundaryPart)
for (const [resource, kind] of [
  ['lighting.street', 'street'],
  ['lighting.post', 'post'],
  ['places.area', 'area'],
  ['devices.group', 'group'],
  ['devices.gateway', 'gateway'],
  ['cabinets.loop', 'loop'],
  ['cabinets.switchbox', 'switchbox'],
] as const)
  contributeDetail(resource, 'map', ({ row }) => <ShowOnMap row={row} kind={kind} />)
/** Adds the map link to pages of devices other than lamps, for which the map has a layer per type. */
contributeDetail(
  ({ device, fields }) => device !== undefined && device !== 'controller' && fields.location?.kind === 'geo',
  'map',
  ({ row }) => <DeviceOnMap row={row} />,
)
registerFinder('places', findPlaces)
