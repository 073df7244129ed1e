import { later } from '@lamplight/console-kit'

/** The live map; its code is loaded when it is first shown. */
export const LiveMap = later(async () => (await import('./live-map.tsx')).LiveMap)
