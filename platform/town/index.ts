export type { Area } from './areas.ts'
export { CABINET } from './cabinets.ts'
export * from './geojson.ts'
export { createGround, type Ground, type Ring } from './ground.ts'
export * from './inventory.ts'
export type { LngLat, StreetClass } from './layout.ts'
export type { Side } from './posts.ts'
export { chance, createRandom, hashOf, type Random } from './random.ts'
export type { Street } from './streets.ts'
export {
  createTown,
  DEFAULT_LAMPS,
  type LampKind,
  MAX_LAMPS,
  type Town,
  type TownGateway,
  type TownLamp,
  type TownOptions,
  type TownPost,
} from './town.ts'
export * from './weather.ts'
