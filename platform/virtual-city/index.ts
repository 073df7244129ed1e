export { type ChirpStackOptions, createVirtualChirpStack, type VirtualChirpStack } from './chirpstack/chirpstack.ts'
export { type ChirpStackApi, createChirpStackApi } from './chirpstack/chirpstack-api.ts'
export { type City, type CityConfig, type CityStats, createCity, type PlacedDevices } from './city.ts'
export { type CityClock, createClock, createManualClock, type ManualClock } from './clock.ts'
export {
  type Calibrations,
  CLAMPED,
  type CutOffs,
  PARAM_FAULTS,
  type ParamFault,
  type ParamFaultRates,
  type ParamSecrets,
} from './devices/params.ts'
export { type PlayedPast, playedPast } from './devices/past-devices.ts'
export { definePlay, type Play, type PlayedDevice, type PlayHooks, type Values } from './devices/play.ts'
export { type FaultRates, LAMP_FAULTS, type LampFault, shareOf } from './fleet.ts'
export type { CalendarFault } from './lamps/calendars.ts'
export { createOfflineCity, type OfflineCity } from './lamps/offline.ts'
export type { DeviceView, LampView } from './lamps/views.ts'
export { createOperator, type Operator, type OperatorConfig } from './operator.ts'
export { CITY_SEED, type CityOptions } from './options.ts'
export {
  type ByLevel,
  createPast,
  DEMO_FAULTS,
  DEMO_PARAM_FAULTS,
  PAST_LEVELS,
  type PastBehaviour,
  type PastInstant,
  pastInstants,
} from './past.ts'
export { virtualSecret } from './secret.ts'
